/** PURE: which of several rights counts, by the modules of the account. */

/** Rights of the core need no module. */
const isSubscribed = (right: string, modules: readonly string[]): boolean =>
  right.startsWith('core:') || modules.includes(right.split(':')[0]!)

/** The first whose module the account has: who sells writes invoices by the right to sell, others by that of finance. */
export const rightInForce = (rights: readonly string[], modules: readonly string[]): string | undefined =>
  rights.find(right => isSubscribed(right, modules))
