/** The cellar at a glance: what is in which vessel, since when, how full, and what can be done. */
import type { Vessel } from '@cellarbook/sdk'
import { useEffect } from 'react'
import { type Page, useRecord } from '../../data/queries.ts'
import { useSession } from '../../data/session.ts'
import { Skeleton } from '../../kit/facts.tsx'
import { later } from '../../kit/later.tsx'
import { Link } from '../../kit/link.tsx'
import { ProblemAlert } from '../../patterns/problem.tsx'
import { Screen } from '../../patterns/screen.tsx'
import { useParams, useSetParams } from '../../patterns/search-params.ts'
import { useFormat } from '../../words/use-format.ts'
import { useWords } from '../../words/use-words.ts'
import { VesselCard } from './card.tsx'
import './vessels.css'

const ActionDialog = later(async () => (await import('../../patterns/action-dialog.tsx')).ActionDialog)

const kinds = ['kettle', 'fermenter', 'lager_tank', 'bright_tank', 'other'] as const

export function VesselBoard() {
  const { screens, loading } = useWords('frame')
  const { data, error } = useRecord<Page<Vessel>>('/vessels', { is_active: true, limit: 200 })
  const vessels = data?.body.data ?? []
  useEffect(ActionDialog.preload, [])
  return (
    <Screen title={screens.vessels} beside={data && <Counts vessels={vessels} />}>
      <ProblemAlert error={error} />
      {!data && !error && <Skeleton label={loading} />}
      {data && vessels.length === 0 && <NoVessels />}
      <div className="board">
        {kinds.map(kind => (
          <Group key={kind} kind={kind} vessels={vessels.filter(vessel => vessel.kind === kind)} />
        ))}
      </div>
      <ActionOfBoard vessels={vessels} />
    </Screen>
  )
}

function Counts({ vessels }: { vessels: readonly Vessel[] }) {
  const words = useWords('vessels')
  const { count } = useFormat()
  const free = vessels.filter(({ status }) => status === 'free').length
  return <span className="quiet">{words.free(count(free), count(vessels.length))}</span>
}

/** They are set up in the settings, by those who may. */
function NoVessels() {
  const { empty } = useWords('vessels')
  const { account } = useSession()
  const isManager = account.role === 'owner' || account.role === 'admin'
  return (
    <div className="empty">
      <h2>{empty.title}</h2>
      <p className="quiet">{empty.text}</p>
      {isManager && <Link to="/settings/vessels" look="main" children={empty.settings} />}
    </div>
  )
}

function Group({ kind, vessels }: { kind: Vessel['kind']; vessels: readonly Vessel[] }) {
  const { kinds: names } = useWords('vessels')
  if (vessels.length === 0) return null
  const sorted = vessels.toSorted((one, other) => one.sort_order - other.sort_order || (one.code < other.code ? -1 : 1))
  return (
    <section aria-labelledby={`vessels-${kind}`} className="stack-close">
      <h2 id={`vessels-${kind}`}>{names[kind]}</h2>
      <ul className="vessels">
        {sorted.map(vessel => (
          <VesselCard key={vessel.id} vessel={vessel} />
        ))}
      </ul>
    </section>
  )
}

/** As on a record, the dialog is in the address. */
function ActionOfBoard({ vessels }: { vessels: readonly Vessel[] }) {
  const { vessel: id, action } = useParams()
  const setParams = useSetParams()
  const vessel = vessels.find(one => one.id === id)
  if (!vessel || !action) return null
  return (
    <ActionDialog
      key={`${id} ${action}`}
      path={`/vessels/${vessel.id}`}
      record={vessel}
      etag={undefined}
      name={action}
      onClose={() => setParams({ vessel: '', action: '' })}
    />
  )
}
