/** Where the service is reached: breweries at one address, other trades at another. Every key works at both. */

export interface Addresses {
  baseUrl: string
  /** For accounts of other trades. */
  altBaseUrl: string
}

/** What links and errors of an account begin with; without an account, the first address. */
export const addressOf = (
  { baseUrl, altBaseUrl }: Addresses,
  account: { tenant: { vertical: string } } | undefined,
): string => (account === undefined || account.tenant.vertical === 'brewery' ? baseUrl : altBaseUrl)

/** For all trades alike. */
export const atOneAddress = (baseUrl: string): Addresses => ({ baseUrl, altBaseUrl: baseUrl })
