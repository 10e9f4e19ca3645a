/** Finance accounts and where a payment goes that names none. */
import { Type } from 'typebox'
import { OneOf, Shape, type Static, Text } from '../../../contract/schema.ts'
import { upsertRows } from '../../../db/upsert.ts'
import { defineSection } from '../../../kernel/section.ts'
import {
  bookOf,
  Code,
  Currency,
  codeOf,
  Flag,
  Name,
  optional,
  orNull,
  rowByCode,
  unknownCurrency,
} from '../../../kernel/settings-words.ts'
import { bareAccount } from '../../../lib/bank-accounts.ts'
import { isIban } from '../../../lib/iban.ts'
import {
  type AccountType,
  accountTypes,
  type FinanceAccountRow,
  type FinanceDefaultRow,
  financeAccountTable,
  financeDefaultTable,
  listFinanceAccounts,
  listFinanceDefaults,
  type PaymentMethod,
  paymentMethods,
} from './store.ts'

const FinanceAccount = Shape({
  code: Code,
  type: OneOf(accountTypes),
  name: Name,
  currency: optional(Currency),
  account_number: orNull(Text(0, 40)),
  iban: orNull(Text(0, 42)),
  bic: orNull(Type.String({ pattern: '^[A-Z]{6}[A-Z0-9]{2}([A-Z0-9]{3})?$' })),
  is_active: Flag,
})
type FinanceAccount = Static<typeof FinanceAccount>

const FinanceDefault = Shape({
  payment_method: OneOf(paymentMethods),
  currency: optional(Currency),
  account: Type.String({ maxLength: 20, description: 'The code of a finance account.' }),
})
type FinanceDefault = Static<typeof FinanceDefault>

declare module '../../../kernel/settings.ts' {
  interface Settings {
    finance_accounts?: FinanceAccount[]
    finance_defaults?: FinanceDefault[]
  }
}

export const financeAccounts = defineSection<FinanceAccount, FinanceAccountRow>({
  name: 'finance_accounts',
  place: 8,
  entry: FinanceAccount,
  load: ({ db, account }) => listFinanceAccounts(db, account.book.id),
  key: codeOf,
  defaults: { currency: 'CZK', account_number: null, iban: null, bic: null, is_active: true },
  // People copy an IBAN as banks print it, in fours.
  canonical: sent => ({ ...sent, ...(sent.iban && { iban: bareAccount(sent.iban) }) }),
  out: ({ code, type, name, currency, account_number, iban, bic, is_active }) => ({
    code,
    type,
    name,
    currency,
    account_number,
    iban,
    bic,
    is_active,
  }),
  row: (entry, id) => ({ ...entry, id }),
  refuse(entry, { before }) {
    if (entry.iban !== null && !isIban(entry.iban)) return 'The IBAN is wrong: its check digits do not fit.'
    if (before && before.currency !== entry.currency) return 'The currency cannot change: payments were made in it.'
    if (before && before.type !== entry.type) return 'The type cannot change: payments were made with it.'
    return unknownCurrency(entry.currency)
  },
  save: (ctx, rows) => upsertRows(ctx.tx, bookOf(ctx), { table: financeAccountTable, rows }),
})

/** Card payments often arrive straight at the bank. */
const fitting: Record<PaymentMethod, AccountType[]> = {
  cash: ['cash'],
  bank_transfer: ['bank'],
  card: ['card', 'bank'],
}

/** Planned after the accounts: whether each default still stands is asked of what they have become. */
export const financeDefaults = defineSection<FinanceDefault, FinanceDefaultRow>({
  name: 'finance_defaults',
  place: 9,
  description: 'Where a payment goes that names no account, by method and currency.',
  entry: FinanceDefault,
  load: ({ db, account }) => listFinanceDefaults(db, account.book.id),
  key: ({ payment_method, currency }) => `${payment_method} ${currency}`,
  defaults: { currency: 'CZK' },
  out: ({ payment_method, currency, account_id }, snapshot) => ({
    payment_method,
    currency,
    account: snapshot.rows(financeAccounts).get(account_id)!.code,
  }),
  row: ({ payment_method, currency, account }, id, snapshot) => ({
    id,
    payment_method,
    currency,
    account_id: rowByCode(snapshot.rows(financeAccounts), account)!.id,
  }),
  refuse({ payment_method, currency, account: code }, { snapshot }) {
    const account = rowByCode(snapshot.rows(financeAccounts), code)
    if (!account) return `There is no finance account ${code}.`
    if (account.currency !== currency) return `${code} is kept in ${account.currency}.`
    if (!account.is_active) return `${code} is out of use.`
    const types = fitting[payment_method]
    return types.includes(account.type)
      ? undefined
      : `${payment_method} needs an account of type ${types.join(' or ')}.`
  },
  check(rows, snapshot) {
    return [...rows.values()].flatMap(({ payment_method, currency, account_id }) => {
      const account = snapshot.rows(financeAccounts).get(account_id)!
      const key = `${payment_method} ${currency}`
      const reason = `${account.code} is out of use: name another account for these payments.`
      return account.is_active ? [] : [{ key, reason }]
    })
  },
  save: (ctx, rows) => upsertRows(ctx.tx, bookOf(ctx), { table: financeDefaultTable, rows }),
})
