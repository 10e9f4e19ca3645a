/** A test call to the receiver, told step by step, with what to do when it fails. */
import type { WebhookPing } from '@cellarbook/sdk'
import { useMutation } from '@tanstack/react-query'
import { post } from '../../data/client.ts'
import { Button } from '../../kit/button.tsx'
import { Facts } from '../../kit/facts.tsx'
import { Badge } from '../../kit/state.tsx'
import { ProblemAlert } from '../../patterns/problem.tsx'
import { useWords } from '../../words/use-words.ts'

export const usePing = (id: string) =>
  useMutation({
    mutationFn: async () => (await post<WebhookPing>(`/webhook-endpoints/${id}/actions/test`, { body: {} })).body,
  })

type Ping = ReturnType<typeof usePing>

export function PingButton({ ping }: { ping: Ping }) {
  const { ping: words } = useWords('webhooks')
  return (
    <Button look="main" isOff={ping.isPending} onClick={() => ping.mutate()}>
      {words.action}
    </Button>
  )
}

export function PingResult({ ping }: { ping: Ping }) {
  const { ping: words } = useWords('webhooks')
  if (ping.isIdle) return null
  return (
    <section className="panel stack-close" aria-label={words.title} aria-busy={ping.isPending}>
      <div className="spread">
        <h2>{words.title}</h2>
        {ping.data && (
          <Badge tone={ping.data.succeeded ? 'good' : 'bad'}>{ping.data.succeeded ? words.ok : words.failed}</Badge>
        )}
      </div>
      {ping.isPending && <p role="status">{words.running}</p>}
      <ProblemAlert error={ping.error} />
      {ping.data && <Steps result={ping.data} />}
    </section>
  )
}

function Steps({ result }: { result: WebhookPing }) {
  const { ping: words, health } = useWords('webhooks')
  const took = (ms: number | null) => (ms === null ? null : health.milliseconds(String(ms)))
  const { http_status: status, error, response_snippet: said } = result
  return (
    <>
      <Facts
        facts={[
          [words.dns, took(result.dns_ms)],
          [words.connect, took(result.connect_ms)],
          [words.tls, took(result.tls_ms)],
          [words.answer, words.answered(String(status ?? words.none), result.duration_ms)],
        ]}
      />
      {error && (
        <p>
          <code>{error}</code> {words.help[helpFor(error)]}
        </p>
      )}
      {said && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by the keyboard
        <pre className="json" tabIndex={0}>
          {said}
        </pre>
      )}
    </>
  )
}

type Help = 'dns' | 'address' | 'refused' | 'tls' | 'timeout' | 'redirect' | 'http' | 'other'

const helps: readonly (readonly [RegExp, Help])[] = [
  [/^dns/, 'dns'],
  [/^address/, 'address'],
  [/refused|unreachable/, 'refused'],
  [/^tls/, 'tls'],
  [/timeout/, 'timeout'],
  [/redirect|^http_3/, 'redirect'],
  [/^http_/, 'http'],
]

const helpFor = (error: string): Help => helps.find(([pattern]) => pattern.test(error))?.[1] ?? 'other'
