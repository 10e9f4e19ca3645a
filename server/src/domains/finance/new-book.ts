/** What finance gives a new book: a cash desk, a bank account, and where payments go by default. */
import type { Tx } from '../../db/pool.ts'
import { upsertRows } from '../../db/upsert.ts'
import type { NewBook } from '../../kernel/domain.ts'
import { newId } from '../../lib/ids.ts'
import { financeAccountTable, financeDefaultTable } from './accounts/store.ts'

export async function startFinance(tx: Tx, book: NewBook): Promise<void> {
  const account = (code: string, type: 'cash' | 'bank', name: string) => ({
    id: newId(),
    code,
    type,
    name,
    currency: 'CZK',
    account_number: null,
    iban: null,
    bic: null,
    is_active: true,
  })
  const cash = account('CASH', 'cash', 'Pokladna')
  const bank = account('BANK', 'bank', 'Běžný účet')
  await upsertRows(tx, book, { table: financeAccountTable, rows: [cash, bank] })
  const defaults = [
    { id: newId(), payment_method: 'cash', currency: 'CZK', account_id: cash.id },
    { id: newId(), payment_method: 'bank_transfer', currency: 'CZK', account_id: bank.id },
    { id: newId(), payment_method: 'card', currency: 'CZK', account_id: bank.id },
  ] as const
  await upsertRows(tx, book, { table: financeDefaultTable, rows: defaults })
}
