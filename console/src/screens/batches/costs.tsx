/** What a batch cost, litre by litre, and what came out for it. */
import type { Batch, BatchCost, CostMaterial } from '@cellarbook/sdk'
import { useRecord } from '../../data/queries.ts'
import { isZero } from '../../format/decimal.ts'
import { type Fact, Facts, Skeleton } from '../../kit/facts.tsx'
import { Link } from '../../kit/link.tsx'
import { Table } from '../../kit/table.tsx'
import { ListProblem } from '../../patterns/list-rows.tsx'
import { Region } from '../../patterns/region.tsx'
import { useFormat } from '../../words/use-format.ts'
import { useWords } from '../../words/use-words.ts'

export function Costs({ batch }: { batch: Batch }) {
  const { loading } = useWords('frame')
  const { data, error } = useRecord<BatchCost>(`/batches/${batch.id}/cost`)
  if (error) return <ListProblem error={error} />
  if (!data) return <Skeleton label={loading} />
  return (
    <div className="stack">
      <Sums cost={data.body} />
      <Yield cost={data.body} />
      <Inputs cost={data.body} />
    </div>
  )
}

const parts = [
  'materials',
  'transferred_in',
  'transferred_out',
  'additional_cost',
  'received',
  'by_products',
  'written_off',
  'in_process',
] as const

function Sums({ cost }: { cost: BatchCost }) {
  const { costs: words } = useWords('batches')
  const { money } = useFormat()
  const unit = cost.in_process.unit_cost
  const facts: Fact[] = [
    ...parts
      .filter(part => part === 'materials' || !isZero(cost.totals[part]))
      .map((part): Fact => [words.totals[part], money(cost.totals[part], cost.currency)]),
    [words.litre, unit && money(unit, cost.currency)],
  ]
  return (
    <Region title={words.title}>
      <Facts facts={facts} />
    </Region>
  )
}

const litres = [
  'brewed_l',
  'transferred_in_l',
  'transferred_out_l',
  'received_l',
  'packaged_l',
  'cellar_loss_l',
  'packaging_loss_l',
] as const

function Yield({ cost }: { cost: BatchCost }) {
  const { costs: words } = useWords('batches')
  const { quantity, percent } = useFormat()
  const said = litres.flatMap((name): Fact[] => {
    const volume = cost.yield[name]
    return volume === null || isZero(volume) ? [] : [[words.yield[name], quantity(volume, 'l')]]
  })
  if (said.length === 0) return null
  return (
    <Region title={words.litres}>
      <Facts facts={[...said, [words.yield.yield_pct, cost.yield.yield_pct && percent(cost.yield.yield_pct)]]} />
    </Region>
  )
}

function Inputs({ cost }: { cost: BatchCost }) {
  const { costs: words } = useWords('batches')
  const { quantity, money, decimal } = useFormat()
  if (cost.materials.length === 0) return null
  return (
    <Table<CostMaterial>
      label={words.totals.materials}
      rows={cost.materials}
      keyOf={({ item }) => item.id}
      columns={[
        {
          key: 'item',
          label: words.item,
          card: 'title',
          cell: ({ item }) => <Link to={`/items/${item.id}`}>{item.name}</Link>,
        },
        { key: 'lots', label: words.lots, card: 'none', cell: ({ lots }) => <Lots lots={lots} /> },
        {
          key: 'quantity',
          label: words.quantity,
          isNumber: true,
          card: 'wide',
          cell: row => quantity(row.quantity, row.unit.symbol),
        },
        { key: 'unit', label: words.unitCost, isNumber: true, card: 'none', cell: row => decimal(row.unit_cost, 2) },
        {
          key: 'value',
          label: words.value,
          isNumber: true,
          card: 'amount',
          cell: row => money(row.value, cost.currency),
        },
      ]}
    />
  )
}

function Lots({ lots }: { lots: CostMaterial['lots'] }) {
  return (
    <span className="row small">
      {lots.map(({ lot_id, lot_number, stock_issue_id }) => (
        <Link key={`${lot_id} ${stock_issue_id}`} to={`/lots/${lot_id}`}>
          {lot_number ?? '–'}
        </Link>
      ))}
    </span>
  )
}
