/** SQL of what an invoice says of others: the parties, the account customers pay to, the documents it refers to. */

import type { Queryable } from '../../../db/pool.ts'
import { sql } from '../../../db/sql.ts'
import { type Account, isVatPayerOn } from '../../../kernel/account.ts'
import type { Actor } from '../../../kernel/context.ts'
import { ibanOfNumber } from '../../../lib/bank-accounts.ts'
import type { Day } from '../../../lib/days.ts'
import { decimal } from '../../../lib/decimal.ts'
import { type Party, type PartyRows, partiesOf, partyColumns } from '../../core/index.ts'
import type { FinanceAccountRow } from '../../finance/index.ts'
import type { Invoice } from '../invoices/store.ts'

export type PaperAccount = Pick<FinanceAccountRow, 'account_number' | 'iban' | 'bic'>

/** Stored with an issued invoice. */
export interface InvoiceParties {
  supplier: Party
  customer: Party
  /** The account customers pay to; null where nothing is paid to one. */
  account: PaperAccount | null
  isVatPayer: boolean
  /** What a credit note corrects, and whether VAT was paid then; unknown where an older version issued it. */
  original: { id: string; number: string; issue_date: Day; is_vat_payer?: boolean | null } | null
  orderNumber: string | null
  /** What returnable packaging is called, by the id of its deposit. */
  depositNames: Readonly<Record<string, string>>
  /** Of the person or the key that issued it. */
  issuedBy: string | null
}

interface Row extends PartyRows, Pick<InvoiceParties, 'account' | 'original'> {
  order_number: string | null
  deposit_names: Record<string, string> | null
}

/** As they are now. */
export async function findInvoiceParties(
  { db, account }: { db: Queryable; account: Account },
  invoice: Invoice,
  actor: Actor | null,
): Promise<InvoiceParties> {
  const bookId = account.book.id
  const isPaidByTransfer = invoice.payment_method === 'bank_transfer' && invoice.document_type === 'invoice'
  const row = await db.maybe<Row>(sql`
    select ${partyColumns(account, invoice.partner_id, actor)},
           (select row_to_json(a)
              from (select a.account_number, a.iban, a.bic
                      from finance_defaults d
                      join finance_accounts a on a.book_id = d.book_id and a.id = d.account_id
                     where d.book_id = ${bookId} and d.payment_method = 'bank_transfer' and a.is_active
                       and d.currency = ${invoice.currency} and ${isPaidByTransfer}::boolean) a) as account,
           (select row_to_json(o)
              from (select i.id, i.number, i.issue_date::text as issue_date,
                           (s.parties->>'isVatPayer')::boolean as is_vat_payer
                      from invoices i
                      left join document_seals s on s.book_id = i.book_id and s.document_id = i.id
                     where i.book_id = ${bookId} and i.id = ${invoice.original_id}::uuid) o) as original,
           (select number from orders where book_id = ${bookId} and id = ${invoice.order_id}::uuid) as order_number,
           (select json_object_agg(id, name order by id)
              from deposits
             where book_id = ${bookId}
               and id in (select deposit_id
                            from invoice_lines
                           where book_id = ${bookId} and invoice_id = ${invoice.id})) as deposit_names`)
  const { supplier, customer } = partiesOf(account, row!)
  return {
    supplier,
    customer: customer!,
    account: payableTo(row!.account, supplier),
    isVatPayer: paysVat(account, invoice, row!.original),
    original: row!.original,
    orderNumber: row!.order_number,
    depositNames: row!.deposit_names ?? {},
    issuedBy: row!.actor_name,
  }
}

/** Who charged tax paid it then, whatever holds today. A credit note is what its invoice is. */
export const paysVat = (account: Account, invoice: Invoice, original: InvoiceParties['original']): boolean =>
  !decimal(invoice.total_vat).eq(0) || (original?.is_vat_payer ?? isVatPayerOn(account.tenant, invoice.tax_point_date))

/** A national number says the IBAN too, and without one there is no payment code. */
function payableTo(account: PaperAccount | null, { country }: Party): PaperAccount | null {
  if (account === null || account.iban !== null || account.account_number === null || country === null) return account
  return { ...account, iban: ibanOfNumber(account.account_number, country.code) }
}
