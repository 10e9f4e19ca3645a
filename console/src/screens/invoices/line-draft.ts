/** A line of an invoice as forms hold it, and what an item brings along. */

import type { InvoiceLine, Item, Price, VatRate } from '@cellarbook/sdk'
import { get } from '../../data/client.ts'
import { type Page, queryClient, recordQuery } from '../../data/queries.ts'
import { isPositive, readDecimal } from '../../format/decimal.ts'

export type InvoiceLineDraft = {
  item_id: string
  description: string
  quantity: string
  unit_id: string
  unit_price: string
  vat_rate_pct: string
  discount_pct: string
  deposit_id: string
  deposit_quantity: string
  vat_exemption: string
}

export const blankInvoiceLine: InvoiceLineDraft = {
  item_id: '',
  description: '',
  quantity: '',
  unit_id: '',
  unit_price: '',
  vat_rate_pct: '',
  discount_pct: '',
  deposit_id: '',
  deposit_quantity: '',
  vat_exemption: '',
}

export const draftOfLine = (line: InvoiceLine): InvoiceLineDraft => ({
  item_id: line.item?.id ?? '',
  description: line.description,
  quantity: line.quantity,
  unit_id: line.unit?.id ?? '',
  unit_price: line.unit_price,
  vat_rate_pct: line.vat_rate_pct,
  discount_pct: line.discount_pct ?? '',
  deposit_id: line.deposit.id ?? '',
  deposit_quantity: line.deposit.id === null ? '' : line.deposit.pieces,
  vat_exemption: line.vat_exemption ?? '',
})

/** What is empty is left to the service. */
export function bodyOfLine({ description, quantity, unit_price, unit_id, ...rest }: InvoiceLineDraft): object {
  const { key: _, ...fields } = rest as typeof rest & { key?: string }
  return {
    description,
    quantity,
    unit_price,
    ...(unit_id && { unit: { unit_id } }),
    ...Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== '')),
  }
}

interface Sale {
  partner_id: string
  currency: string
  quantity: string
}

/** What the item says of a line: its name, unit, price for this partner today, and VAT rate. */
export async function linePartOfItem(itemId: string, sale: Sale): Promise<Partial<InvoiceLineDraft>> {
  const { partner_id, currency, quantity } = sale
  const query = { ...(partner_id && { partner_id }), ...(isPositive(readDecimal(quantity) ?? '0') && { quantity }) }
  const [{ body: item }, { body: rates }, { body: price }] = await Promise.all([
    queryClient.ensureQueryData(recordQuery<Item>(`/items/${itemId}`)),
    queryClient.ensureQueryData(recordQuery<Page<VatRate>>('/vat-rates')),
    get<Price>(`/items/${itemId}/prices`, { query }),
  ])
  const rate = rates.data.find(({ id }) => id === item.sale_vat_rate_id) ?? rates.data.find(one => one.is_default)
  return {
    description: item.name,
    unit_id: item.unit.id,
    ...(rate && { vat_rate_pct: rate.rate_pct }),
    ...(price.currency === currency && price.price_source !== 'none' && { unit_price: price.unit_price }),
  }
}
