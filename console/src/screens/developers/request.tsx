/** One call: what was asked, what was answered, and the way to ask it again. */
import type { ApiKey, Request } from '../../data/generated/persons.ts'
import { screenOf } from '../../data/places.ts'
import { useRecord } from '../../data/queries.ts'
import { Button } from '../../kit/button.tsx'
import { copyText } from '../../kit/copy.ts'
import { type Fact, Facts, Skeleton } from '../../kit/facts.tsx'
import { Link } from '../../kit/link.tsx'
import { toast } from '../../kit/toast.tsx'
import { RecordProblem } from '../../patterns/record-problem.tsx'
import { useRouteId } from '../../patterns/route-id.ts'
import { Screen } from '../../patterns/screen.tsx'
import { useFormat } from '../../words/use-format.ts'
import { useWords } from '../../words/use-words.ts'
import { curlOf, laidOut, recordIn } from './calls.ts'
import { StatusBadge } from './requests.tsx'
import './developers.css'

export function RequestRecord() {
  const { loading } = useWords('frame')
  const { data, error } = useRecord<Request>(`/settings/requests/${useRouteId()}`)
  if (data) return <Loaded call={data.body} />
  return error ? <RecordProblem error={error} /> : <Skeleton label={loading} />
}

function Loaded({ call }: { call: Request }) {
  const { requests: words } = useWords('developers')
  const { copied } = useWords('frame')
  const copy = () => copyText(curlOf(call, location.origin)).then(() => toast(copied))
  return (
    <Screen
      title={`${call.method} ${call.path}`}
      beside={<StatusBadge status={call.status} />}
      actions={
        <Button look="main" onClick={copy}>
          {words.curl}
        </Button>
      }
    >
      <div className="panel">
        <Facts facts={useFacts(call)} />
      </div>
      <Body title={words.sent} text={call.request_body} />
      <Body title={words.answered} text={call.answer_body} />
    </Screen>
  )
}

function useFacts(call: Request): readonly Fact[] {
  const { requests: words } = useWords('developers')
  const { exactInstant, count } = useFormat()
  const { titles } = useWords('problems')
  return [
    [
      words.code,
      call.code && <ErrorLink key="code" code={call.code} title={(titles as Record<string, string>)[call.code]} />,
    ],
    [words.record, call.status < 400 && recordIn(call.answer_body) ? <MadeRecord key="record" call={call} /> : null],
    [words.who, call.key_id ? <KeyLink key="key" id={call.key_id} /> : call.user_id && words.person],
    [words.when, exactInstant(call.created_at)],
    [words.took, words.milliseconds(count(call.duration_ms))],
    [words.size, call.bytes === null ? null : words.bytes(count(call.bytes))],
    [words.route, call.route && <code key="route">{call.route}</code>],
    [words.query, call.query && <code key="query">{call.query}</code>],
    [words.address, call.address],
    [words.idempotency, call.idempotency_key],
    [words.id, <code key="id">{call.id}</code>],
  ]
}

function ErrorLink({ code, title }: { code: string; title: string | undefined }) {
  return (
    <a href={`/developers#errors-${code}`} target="_blank" rel="noopener">
      {title ? `${title} (${code})` : code}
    </a>
  )
}

/** The record an answer was about, where it has a screen. */
function MadeRecord({ call }: { call: Request }) {
  const { kinds } = useWords('records')
  const found = recordIn(call.answer_body)
  const to = found && screenOf(found.object, found.id)
  if (!found) return null
  const name = (kinds as Record<string, string>)[found.object] ?? found.object
  return to ? <Link to={to}>{name}</Link> : name
}

function KeyLink({ id }: { id: string }) {
  const { data } = useRecord<ApiKey>(`/settings/api-keys/${id}`)
  return <Link to={`/developers/keys?key=${id}`}>{data?.body.name ?? id.slice(-8)}</Link>
}

function Body({ title, text }: { title: string; text: string | null }) {
  const { requests: words } = useWords('developers')
  return (
    <section className="stack-close" aria-label={title}>
      <h2>{title}</h2>
      {text ? (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by the keyboard
        <pre className="json" tabIndex={0}>
          {laidOut(text)}
        </pre>
      ) : (
        <p className="quiet">{words.notKept}</p>
      )}
    </section>
  )
}
