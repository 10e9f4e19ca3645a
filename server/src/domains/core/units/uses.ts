/** What is asked of every domain before a unit changes. */
import { defineUse } from '../../../kernel/uses.ts'

/** Quantities that name it by themselves, not as the unit of their item. */
export const quantityInUnit = defineUse('a quantity in a unit')
