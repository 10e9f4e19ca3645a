/** The lines of a sale, the empties that came with it, and what it comes to. */
import type { PosSale, PosSaleLine } from '@cellarbook/sdk'
import { isZero, negated } from '../../format/decimal.ts'
import { type Column, Table } from '../../kit/table.tsx'
import { Totals } from '../../patterns/totals.tsx'
import { useFormat } from '../../words/use-format.ts'
import { useWords } from '../../words/use-words.ts'

export function SaleLines({ sale }: { sale: PosSale }) {
  const { sales, basket } = useWords('bar')
  const { deposit, returned, rounding, payable, ...taxed } = sale.totals
  // Deposits are outside VAT, and what came back was taken off: below the sum they lead to what was paid.
  const more = [
    [basket.deposit, deposit],
    [basket.returned, negated(returned)],
    [basket.rounding, rounding],
    [sales.columns.total, payable],
  ] as const
  return (
    <div className="stack">
      <Table label={sales.lines.label} rows={sale.lines} keyOf={line => line.id} columns={useColumns(sale.currency)} />
      {sale.returns.length > 0 && <Returned sale={sale} />}
      <Totals
        totals={taxed}
        currency={sale.currency}
        more={more.filter(([label, amount]) => label === sales.columns.total || !isZero(amount))}
      />
    </div>
  )
}

function Returned({ sale }: { sale: PosSale }) {
  const { sales: words } = useWords('bar')
  const { quantity, money } = useFormat()
  return (
    <Table
      label={words.returned}
      rows={sale.returns}
      keyOf={({ deposit }) => deposit.id}
      columns={[
        { key: 'item', label: words.returned, card: 'title', cell: ({ item }) => item.name },
        { key: 'pieces', label: words.pieces, isNumber: true, cell: ({ pieces }) => quantity(pieces) },
        { key: 'total', label: words.lines.deposit, isNumber: true, cell: ({ total }) => money(total, sale.currency) },
      ]}
    />
  )
}

function useColumns(currency: string): readonly Column<PosSaleLine>[] {
  const { sales } = useWords('bar')
  const { lines: words } = sales
  const { quantity, decimal, percent, money } = useFormat()
  return [
    { key: 'item', label: words.item, card: 'wide', cell: ({ item }) => item.name },
    { key: 'quantity', label: words.quantity, isNumber: true, cell: line => quantity(line.quantity, line.unit.symbol) },
    { key: 'price', label: words.price, isNumber: true, cell: line => decimal(line.unit_price, 2) },
    {
      key: 'discount',
      label: words.discount,
      isNumber: true,
      card: 'none',
      cell: line => line.discount_pct && percent(line.discount_pct),
    },
    { key: 'vat', label: words.vat, isNumber: true, card: 'none', cell: line => percent(line.vat_rate_pct) },
    {
      key: 'deposit',
      label: words.deposit,
      isNumber: true,
      card: 'none',
      cell: ({ deposit }) => !isZero(deposit.total) && money(deposit.total, currency),
    },
    {
      key: 'refunded',
      label: words.refunded,
      isNumber: true,
      card: 'none',
      cell: line => !isZero(line.refunded_quantity) && quantity(line.refunded_quantity, line.unit.symbol),
    },
    { key: 'total', label: words.total, isNumber: true, cell: line => money(line.totals.incl_vat, currency) },
  ]
}
