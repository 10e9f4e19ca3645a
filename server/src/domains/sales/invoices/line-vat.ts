/** The VAT of the lines of a draft invoice: their rate, and why they have none. */
import type { ProblemRow } from '../../../contract/problems.ts'
import type { WriteContext } from '../../../kernel/context.ts'
import { plainText } from '../../../lib/decimal.ts'
import type { LineItems } from '../../core/items/line-items.ts'
import { exemptionFaults, exemptionOf } from '../../core/vat-rates/exemptions.ts'
import { listVatRates, rateOfItem } from '../../core/vat-rates/store.ts'
import type { InvoiceLinePatch } from './schema.ts'
import type { InvoiceLineRow } from './store.ts'

export interface LineVat {
  columns: Pick<InvoiceLineRow, 'vat_rate_pct' | 'vat_exemption'>
  /** What is wrong with the reason that was sent, under the name its field has. */
  faults(field: string): ProblemRow[]
}

type Sent = Pick<InvoiceLinePatch, 'item_id' | 'vat_rate_pct' | 'vat_exemption'>

const standardRate = '21'

/** V7: who pays no VAT charges none. A line that is changed keeps the rate it had. */
export async function vatOfLines(
  ctx: WriteContext,
  lines: readonly Sent[],
  items: LineItems,
  before?: InvoiceLineRow,
): Promise<LineVat[]> {
  const { isVatPayer } = ctx.account.tenant
  const rates = isVatPayer && items.size > 0 ? await listVatRates(ctx.tx, ctx.account.book.id) : []
  return lines.map(({ item_id, vat_rate_pct, vat_exemption: sent }) => {
    const ratePct =
      vat_rate_pct === undefined && before
        ? before.vat_rate_pct
        : isVatPayer
          ? plainText(vat_rate_pct ?? standardRate)
          : '0'
    const item = item_id ? items.get(item_id) : undefined
    const rate = item && rateOfItem(rates, item.saleVatRateId)
    return {
      columns: {
        vat_rate_pct: ratePct,
        vat_exemption: exemptionOf({ sent, ratePct, before, rate }, isVatPayer),
      },
      faults: field => exemptionFaults({ sent, ratePct }, isVatPayer, field),
    }
  })
}
