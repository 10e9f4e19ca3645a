/** SQL of finance accounts and of the defaults per payment method. */
import type { Queryable } from '../../../db/pool.ts'
import { sql } from '../../../db/sql.ts'
import type { Table } from '../../../db/upsert.ts'

export const accountTypes = ['bank', 'cash', 'card'] as const
export type AccountType = (typeof accountTypes)[number]

export const paymentMethods = ['cash', 'bank_transfer', 'card'] as const
export type PaymentMethod = (typeof paymentMethods)[number]

/** How money comes to an account of the type. */
export const methodOf: Record<AccountType, PaymentMethod> = { bank: 'bank_transfer', cash: 'cash', card: 'card' }

export interface FinanceAccountRow {
  id: string
  code: string
  type: AccountType
  name: string
  currency: string
  account_number: string | null
  iban: string | null
  bic: string | null
  is_active: boolean
}

export const financeAccountTable: Table<FinanceAccountRow> = {
  name: 'finance_accounts',
  columns: {
    id: 'uuid',
    code: 'text',
    type: 'text',
    name: 'text',
    currency: 'text',
    account_number: 'text',
    iban: 'text',
    bic: 'text',
    is_active: 'boolean',
  },
}

export const listFinanceAccounts = (db: Queryable, bookId: string): Promise<FinanceAccountRow[]> =>
  db.many(sql`
    select id, code, type, name, currency, account_number, iban, bic, is_active
      from finance_accounts
     where book_id = ${bookId}
     order by code`)

export interface FinanceDefaultRow {
  id: string
  payment_method: PaymentMethod
  currency: string
  account_id: string
}

export const financeDefaultTable: Table<FinanceDefaultRow> = {
  name: 'finance_defaults',
  columns: { id: 'uuid', payment_method: 'text', currency: 'text', account_id: 'uuid' },
}

export const listFinanceDefaults = (db: Queryable, bookId: string): Promise<FinanceDefaultRow[]> =>
  db.many(sql`
    select id, payment_method, currency, account_id
      from finance_defaults
     where book_id = ${bookId}
     order by currency, payment_method`)

const accountColumns = sql`a.id, a.code, a.type, a.name, a.currency, a.account_number, a.iban, a.bic, a.is_active`

export const findFinanceAccount = (db: Queryable, bookId: string, id: string): Promise<FinanceAccountRow | undefined> =>
  db.maybe(sql`
    select ${accountColumns}
      from finance_accounts a
     where a.book_id = ${bookId} and a.id = ${id}`)

/** Where a payment goes that names no account. */
export const findDefaultAccount = (
  db: Queryable,
  bookId: string,
  { method, currency }: { method: PaymentMethod; currency: string },
): Promise<FinanceAccountRow | undefined> =>
  db.maybe(sql`
    select ${accountColumns}
      from finance_defaults d
      join finance_accounts a on a.book_id = d.book_id and a.id = d.account_id
     where d.book_id = ${bookId} and d.payment_method = ${method} and d.currency = ${currency} and a.is_active`)

export interface BalanceRow {
  account_id: string
  type: AccountType
  name: string
  currency: string
  is_active: boolean
  balance: string
}

/** What payments left in each account. */
export const listBalances = (db: Queryable, bookId: string): Promise<BalanceRow[]> =>
  db.many(sql`
    select a.id as account_id, a.type, a.name, a.currency, a.is_active,
           coalesce(sum(y.amount), 0)::numeric(30, 2)::text as balance
      from finance_accounts a
      left join payments y on y.book_id = a.book_id and y.account_id = a.id
     where a.book_id = ${bookId}
     group by a.id, a.code, a.type, a.name, a.currency, a.is_active
     order by a.code`)
