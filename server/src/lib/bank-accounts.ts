/** Numbers of bank accounts, as invoices and partners write them: national ones and IBANs. */

export interface BankAccount {
  /** `19-2000145399/0800`, or whatever a country calls an account. */
  account: string | null
  iban: string | null
}

/** As it is compared and kept: people write it in groups. */
export const bareAccount = (text: string): string => text.replace(/\s+/g, '').toUpperCase()

/** Bank, prefix and number of a Czech or Slovak account, as they stand in its IBAN; any other number as it is. */
function nationalNumber({ account, iban }: BankAccount): string | null {
  const inIban = iban === null ? undefined : /^(?:CZ|SK)\d{2}(\d{20})$/.exec(bareAccount(iban))?.[1]
  if (inIban !== undefined) return inIban
  if (account === null) return null
  const bare = bareAccount(account)
  const parts = /^(?:(\d{1,6})-)?(\d{2,10})\/(\d{4})$/.exec(bare)
  return parts ? `${parts[3]}${(parts[1] ?? '').padStart(6, '0')}${parts[2]!.padStart(10, '0')}` : bare
}

/** By their IBANs where both have one, else by the national numbers. */
export function isSameAccount(one: BankAccount, other: BankAccount): boolean {
  if (one.iban !== null && other.iban !== null) return bareAccount(one.iban) === bareAccount(other.iban)
  const number = nationalNumber(one)
  return number !== null && number === nationalNumber(other)
}

/** What a person compares with what the bank shows. */
export const accountText = ({ account, iban }: BankAccount): string => iban ?? account ?? ''

/** The check digits of a Czech or Slovak account: 98 less the rest of the whole divided by 97. */
export function ibanOfAccount(account: string, bankCode: string, countryCode: string | null): string | null {
  const country = countryCode ?? 'CZ'
  const parts = /^(?:(\d{1,6})-)?(\d{2,10})$/.exec(bareAccount(account))
  if (parts === null || !/^\d{4}$/.test(bankCode) || (country !== 'CZ' && country !== 'SK')) return null
  const number = parts[2]!.padStart(10, '0')
  if (/^0+$/.test(number)) return null
  const digits = `${bankCode}${(parts[1] ?? '').padStart(6, '0')}${number}`
  const letters = country === 'CZ' ? '1235' : '2820'
  const check = 98n - (BigInt(`${digits}${letters}00`) % 97n)
  return `${country}${check.toString().padStart(2, '0')}${digits}`
}

/** Of the number and of its prefix alike: every right one leaves nothing when its weighed digits are divided by 11. */
const weights = [1, 2, 4, 8, 5, 10, 9, 7, 3, 6]
const isWeighed = (digits: string): boolean =>
  [...digits].reverse().reduce((sum, digit, place) => sum + Number(digit) * weights[place]!, 0) % 11 === 0

/** Of an account as people write it, `19-2000145399/0800`; null where a digit must be wrong, or the bank is elsewhere. */
export function ibanOfNumber(number: string, country: string | null): string | null {
  const [account = '', bankCode = ''] = bareAccount(number).split('/')
  return account.split('-').every(part => /^\d{1,10}$/.test(part) && isWeighed(part))
    ? ibanOfAccount(account, bankCode, country)
    : null
}
