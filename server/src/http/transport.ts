/** What a client should remember of the way to us: a service with an https address is never asked in the clear again. */

const remembered = { 'Strict-Transport-Security': 'max-age=31536000' }
const nothing = {}

export const transportHeaders = (baseUrl: string): Record<string, string> =>
  baseUrl.startsWith('https:') ? remembered : nothing
