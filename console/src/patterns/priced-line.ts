/** A priced line as a person types it, and as it is sent. Apart from its fields, which are loaded when one is changed. */
import type { Item } from '@cellarbook/sdk'
import { queryClient, recordQuery } from '../data/queries.ts'

export interface PricedLine {
  item_id: string
  quantity: string
  unit_id: string
  unit_price: string
  discount_pct: string
}

export const blankPricedLine: PricedLine = { item_id: '', quantity: '', unit_id: '', unit_price: '', discount_pct: '' }

/** The stock unit of an item. */
export const unitOfItem = async (itemId: string): Promise<string> =>
  (await queryClient.ensureQueryData(recordQuery<Item>(`/items/${itemId}`))).body.unit.id

export const bodyOfPricedLine = (line: PricedLine): object => ({
  item_id: line.item_id,
  quantity: line.quantity,
  unit: line.unit_id ? { unit_id: line.unit_id } : {},
  ...(line.unit_price && { unit_price: line.unit_price }),
  ...(line.discount_pct && { discount_pct: line.discount_pct }),
})
