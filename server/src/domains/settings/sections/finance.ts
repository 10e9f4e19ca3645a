/** Finance accounts and where a payment goes that names none. */
import { upsertRows } from '../../../db/upsert.ts'
import { isIban } from '../../../lib/iban.ts'
import {
  type AccountType,
  type FinanceAccountRow,
  type FinanceDefaultRow,
  financeAccountTable,
  financeDefaultTable,
  type PaymentMethod,
} from '../../finance/accounts/store.ts'
import type { SettingsFinanceAccount, SettingsFinanceDefault } from '../schema.ts'
import { defineSection } from '../section.ts'
import { bookOf, codeOf, rowByCode, unknownCurrency } from './parts.ts'

export const financeAccounts = defineSection<SettingsFinanceAccount, FinanceAccountRow>({
  name: 'finance_accounts',
  wanted: document => document.finance_accounts,
  put(document, entries) {
    document.finance_accounts = entries
  },
  rows: world => world.finance_accounts,
  key: codeOf,
  defaults: { currency: 'CZK', account_number: null, iban: null, bic: null, is_active: true },
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
  refuse(entry, before) {
    if (entry.iban !== null && !isIban(entry.iban)) return 'The IBAN is wrong: its check digits do not fit.'
    if (before && before.currency !== entry.currency) return 'The currency cannot change: payments were made in it.'
    if (before && before.type !== entry.type) return 'The type cannot change: payments were made with it.'
    return unknownCurrency(entry.currency)
  },
  save: (ctx, rows) => upsertRows(ctx.tx, financeAccountTable, bookOf(ctx), rows),
})

/** Card payments often arrive straight at the bank. */
const fitting: Record<PaymentMethod, AccountType[]> = {
  cash: ['cash'],
  bank_transfer: ['bank'],
  card: ['card', 'bank'],
}

/** Planned after the accounts: whether each default still stands is asked of what they have become. */
export const financeDefaults = defineSection<SettingsFinanceDefault, FinanceDefaultRow>({
  name: 'finance_defaults',
  wanted: document => document.finance_defaults,
  put(document, entries) {
    document.finance_defaults = entries
  },
  rows: world => world.finance_defaults,
  key: ({ payment_method, currency }) => `${payment_method} ${currency}`,
  defaults: { currency: 'CZK' },
  out: ({ payment_method, currency, account_id }, world) => ({
    payment_method,
    currency,
    account: world.finance_accounts.get(account_id)!.code,
  }),
  row: ({ payment_method, currency, account }, id, world) => ({
    id,
    payment_method,
    currency,
    account_id: rowByCode(world.finance_accounts, account)!.id,
  }),
  refuse({ payment_method, currency, account: code }, _before, world) {
    const account = rowByCode(world.finance_accounts, code)
    if (!account) return `There is no finance account ${code}.`
    if (account.currency !== currency) return `${code} is kept in ${account.currency}.`
    if (!account.is_active) return `${code} is out of use.`
    const types = fitting[payment_method]
    return types.includes(account.type)
      ? undefined
      : `${payment_method} needs an account of type ${types.join(' or ')}.`
  },
  check(world) {
    return [...world.finance_defaults.values()].flatMap(({ payment_method, currency, account_id }) => {
      const account = world.finance_accounts.get(account_id)!
      const key = `${payment_method} ${currency}`
      const reason = `${account.code} is out of use: name another account for these payments.`
      return account.is_active ? [] : [{ key, reason }]
    })
  },
  save: (ctx, rows) => upsertRows(ctx.tx, financeDefaultTable, bookOf(ctx), rows),
})
