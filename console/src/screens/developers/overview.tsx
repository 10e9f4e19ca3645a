/** The way into everything for those who connect other programs: what was refused, tools, documents, the sandbox. */
import { currentBook } from '../../data/book.ts'
import type { CallCountList, RequestListItem } from '../../data/generated/persons.ts'
import { type Page, useRecord } from '../../data/queries.ts'
import { isRefusal } from '../../data/refusal.ts'
import { useSession } from '../../data/session.ts'
import { Link } from '../../kit/link.tsx'
import { Table } from '../../kit/table.tsx'
import { ProblemAlert } from '../../patterns/problem.tsx'
import { Screen } from '../../patterns/screen.tsx'
import { useFormat } from '../../words/use-format.ts'
import { useWords } from '../../words/use-words.ts'
import { Sandbox } from './sandbox.tsx'
import './developers.css'

export function Developers() {
  const { screens } = useWords('frame')
  const isManaging = useManages()
  return (
    <Screen title={screens.developers}>
      {isManaging && <ErrorRate />}
      {isManaging && <Refusals />}
      <div className="columns">
        <Tools />
        <Documentation />
      </div>
      {currentBook() === 'test' && <Sandbox />}
    </Screen>
  )
}

/** Keys and the log of calls are kept by owners and admins. */
function useManages(): boolean {
  const { role } = useSession().account
  return role === 'owner' || role === 'admin'
}

function ErrorRate() {
  const { overview: words } = useWords('developers')
  const { count, percent } = useFormat()
  const counted = useRecord<CallCountList>('/settings/requests/counts').data?.body.data
  if (!counted) return null
  const calls = counted.reduce((sum, each) => sum + each.calls, 0)
  const refused = counted.reduce((sum, each) => sum + each.refused, 0)
  const rate = calls === 0 ? '–' : percent(((100 * refused) / calls).toFixed(1))
  return (
    <dl className="tiles">
      {[
        [words.calls, count(calls)],
        [words.refused, count(refused)],
        [words.rate, rate],
      ].map(([label, value]) => (
        <div key={label} className="panel tile">
          <dt className="quiet small">{label}</dt>
          <dd>
            <strong>{value}</strong>
          </dd>
        </div>
      ))}
    </dl>
  )
}

function Refusals() {
  const { overview: words, requests } = useWords('developers')
  const { titles } = useWords('problems')
  const { instant } = useFormat()
  const list = useRecord<Page<RequestListItem>>('/settings/requests', { status: 'refused', limit: 8 })
  const rows = list.data?.body.data
  return (
    <section className="stack-close" aria-label={words.newest}>
      <div className="spread">
        <h2>{words.newest}</h2>
        <Link to="/developers/requests">{words.allRequests}</Link>
      </div>
      {isRefusal(list.error, 'not_found') && <p className="quiet">{words.notKept}</p>}
      {list.error && !isRefusal(list.error, 'not_found') && <ProblemAlert error={list.error} />}
      {rows?.length === 0 && <p className="quiet">{words.noRefusals}</p>}
      {rows && rows.length > 0 && (
        <Table
          label={words.newest}
          rows={rows}
          keyOf={row => row.id}
          columns={[
            {
              key: 'call',
              label: requests.call,
              card: 'title',
              cell: row => <Link to={`/developers/requests/${row.id}`}>{`${row.method} ${row.path}`}</Link>,
            },
            { key: 'status', label: requests.status, isNumber: true, card: 'amount', cell: row => row.status },
            {
              key: 'code',
              label: requests.code,
              card: 'wide',
              cell: row => row.code && ((titles as Record<string, string>)[row.code] ?? row.code),
            },
            { key: 'when', label: requests.when, cell: row => instant(row.created_at) },
          ]}
        />
      )}
    </section>
  )
}

function Tools() {
  const { overview: words } = useWords('developers')
  const { screens } = useWords('frame')
  const { rights } = useSession().account
  const isManaging = useManages()
  const open = {
    keys: isManaging,
    webhooks: rights.includes('webhooks:manage'),
    events: rights.includes('events:read'),
  }
  const shown = Object.entries({ ...open, requests: isManaging }).filter(([, isOpen]) => isOpen)
  return (
    <section className="panel stack-close" aria-label={words.tools}>
      <h2>{words.tools}</h2>
      <ul className="stack-close">
        {shown
          .map(([key]) => key as keyof typeof words.links)
          .map(name => (
            <li key={name}>
              <Link to={`/developers/${name}`}>{screens[name]}</Link>
              <p className="quiet small">{words.links[name]}</p>
            </li>
          ))}
      </ul>
    </section>
  )
}

const documents = {
  start: '/developers/guides/first-call',
  reference: '/developers',
  errors: '/developers#errors',
  changelog: '/developers/changelog',
  openapi: '/openapi.json',
} as const

function Documentation() {
  const { overview: words } = useWords('developers')
  return (
    <section className="panel stack-close" aria-label={words.documentation}>
      <h2>{words.documentation}</h2>
      <ul className="stack-close">
        {(Object.keys(documents) as (keyof typeof documents)[]).map(name => (
          <li key={name}>
            <a href={documents[name]}>{words.docs[name]}</a>
          </li>
        ))}
      </ul>
    </section>
  )
}
