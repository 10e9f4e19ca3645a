/** One vessel: what it is, and what was in it, for the day something in it went wrong. */
import type { Vessel, VesselUse } from '@cellarbook/sdk'
import { Facts } from '../../kit/facts.tsx'
import { Link } from '../../kit/link.tsx'
import { RecordScreen } from '../../patterns/record-screen.tsx'
import { RelatedList } from '../../patterns/related-list.tsx'
import { useRouteId } from '../../patterns/route-id.ts'
import { useFormat } from '../../words/use-format.ts'
import { useWords } from '../../words/use-words.ts'
import { Level } from './card.tsx'
import './vessels.css'

export function VesselRecord() {
  const id = useRouteId()
  const { uses: words } = useWords('vessels')
  return (
    <RecordScreen<Vessel>
      path={`/vessels/${id}`}
      mainActions={['finish_cleaning', 'start_cleaning']}
      overview={vessel => <VesselFacts vessel={vessel} />}
      sections={vessel => [{ key: 'uses', label: words.title, content: <Uses vessel={vessel} /> }]}
      hasHistory={false}
    />
  )
}

function VesselFacts({ vessel }: { vessel: Vessel }) {
  const { facts } = useWords('vessels')
  const { values } = useWords('fields')
  const { yes, no } = useWords('frame')
  const { quantity, instant } = useFormat()
  const { batch } = vessel
  return (
    <div className="panel stack">
      <Level vessel={vessel} />
      <Facts
        facts={[
          [facts.batch, batch && <Link to={`/batches/${batch.id}`}>{batch.name ?? batch.number}</Link>],
          [facts.code, vessel.code],
          [facts.kind, values[vessel.kind]],
          [facts.capacity, quantity(vessel.capacity_l, 'l')],
          [facts.cleaning, vessel.requires_cleaning ? yes : no],
          [facts.cleaned, instant(vessel.last_cleaned_at)],
        ]}
      />
    </div>
  )
}

function Uses({ vessel }: { vessel: Vessel }) {
  const { uses: words } = useWords('vessels')
  const { states } = useWords('records')
  const { instant } = useFormat()
  return (
    <RelatedList<VesselUse>
      label={words.title}
      path={`/vessels/${vessel.id}/history`}
      keyOf={use => use.batch.id + use.started_at}
      open={use => `/batches/${use.batch.id}`}
      empty={words.empty}
      columns={[
        { key: 'batch', label: words.batch, card: 'title', cell: ({ batch }) => batch.number },
        { key: 'name', label: words.name, card: 'wide', cell: ({ batch }) => batch.name },
        {
          key: 'phase',
          label: words.phase,
          cell: ({ phase }) => (states.batch as Record<string, string>)[phase] ?? phase,
        },
        { key: 'from', label: words.from, cell: ({ started_at }) => instant(started_at) },
        { key: 'to', label: words.to, card: 'none', cell: ({ ended_at }) => instant(ended_at) },
        { key: 'cleaned', label: words.cleaned, card: 'none', cell: ({ last_cleaned_at }) => instant(last_cleaned_at) },
      ]}
    />
  )
}
