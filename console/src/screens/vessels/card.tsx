/** One vessel on the board. */
import type { Batch, Vessel } from '@cellarbook/sdk'
import { useQuery } from '@tanstack/react-query'
import { recordQuery } from '../../data/queries.ts'
import { useRights } from '../../data/session.ts'
import { isZero } from '../../format/decimal.ts'
import { Button } from '../../kit/button.tsx'
import { Link } from '../../kit/link.tsx'
import { State } from '../../kit/state.tsx'
import { useActionName } from '../../patterns/record-actions.tsx'
import { useSetParams } from '../../patterns/search-params.ts'
import { useFormat } from '../../words/use-format.ts'
import { useWords } from '../../words/use-words.ts'

export function VesselCard({ vessel }: { vessel: Vessel }) {
  return (
    <li className="panel vessel">
      <div className="spread">
        <h3>
          <Link to={`/vessels/${vessel.id}`}>{vessel.name}</Link>
        </h3>
        <State of="vessel" value={vessel.status} />
      </div>
      <Level vessel={vessel} />
      {vessel.batch ? <Contents batch={vessel.batch} /> : <Cleaned vessel={vessel} />}
      <Actions vessel={vessel} />
    </li>
  )
}

/** How full it is. The number is for pixels only; the text is the book's own. */
export function Level({ vessel: { contents_l, capacity_l, batch } }: { vessel: Vessel }) {
  const words = useWords('vessels')
  const { quantity } = useFormat()
  const capacity = quantity(capacity_l, 'l')
  // What is being brewed is measured when it leaves the kettle: it is there all the same.
  const isUnknown = batch?.phase === 'brewing' && isZero(contents_l)
  const share = Math.min(1, Number(contents_l) / Number(capacity_l))
  return (
    <div className="vessel-level">
      <span className="vessel-bar" aria-hidden="true">
        <span style={{ width: `${share * 100}%` }} />
      </span>
      <span className="small">
        {isUnknown ? words.unstated(capacity) : words.level(quantity(contents_l), capacity)}
      </span>
    </div>
  )
}

/** What is in it, since when, and how it was at the last reading. */
function Contents({ batch }: { batch: NonNullable<Vessel['batch']> }) {
  const words = useWords('vessels')
  const { states } = useWords('records')
  const { instant, quantity } = useFormat()
  const read = useQuery({ ...recordQuery<Batch>(`/batches/${batch.id}`), retry: false }).data?.body
  const since = read && sinceOf(read)
  const { gravity_plato, temperature_c } = read?.latest ?? {}
  const values = [
    gravity_plato && quantity(gravity_plato.value, '°P'),
    temperature_c && quantity(temperature_c.value, '°C'),
  ].filter(Boolean)
  return (
    <div>
      <p>
        <Link to={`/batches/${batch.id}`}>{batch.name ?? batch.number}</Link>{' '}
        <span className="quiet small">{batch.number}</span>
      </p>
      <p className="quiet small">
        {(states.batch as Record<string, string>)[batch.phase]}
        {since && `, ${words.since(instant(since))}`}
      </p>
      {values.length > 0 && <p className="vessel-values">{values.join(' · ')}</p>}
    </div>
  )
}

/** When the batch came into the vessel it is in: one that stayed for another phase came before. */
function sinceOf({ phases }: Batch): string | undefined {
  const last = phases.at(-1)
  const before = phases.findLastIndex(({ vessel_id }) => vessel_id !== last?.vessel_id)
  return phases[before + 1]?.started_at
}

function Cleaned({ vessel: { last_cleaned_at } }: { vessel: Vessel }) {
  const words = useWords('vessels')
  const { instant } = useFormat()
  return <p className="quiet small">{last_cleaned_at ? words.cleaned(instant(last_cleaned_at)) : words.empty.vessel}</p>
}

function Actions({ vessel }: { vessel: Vessel }) {
  const words = useWords('vessels')
  const nameOf = useActionName('vessel')
  const nameOfBatch = useActionName('batch')
  const setParams = useSetParams()
  if (!useRights().has('brewery:write')) return null
  const batch = vessel.batch && `/batches/${vessel.batch.id}`
  return (
    <div className="row vessel-actions">
      {vessel.allowed_actions.map(key => (
        <Button key={key} onClick={() => setParams({ vessel: vessel.id, action: key })}>
          {nameOf(key)}
        </Button>
      ))}
      {batch && (
        <>
          <Link to={`${batch}?tab=readings#measure`} look="normal" children={words.measure} />
          <Link to={`${batch}?action=advance_phase`} look="plain" children={nameOfBatch('advance_phase')} />
          <Link to={`${batch}?action=move`} look="plain" children={words.move} />
        </>
      )}
    </div>
  )
}
