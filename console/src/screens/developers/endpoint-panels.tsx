/** The bodies of two actions of an endpoint: where it goes on, and from where it is told everything again. */
import type { Event, WebhookEndpoint } from '@cellarbook/sdk'
import { type Page, useRecord } from '../../data/queries.ts'
import { isRefusal } from '../../data/refusal.ts'
import { Radios } from '../../kit/choices.tsx'
import { TextField } from '../../kit/field.tsx'
import { type PanelProps, registerPanel } from '../../patterns/action-panels.ts'
import { useWords } from '../../words/use-words.ts'

function EnablePanel({ value, onChange }: PanelProps) {
  const { enable: words } = useWords('webhooks')
  const { resume = 'from_ack' } = value as { resume?: string }
  return (
    <Radios
      label={words.resume}
      path="resume"
      value={resume}
      onChange={chosen => onChange({ resume: chosen })}
      options={(['from_ack', 'now'] as const).map(each => ({ value: each, label: words[each] }))}
    />
  )
}

function ReplayPanel({ value, onChange, record }: PanelProps) {
  const { replay: words } = useWords('webhooks')
  const { since_sequence: since = '' } = value as { since_sequence?: string }
  return (
    <div className="stack-close">
      <TextField
        label={words.since}
        path="since_sequence"
        hint={words.hint}
        inputMode="numeric"
        value={since}
        onChange={since_sequence => onChange({ since_sequence })}
      />
      {/^\d+$/.test(since) && <ReplayCount since={since} types={(record as unknown as WebhookEndpoint).types} />}
    </div>
  )
}

const mostCounted = 200

/** The log is asked what would match; beyond two hundred the exact number matters to nobody. */
function ReplayCount({ since, types }: { since: string; types: readonly string[] }) {
  const { replay: words } = useWords('webhooks')
  const matching = useRecord<Page<Event>>('/events', {
    since_sequence: since,
    types: types.join(','),
    limit: mostCounted,
  })
  if (isRefusal(matching.error)) return null
  const found = matching.data?.body
  return <p role="status">{found ? words.count(found.data.length, found.has_more) : words.counting}</p>
}

registerPanel('webhook_endpoint', 'enable', EnablePanel)
registerPanel('webhook_endpoint', 'replay', ReplayPanel)
