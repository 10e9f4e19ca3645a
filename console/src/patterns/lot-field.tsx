/** A layer of an item in a warehouse: those that are there, expiring first, or none. */
import type { StockLot } from '@cellarbook/sdk'
import { useQuery } from '@tanstack/react-query'
import { type Page, recordQuery } from '../data/queries.ts'
import { SelectField } from '../kit/field.tsx'
import { useFormat } from '../words/use-format.ts'
import { useWords } from '../words/use-words.ts'

interface LotFieldProps {
  label: string
  path: string
  itemId: string
  warehouseId: string
  value: string
  onChange: (lotId: string) => void
  isLabelUnseen?: boolean
  /** What stands for none: by default the oldest is taken. */
  empty?: string
}

export function LotField({ itemId, warehouseId, empty, ...field }: LotFieldProps) {
  const words = useWords('lots')
  const query = { item_id: itemId, warehouse_id: warehouseId, sort: 'expiry_date', limit: 200 }
  const isAsked = itemId !== '' && warehouseId !== ''
  const lots = useQuery({ ...recordQuery<Page<StockLot>>('/stock-levels/lots', query), enabled: isAsked })
  const nameOf = useLotName()
  const options = (lots.data?.body.data ?? []).map(lot => ({ value: lot.id, label: nameOf(lot) }))
  const isGone = field.value !== '' && lots.isSuccess && !options.some(({ value }) => value === field.value)
  const gone = { value: field.value, label: field.value.slice(-8) }
  return <SelectField {...field} options={isGone ? [...options, gone] : options} empty={empty ?? words.oldest} />
}

/** What tells one lot from another on the shelf comes first. */
function useLotName(): (lot: StockLot) => string {
  const words = useWords('lots')
  const { day, quantity } = useFormat()
  return ({ lot_number, expiry_date, receipt, quantity: left, unit }) =>
    [
      lot_number ?? words.unnamed,
      expiry_date && words.until(day(expiry_date)),
      words.left(quantity(left, unit.symbol)),
      !lot_number && words.from(receipt.code),
    ]
      .filter(Boolean)
      .join(' · ')
}
