/** Documents that belong together, as links with their states. */
import { useQueries } from '@tanstack/react-query'
import type { AnyRecord } from '../data/actions.ts'
import { pathOf, screenOf } from '../data/places.ts'
import { recordQuery } from '../data/queries.ts'
import { Link } from '../kit/link.tsx'
import { State } from '../kit/state.tsx'
import { useWords } from '../words/use-words.ts'

export interface RelatedRecord {
  object: string
  id: string | null
  name?: string | null
  state?: string | null
  /** What matters of it here, such as an amount. */
  note?: string
}

/** Names and states that are not given are read; what the person may not read stays a link with its kind. */
export function Related({ records }: { records: readonly RelatedRecord[] }) {
  const { record: words } = useWords('frame')
  const { kinds } = useWords('records')
  const present = records.filter((record): record is RelatedRecord & { id: string } => record.id !== null)
  const read = useQueries({
    queries: present.map(({ object, id }) => ({ ...recordQuery<AnyRecord>(pathOf(object, id) ?? ''), retry: false })),
  })
  return (
    <section aria-label={words.related}>
      <ul className="stack-close">
        {present.map(({ object, id, name, state, note }, index) => {
          const found = read[index]?.data?.body
          const shown = state ?? found?.status ?? found?.phase
          const to = screenOf(object, id)
          const label = name ?? found?.number ?? found?.name ?? id.slice(-8)
          return (
            <li key={id} className="row broken-words">
              <span className="quiet">{(kinds as Record<string, string>)[object] ?? object}</span>
              {to ? <Link to={to}>{label}</Link> : label}
              {shown && <State of={object} value={shown} />}
              {note && <span>{note}</span>}
            </li>
          )
        })}
      </ul>
    </section>
  )
}
