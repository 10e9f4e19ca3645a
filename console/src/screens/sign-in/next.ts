/** PURE: where somebody may be led after signing in, and the secret of a link. */

/** Only inside the console: an address from elsewhere leads nowhere. */
export const safeNext = (next: string | undefined): string =>
  next && /^\/(console\/)?(live|test|settings|profile)(\/|\?|$)/.test(next) ? next.replace(/^\/console/, '') : '/'

/** Of `#token=…`; older links have it in the query. */
export const tokenOf = ({ hash, search }: { hash: string; search: string }): string | undefined =>
  new URLSearchParams(hash.slice(1)).get('token') ?? new URLSearchParams(search).get('token') ?? undefined
