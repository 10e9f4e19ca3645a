/** One webhook endpoint: health first, then its deliveries, settings and the help with signatures. */
import type { WebhookEndpoint } from '@cellarbook/sdk'
import type { ApiKey } from '../../data/generated/persons.ts'
import { useRecord } from '../../data/queries.ts'
import { Button } from '../../kit/button.tsx'
import { Facts } from '../../kit/facts.tsx'
import { later } from '../../kit/later.tsx'
import { Link } from '../../kit/link.tsx'
import { RecordScreen } from '../../patterns/record-screen.tsx'
import { useRouteId } from '../../patterns/route-id.ts'
import { useParams, useSetParams } from '../../patterns/search-params.ts'
import { useFormat } from '../../words/use-format.ts'
import { useWords } from '../../words/use-words.ts'
import './endpoint-panels.tsx'
import { Health } from './health.tsx'
import { PingButton, PingResult, usePing } from './ping.tsx'
import './developers.css'

const Deliveries = later(async () => (await import('./deliveries.tsx')).Deliveries)
const EditEndpoint = later(async () => (await import('./endpoint-form.tsx')).EditEndpoint)
const RotateSecret = later(async () => (await import('./rotate.tsx')).RotateSecret)
const SignatureHelper = later(async () => (await import('./signature.tsx')).SignatureHelper)

export function WebhookRecord() {
  const id = useRouteId()
  const words = useWords('webhooks')
  const setParams = useSetParams()
  const ping = usePing(id)
  return (
    <RecordScreen<WebhookEndpoint>
      path={`/webhook-endpoints/${id}`}
      titleOf={({ url }) => url}
      mainActions={['enable']}
      ownActions={['test', 'rotate_secret']}
      hasHistory={false}
      tools={({ allowed_actions }) => (
        <>
          <PingButton ping={ping} />
          {allowed_actions.includes('rotate_secret') && (
            <Button onClick={() => setParams({ rotate: '1' })}>{words.rotate.action}</Button>
          )}
        </>
      )}
      overview={(endpoint, { etag }) => (
        <>
          <Health endpoint={endpoint} />
          <PingResult ping={ping} />
          <EndpointDialogs endpoint={endpoint} etag={etag} />
        </>
      )}
      sections={endpoint => [
        { key: 'deliveries', label: words.deliveries.title, content: <Deliveries endpointId={id} /> },
        { key: 'settings', label: words.settings.title, content: <EndpointSettings endpoint={endpoint} /> },
        { key: 'signature', label: words.signature.title, content: <SignatureHelper /> },
      ]}
    />
  )
}

function EndpointDialogs({ endpoint, etag }: { endpoint: WebhookEndpoint; etag: string | undefined }) {
  const { rotate, edit } = useParams()
  const setParams = useSetParams()
  if (rotate) return <RotateSecret id={endpoint.id} onClose={() => setParams({ rotate: '' })} />
  if (edit) return <EditEndpoint key={etag} endpoint={endpoint} etag={etag} onClose={() => setParams({ edit: '' })} />
  return null
}

function EndpointSettings({ endpoint }: { endpoint: WebhookEndpoint }) {
  const words = useWords('webhooks')
  const { yes, no } = useWords('frame')
  const { exactInstant } = useFormat()
  const setParams = useSetParams()
  const { settings } = words
  return (
    <div className="panel stack">
      <Facts
        facts={[
          [settings.types, <code key="types">{endpoint.types.join(' ')}</code>],
          [settings.description, endpoint.description],
          [settings.key, endpoint.key_id ? <KeyName key="key" id={endpoint.key_id} /> : settings.person],
          [settings.skipOwn, endpoint.exclude_own_events ? yes : no],
          [settings.version, endpoint.api_version],
          [settings.created, exactInstant(endpoint.created_at)],
        ]}
      />
      <div>
        <Button onClick={() => setParams({ edit: '1' })}>{words.edit}</Button>
      </div>
    </div>
  )
}

/** Who may not read keys sees the end of its id. */
function KeyName({ id }: { id: string }) {
  const { data } = useRecord<ApiKey>(`/settings/api-keys/${id}`)
  return <Link to={`/developers/keys?key=${id}`}>{data?.body.name ?? id.slice(-8)}</Link>
}
