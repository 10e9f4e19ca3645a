/** What others keep of deposits. */
import { defineUse } from '../../../kernel/uses.ts'

/** What was charged by the amount of a deposit. */
export const amountOfDeposit = defineUse('the amount of a deposit')
