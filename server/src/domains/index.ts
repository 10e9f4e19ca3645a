/** Every domain of the service: what is not listed here does not exist. */
import { defineHouse } from '../kernel/domain.ts'
import { expireAnswers } from '../kernel/idempotency.ts'
import { invariantsOf } from '../kernel/record-invariants.ts'
import { accounts } from './accounts/index.ts'
import { administration } from './administration/index.ts'
import { audit } from './audit/index.ts'
import { brewery } from './brewery/index.ts'
import { core } from './core/index.ts'
import { demo } from './demo/index.ts'
import { events } from './events/index.ts'
import { excise } from './excise/index.ts'
import { files } from './files/index.ts'
import { finance } from './finance/index.ts'
import { keys } from './keys/index.ts'
import { mails } from './mails/index.ts'
import { people } from './people/index.ts'
import { pos } from './pos/index.ts'
import { reports } from './reports/index.ts'
import { requests } from './requests/index.ts'
import { sales } from './sales/index.ts'
import { sandbox } from './sandbox/index.ts'
import { search } from './search/index.ts'
import { settings } from './settings/index.ts'
import { stock } from './stock/index.ts'
import { webhooks } from './webhooks/index.ts'
import { workflowOf } from './workflow/index.ts'

/** Those whose documents may have workflow steps. */
const documents = [core, finance, stock, brewery, excise, sales, pos]
const workflow = workflowOf(documents)

export const house = defineHouse(
  [
    ...documents,
    files,
    accounts,
    audit,
    mails,
    people,
    workflow,
    events,
    webhooks,
    keys,
    requests,
    settings,
    administration,
    search,
    reports,
    demo,
    sandbox,
  ],
  [expireAnswers],
)

/** Everything `cellarbook verify` asks. */
export const invariants = invariantsOf(house)
