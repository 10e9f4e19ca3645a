/** Numbers of bank accounts, as invoices and partners write them: national ones and IBANs. */

export interface BankAccount {
  /** `19-2000145399/0800`, or whatever a country calls an account. */
  account: string | null
  iban: string | null
}

const withoutSpaces = (text: string): string => text.replace(/\s+/g, '').toUpperCase()

/** Bank, prefix and number of a Czech or Slovak account, as they stand in its IBAN; any other number as it is. */
function nationalNumber({ account, iban }: BankAccount): string | null {
  const inIban = iban === null ? undefined : /^(?:CZ|SK)\d{2}(\d{20})$/.exec(withoutSpaces(iban))?.[1]
  if (inIban !== undefined) return inIban
  if (account === null) return null
  const bare = withoutSpaces(account)
  const parts = /^(?:(\d{1,6})-)?(\d{2,10})\/(\d{4})$/.exec(bare)
  return parts ? `${parts[3]}${(parts[1] ?? '').padStart(6, '0')}${parts[2]!.padStart(10, '0')}` : bare
}

/** By their IBANs where both have one, else by the national numbers. */
export function isSameAccount(one: BankAccount, other: BankAccount): boolean {
  if (one.iban !== null && other.iban !== null) return withoutSpaces(one.iban) === withoutSpaces(other.iban)
  const number = nationalNumber(one)
  return number !== null && number === nationalNumber(other)
}

/** What a person compares with what the bank shows. */
export const accountText = ({ account, iban }: BankAccount): string => iban ?? account ?? ''
