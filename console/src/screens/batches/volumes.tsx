/** Where the litres of a batch were and went: its stays, its ledger, and what excise makes of it. */
import type { Batch, BatchEntry, BatchStay, Item } from '@cellarbook/sdk'
import { useRecord } from '../../data/queries.ts'
import { useRights, useSession } from '../../data/session.ts'
import { isZero } from '../../format/decimal.ts'
import { Facts } from '../../kit/facts.tsx'
import { Link } from '../../kit/link.tsx'
import { Table } from '../../kit/table.tsx'
import { Name } from '../../patterns/name.tsx'
import { Region } from '../../patterns/region.tsx'
import { RelatedList } from '../../patterns/related-list.tsx'
import { useFormat } from '../../words/use-format.ts'
import { useWords } from '../../words/use-words.ts'
import { EntryOrigin } from './entry-origin.tsx'

export function Volumes({ batch }: { batch: Batch }) {
  const { volumes: words } = useWords('batches')
  return (
    <div className="stack">
      <Stays batch={batch} />
      <section className="stack-close">
        <h2>{words.ledger}</h2>
        <Ledger batch={batch} />
      </section>
      <Excise batch={batch} />
    </div>
  )
}

function Stays({ batch }: { batch: Batch }) {
  const { volumes: words, phases } = useWords('batches')
  const { instant, quantity } = useFormat()
  if (batch.phases.length === 0) return <p className="quiet">{words.notBegun}</p>
  return (
    <Table<BatchStay>
      label={words.stays}
      rows={batch.phases}
      keyOf={stay => stay.started_at + stay.phase}
      columns={[
        { key: 'phase', label: words.phase, card: 'title', cell: ({ phase }) => phases[phase] },
        {
          key: 'vessel',
          label: words.vessel,
          card: 'wide',
          cell: ({ vessel_id }) => vessel_id && <Name kind="vessel" id={vessel_id} />,
        },
        { key: 'from', label: words.from, cell: ({ started_at }) => instant(started_at) },
        { key: 'to', label: words.to, card: 'none', cell: ({ ended_at }) => instant(ended_at) },
        {
          key: 'volume',
          label: words.volume,
          isNumber: true,
          card: 'amount',
          cell: ({ volume_l }) => volume_l && quantity(volume_l, 'l'),
        },
        {
          key: 'loss',
          label: words.loss,
          isNumber: true,
          card: 'none',
          cell: ({ loss_l }) => !isZero(loss_l) && quantity(loss_l, 'l'),
        },
        { key: 'note', label: words.note, card: 'wide', cell: ({ note }) => note },
      ]}
    />
  )
}

function Ledger({ batch }: { batch: Batch }) {
  const { volumes: words } = useWords('batches')
  const { instant, quantity, decimal } = useFormat()
  const seesValue = useRights().has('stock:read')
  return (
    <RelatedList<BatchEntry>
      label={words.ledger}
      path={`/batches/${batch.id}/ledger`}
      keyOf={entry => entry.id}
      empty={words.noEntries}
      columns={[
        {
          key: 'kind',
          label: words.kind,
          card: 'title',
          cell: entry => (entry.is_undone ? <s>{words.kinds[entry.kind]}</s> : words.kinds[entry.kind]),
        },
        { key: 'at', label: words.at, cell: entry => instant(entry.occurred_at) },
        { key: 'origin', label: words.origin, card: 'wide', cell: entry => <EntryOrigin entry={entry} /> },
        {
          key: 'litres',
          label: words.change,
          isNumber: true,
          card: 'amount',
          cell: entry => !isZero(entry.volume_l) && quantity(entry.volume_l, 'l'),
        },
        {
          key: 'after',
          label: words.after,
          isNumber: true,
          card: 'none',
          cell: entry => entry.volume_after_l && quantity(entry.volume_after_l, 'l'),
        },
        ...(seesValue
          ? [{ key: 'value', label: words.value, isNumber: true, card: 'none' as const, cell: changeOf(decimal) }]
          : []),
      ]}
    />
  )
}

const changeOf = (decimal: (value: string, least: number) => string) => (entry: BatchEntry) =>
  !isZero(entry.value) && decimal(entry.value, 2)

/** Excise counts whole degrees of the item, and only what left the tanks for a warehouse of excise. */
function Excise({ batch }: { batch: Batch }) {
  const { excise: words } = useWords('batches')
  const { quantity } = useFormat()
  const item = useRecord<Item>(`/items/${batch.item.id}`).data?.body
  const { account } = useSession()
  if (!item?.plato || !account.modules.includes('excise')) return null
  return (
    <Region title={words.title} beside={<Link to="/excise">{words.reports}</Link>}>
      <Facts
        facts={[
          [words.plato, quantity(item.plato, '°P')],
          [words.whole, quantity(item.plato.split('.')[0]!, '°P')],
          [words.inProcess, batch.volume_l && quantity(batch.volume_l, 'l')],
        ]}
      />
      <p className="quiet small">{words.note}</p>
    </Region>
  )
}
