/** What an action would do, as the service itself answered: state, stock, layers, documents, events. */
import { useQueries } from '@tanstack/react-query'
import type { AnyRecord, Level, Rehearsal } from '../data/actions.ts'
import { type Page, recordQuery } from '../data/queries.ts'
import { Icon } from '../kit/icon.tsx'
import { State } from '../kit/state.tsx'
import { Table } from '../kit/table.tsx'
import { useFormat } from '../words/use-format.ts'
import { useWords } from '../words/use-words.ts'
import { Made } from './made.tsx'
import { Moves } from './moves.tsx'
import { Warnings } from './rehearsal-warnings.tsx'

interface RehearsedProps {
  record: AnyRecord
  rehearsal: Rehearsal | undefined
  isPending: boolean
}

export function Rehearsed({ record, rehearsal, isPending }: RehearsedProps) {
  const { action: words } = useWords('frame')
  if (!rehearsal && !isPending) return null
  return (
    <section className="panel stack-close" aria-label={words.happens} aria-busy={isPending}>
      <div className="spread">
        <h3>{words.happens}</h3>
        <span className="quiet small">{isPending ? words.rehearsing : words.rehearsed}</span>
      </div>
      {rehearsal && <Happens record={record} rehearsal={rehearsal} />}
    </section>
  )
}

function Happens({ record, rehearsal }: { record: AnyRecord; rehearsal: Rehearsal }) {
  const { effects, created } = rehearsal
  const { action: words } = useWords('frame')
  const { kinds } = useWords('records')
  const from = record.status ?? record.phase
  const to = rehearsal.status ?? rehearsal.phase
  const isAnother = rehearsal.object === record.object && rehearsal.id !== record.id
  return (
    <>
      {isAnother && <Made made={rehearsal} />}
      {!isAnother && from && to && (
        <p className="row">
          <State of={record.object} value={from} />
          {from !== to && (
            <>
              <Icon name="arrow" />
              <State of={record.object} value={to} />
            </>
          )}
        </p>
      )}
      {created && (
        <p>
          {words.created}: <strong>{(kinds as Record<string, string>)[created.object] ?? created.object}</strong>
        </p>
      )}
      {effects?.levels && effects.levels.length > 0 && <LevelsAfter levels={effects.levels} />}
      {effects?.allocations && effects.allocations.length > 0 && (
        <Layers allocations={effects.allocations} lines={linesOf(record)} />
      )}
      {effects?.moves && effects.moves.length > 0 && (
        <Moves label={words.moves} moves={effects.moves} value={effects.value} />
      )}
      <Warnings rehearsal={rehearsal} />
      <Events rehearsal={rehearsal} />
    </>
  )
}

/** The levels now and after; what they are now is read beside. */
function LevelsAfter({ levels }: { levels: readonly Level[] }) {
  const { action: words } = useWords('frame')
  const { quantity } = useFormat()
  const now = useQueries({
    queries: levels
      .slice(0, 20)
      .map(({ item, warehouse }) =>
        recordQuery<Page<Level>>('/stock-levels', { item_id: item.id, warehouse_id: warehouse.id }),
      ),
  })
  const before = (index: number) => now[index]?.data?.body.data[0]
  const change = (index: number, field: 'quantity' | 'reserved_quantity' | 'available_quantity') => {
    const after = levels[index]!
    const first = before(index)?.[field]
    const last = quantity(after[field], after.unit.symbol)
    return first === undefined || first === after[field] ? last : `${quantity(first)} → ${last}`
  }
  const rows = levels.map((level, index) => ({ level, index }))
  return (
    <Table
      label={words.stockAfter}
      rows={rows}
      keyOf={({ level }) => `${level.item.id} ${level.warehouse.id}`}
      columns={[
        { key: 'item', label: words.item, card: 'title', cell: ({ level }) => level.item.name },
        {
          key: 'hand',
          label: words.onHand,
          isNumber: true,
          card: 'amount',
          cell: ({ index }) => change(index, 'quantity'),
        },
        {
          key: 'held',
          label: words.reserved,
          isNumber: true,
          card: 'none',
          cell: ({ index }) => change(index, 'reserved_quantity'),
        },
        {
          key: 'free',
          label: words.free,
          isNumber: true,
          card: 'none',
          cell: ({ index }) => change(index, 'available_quantity'),
        },
      ]}
    />
  )
}

type Allocation = NonNullable<NonNullable<Rehearsal['effects']>['allocations']>[number]

interface Line {
  id: string
  item?: { name: string } | null
  unit?: { symbol: string } | null
}

/** Of a document that has any. */
const linesOf = (record: AnyRecord): readonly Line[] => (record as AnyRecord & { lines?: readonly Line[] }).lines ?? []

interface LayersProps {
  allocations: readonly Allocation[]
  lines: readonly Line[]
}

function Layers({ allocations, lines }: LayersProps) {
  const { action: words } = useWords('frame')
  const { quantity, decimal } = useFormat()
  const lineOf = (id: string) => lines.find(line => line.id === id)
  return (
    <Table
      label={words.layers}
      rows={allocations}
      keyOf={({ line_id, lot_id }) => `${line_id} ${lot_id}`}
      columns={[
        { key: 'item', label: words.item, card: 'title', cell: row => lineOf(row.line_id)?.item?.name },
        {
          key: 'quantity',
          label: words.quantity,
          isNumber: true,
          card: 'amount',
          cell: row => quantity(row.quantity, lineOf(row.line_id)?.unit?.symbol),
        },
        {
          key: 'lot',
          label: words.lot,
          cell: row => row.lot_number ?? <span className="quiet">{words.noLot}</span>,
        },
        { key: 'value', label: words.value, isNumber: true, cell: row => decimal(row.value, 2) },
      ]}
    />
  )
}

/** Each type once, with how often it comes. */
function Events({ rehearsal: { events } }: { rehearsal: Rehearsal }) {
  const { action: words } = useWords('frame')
  const counts = new Map<string, number>()
  for (const { type } of events) counts.set(type, (counts.get(type) ?? 0) + 1)
  return (
    <div className="row small">
      <span className="quiet">{words.events}:</span>
      <ul className="row" aria-label={words.events}>
        {[...counts].map(([type, count]) => (
          <li key={type}>
            <code>{type}</code>
            {count > 1 && ` ×${count}`}
          </li>
        ))}
        {counts.size === 0 && <li className="quiet">{words.noEvents}</li>}
      </ul>
    </div>
  )
}
