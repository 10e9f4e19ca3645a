/** What a run filled, with the lots it made and the packaging it took. */
import type { PackagingRun } from '@cellarbook/sdk'
import { Link } from '../../kit/link.tsx'
import { type Column, Table } from '../../kit/table.tsx'
import { useFormat } from '../../words/use-format.ts'
import { useWords } from '../../words/use-words.ts'
import './runs.css'

type Output = PackagingRun['outputs'][number]

export function FilledOutputs({ run }: { run: PackagingRun }) {
  const { outputs: words } = useWords('runs')
  const columns = [...useColumns(run), ...useCostColumns()]
  return (
    <div className="stack">
      <Table label={words.label} rows={run.outputs} keyOf={output => output.id} columns={columns} />
      <Materials run={run} />
    </div>
  )
}

function useColumns(run: PackagingRun): readonly Column<Output>[] {
  const { outputs: words } = useWords('runs')
  const { quantity, day } = useFormat()
  const lotOf = ({ id, lot_number }: Output) =>
    // The layer is there once the run is confirmed, and has the id of the output.
    run.status === 'confirmed' ? (
      <Link to={`/lots/${id}`} className="run-lot">
        {lot_number ?? words.noNumber}
      </Link>
    ) : (
      lot_number
    )
  return [
    {
      key: 'item',
      label: words.item,
      card: 'title',
      cell: ({ item }) => <Link to={`/items/${item.id}`}>{item.name}</Link>,
    },
    {
      key: 'quantity',
      label: words.quantity,
      isNumber: true,
      card: 'amount',
      cell: output => quantity(output.quantity, output.unit.symbol),
    },
    {
      key: 'filled',
      label: words.filled,
      isNumber: true,
      card: 'none',
      cell: output => quantity(output.filled_quantity, run.unit.symbol),
    },
    { key: 'lot', label: words.lot, cell: lotOf },
    { key: 'expiry', label: words.expiry, cell: output => day(output.expiry_date) },
  ]
}

function useCostColumns(): readonly Column<Output>[] {
  const { outputs: words } = useWords('runs')
  const { decimal } = useFormat()
  return [
    {
      key: 'unit',
      label: words.unitCost,
      isNumber: true,
      card: 'none',
      cell: output => output.unit_cost && decimal(output.unit_cost, 2),
    },
    {
      key: 'net',
      label: words.unitCostNet,
      isNumber: true,
      card: 'none',
      cell: output => output.unit_cost_net && decimal(output.unit_cost_net, 2),
    },
    {
      key: 'value',
      label: words.value,
      isNumber: true,
      card: 'none',
      cell: output => output.value && decimal(output.value, 2),
    },
  ]
}

function Materials({ run }: { run: PackagingRun }) {
  const { materials: words } = useWords('runs')
  const { quantity, decimal } = useFormat()
  const rows = run.outputs.flatMap(output => output.materials.map(material => ({ output, material })))
  if (rows.length === 0) return <p className="quiet">{words.empty}</p>
  return (
    <section className="stack-close">
      <h2>{words.label}</h2>
      <Table
        label={words.label}
        rows={rows}
        keyOf={({ output, material }, index) => `${output.id} ${material.item.id} ${index}`}
        columns={[
          {
            key: 'item',
            label: words.item,
            card: 'title',
            cell: ({ material }) => <Link to={`/items/${material.item.id}`}>{material.item.name}</Link>,
          },
          { key: 'for', label: words.for, card: 'wide', cell: ({ output }) => output.item.name },
          {
            key: 'quantity',
            label: words.quantity,
            isNumber: true,
            card: 'amount',
            cell: ({ material }) => quantity(material.quantity, material.unit.symbol),
          },
          {
            key: 'returns',
            label: words.returnable,
            cell: ({ material }) =>
              material.is_returnable && (
                <>
                  <span className="card-label">{words.returnable}: </span>
                  {words.yes}
                </>
              ),
          },
          {
            key: 'value',
            label: words.value,
            isNumber: true,
            card: 'none',
            cell: ({ material }) => material.value && decimal(material.value, 2),
          },
        ]}
      />
    </section>
  )
}
