/** Words for stories about money: accounts of several kinds, invoices that are owed, the ledger behind them. */
import { freeLine, salesBook, type Told } from './sales.ts'
import type { Service } from './service.ts'

/** Accounts by code: those of every book, a second bank, one in euro, one out of use. */
export async function treasury(service: Service) {
  const book = await salesBook(service)
  await book.apply({
    finance_accounts: [
      { code: 'BANK2', type: 'bank', name: 'Spořicí' },
      { code: 'EUR', type: 'bank', name: 'Eura', currency: 'EUR' },
      { code: 'EURCASH', type: 'cash', name: 'Eura v hotovosti', currency: 'EUR' },
      { code: 'OLD', type: 'bank', name: 'Zrušený', is_active: false },
    ],
  })
  const { data } = (await book.api.get('/finance-accounts')).body
  const idOf = (name: string): string => data.find((each: Told) => each.name === name).id
  return Object.assign(book, {
    cash: idOf('Pokladna'),
    bank: idOf('Běžný účet'),
    second: idOf('Spořicí'),
    euro: idOf('Eura'),
    euroCash: idOf('Eura v hotovosti'),
    old: idOf('Zrušený'),
    /** An issued invoice of that much with VAT. */
    async owed(inclVat: string, head: object = {}): Promise<string> {
      const line = freeLine(inclVat, { vat_rate_pct: '0' })
      return `/invoices/${(await book.issuedInvoice([line], head)).id}`
    },
    pay: (path: string, amount?: string, rest: object = {}) =>
      book.run(path, 'mark_paid', { paid_at: '2026-11-20', ...(amount !== undefined && { amount }), ...rest }),
  })
}

/** Status, paid and remaining, as `issued 10.00 90.00`. */
export const stateOf = ({ status, amount_paid, amount_remaining }: Told): string =>
  `${status} ${amount_paid} ${amount_remaining}`

/** The ledger of an invoice: account, amount and rounding of each row. */
export async function ledgerOf(service: Service, path: string): Promise<string[]> {
  const client = await service.database.dedicated()
  const { rows } = await client.query(
    `select a.code, p.amount::text, p.rounding::text
       from payments p join finance_accounts a on a.book_id = p.book_id and a.id = p.account_id
      where p.document_id = $1 order by p.created_at, p.id`,
    [path.split('/').at(-1)],
  )
  await client.end()
  return rows.map(({ code, amount, rounding }) => `${code} ${amount} ${rounding}`)
}
