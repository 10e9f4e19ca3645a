/** All webhook endpoints of the book. */
import type { WebhookEndpoint, WebhookEndpointWithSecret } from '@cellarbook/sdk'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useShortcuts } from '../../data/shortcuts.ts'
import { Button } from '../../kit/button.tsx'
import { screenAddress } from '../../kit/link.tsx'
import type { Filter } from '../../patterns/list-filters.tsx'
import { type ListColumn, ListScreen } from '../../patterns/list-screen.tsx'
import { useParams, useSetParams } from '../../patterns/search-params.ts'
import { useStateColumn } from '../../patterns/state-column.tsx'
import { useFormat } from '../../words/use-format.ts'
import { useWords } from '../../words/use-words.ts'
import { NewEndpoint } from './endpoint-form.tsx'
import { EndpointSecret } from './endpoint-secret.tsx'
import './developers.css'

export function WebhookList() {
  const { screens } = useWords('frame')
  const words = useWords('webhooks')
  const { new: isNew } = useParams()
  const setParams = useSetParams()
  const navigate = useNavigate()
  const [made, setMade] = useState<WebhookEndpointWithSecret>()
  const create = () => setParams({ new: '1' })
  useShortcuts({ c: create })
  return (
    <>
      <ListScreen<WebhookEndpoint>
        title={screens.webhooks}
        path="/webhook-endpoints"
        hasSearch={false}
        columns={useColumns()}
        filters={useFilters()}
        keyOf={endpoint => endpoint.id}
        open={endpoint => `/developers/webhooks/${endpoint.id}`}
        actions={
          <Button look="main" onClick={create}>
            {words.create}
          </Button>
        }
        empty={words.empty}
      />
      {isNew && !made && <NewEndpoint onMade={setMade} onClose={() => setParams({ new: '' })} />}
      {made?.secret && (
        <EndpointSecret
          secret={made.secret}
          onDone={() => void navigate({ to: screenAddress(`/developers/webhooks/${made.id}`) as string })}
        />
      )}
    </>
  )
}

function useFilters(): readonly Filter[] {
  const { filters } = useWords('webhooks')
  const { states } = useWords('records')
  return [
    {
      kind: 'chips',
      name: 'status',
      label: filters.state,
      options: Object.entries(states.webhook_endpoint).map(([value, label]) => ({ value, label })),
    },
    { kind: 'flag', name: 'include_archived', label: filters.archived },
  ]
}

function useColumns(): readonly ListColumn<WebhookEndpoint>[] {
  const { columns } = useWords('webhooks')
  const { count } = useFormat()
  return [
    { key: 'address', label: columns.address, card: 'title', cell: ({ url }) => url, csv: ({ url }) => url },
    useStateColumn(columns.state),
    {
      key: 'types',
      label: columns.types,
      card: 'wide',
      cell: ({ types }) => <code>{types.join(' ')}</code>,
      csv: ({ types }) => types.join(' '),
    },
    {
      key: 'failures',
      label: columns.failures,
      isNumber: true,
      card: 'none',
      cell: ({ consecutive_failures }) => count(consecutive_failures),
      csv: ({ consecutive_failures }) => String(consecutive_failures),
    },
    {
      key: 'acked',
      label: columns.acked,
      isNumber: true,
      card: 'none',
      cell: ({ acked_sequence }) => count(acked_sequence),
      csv: ({ acked_sequence }) => String(acked_sequence),
    },
  ]
}
