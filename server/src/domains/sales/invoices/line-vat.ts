/** The VAT of the lines of a draft invoice: the rate who pays VAT charges, and why there is none. */

import type { ProblemRow } from '../../../contract/problems.ts'
import { isVatPayerOn } from '../../../kernel/account.ts'
import type { WriteContext } from '../../../kernel/context.ts'
import type { Day } from '../../../lib/days.ts'
import { plainText } from '../../../lib/decimal.ts'
import { exemptionErrors, exemptionOf, type LineItems, listVatRates, rateOfItem } from '../../core/index.ts'
import type { InvoiceLinePatch } from './schema.ts'
import type { InvoiceLineRow } from './store.ts'

export interface LineVat {
  /** The rate is the payer's: what is charged of it is decided by the tax point (`atTaxPoint`). */
  columns: Pick<InvoiceLineRow, 'vat_rate_pct' | 'payer_vat_rate_pct' | 'vat_exemption'>
  /** What is wrong with the reason that was sent, under the name its field has. */
  errors(field: string): ProblemRow[]
}

type Sent = Pick<InvoiceLinePatch, 'item_id' | 'vat_rate_pct' | 'vat_exemption'>

interface Around {
  items: LineItems
  taxPoint: Day
  /** The line that is changed: it keeps the rate it had. */
  before?: InvoiceLineRow
}

const standardRate = '21'

/** How a line of the invoice is taxed. */
export async function lineVatRules(
  ctx: WriteContext,
  { items, taxPoint, before }: Around,
): Promise<(line: Sent) => LineVat> {
  const isVatPayer = isVatPayerOn(ctx.account.tenant, taxPoint)
  const rates = items.size > 0 ? await listVatRates(ctx.tx, ctx.account.book.id) : []
  const kept = before && { vat_rate_pct: before.payer_vat_rate_pct, vat_exemption: before.vat_exemption }
  return ({ item_id, vat_rate_pct, vat_exemption: sent }) => {
    const ratePct = vat_rate_pct === undefined && kept ? kept.vat_rate_pct : plainText(vat_rate_pct ?? standardRate)
    const item = item_id ? items.get(item_id) : undefined
    const rate = item && rateOfItem(rates, item.sale_vat_rate_id)
    return {
      columns: {
        vat_rate_pct: ratePct,
        payer_vat_rate_pct: ratePct,
        vat_exemption: exemptionOf({ sent, ratePct, before: kept, rate }, isVatPayer),
      },
      errors: field => exemptionErrors({ sent, ratePct }, isVatPayer, field),
    }
  }
}
