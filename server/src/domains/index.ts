/** Every domain of the service: what is not listed here does not exist. */
import { defineHouse } from '../kernel/domain.ts'
import { invariantsOf } from '../kernel/record-invariants.ts'
import { core } from './core/index.ts'
import { events } from './events/index.ts'
import { files } from './files/index.ts'
import { finance } from './finance/index.ts'
import { sales } from './sales/index.ts'
import { sandbox } from './sandbox/index.ts'
import { stock } from './stock/index.ts'
import { webhooks } from './webhooks/index.ts'

export const house = defineHouse([core, finance, stock, sales, files, events, webhooks, sandbox])

/** Everything `cellarbook verify` asks. */
export const invariants = invariantsOf(house)
