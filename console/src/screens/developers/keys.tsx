/** All API keys of the account: made, rolled and revoked here. */
import { useState } from 'react'
import type { ApiKey, ApiKeyActionResult, ApiKeyWriteResult } from '../../data/generated/persons.ts'
import { useShortcuts } from '../../data/shortcuts.ts'
import { Button } from '../../kit/button.tsx'
import type { Filter } from '../../patterns/list-filters.tsx'
import { type ListColumn, ListScreen } from '../../patterns/list-screen.tsx'
import { useParams, useSetParams } from '../../patterns/search-params.ts'
import { useStateColumn } from '../../patterns/state-column.tsx'
import { useFormat } from '../../words/use-format.ts'
import { useWords } from '../../words/use-words.ts'
import { RevokeKey, RollKey } from './key-ends.tsx'
import { EditKey, NewKey } from './key-form.tsx'
import { KeySecret } from './key-secret.tsx'
import './developers.css'

/** The dialog is in the address; the secret is nowhere but here. */
export function KeyList() {
  const { screens } = useWords('frame')
  const words = useWords('keys')
  const setParams = useSetParams()
  const [made, setMade] = useState<ApiKeyWriteResult | ApiKeyActionResult>()
  const create = () => setParams({ new: '1' })
  useShortcuts({ c: create })
  return (
    <>
      <ListScreen<ApiKey>
        title={screens.keys}
        path="/settings/api-keys"
        columns={useColumns()}
        filters={useFilters()}
        keyOf={key => key.id}
        open={key => `/developers/keys?key=${key.id}`}
        actions={
          <Button look="main" onClick={create}>
            {words.create}
          </Button>
        }
        empty={words.empty}
      />
      {made ? <KeySecret made={made} onDone={() => setMade(undefined)} /> : <KeyDialogs onMade={setMade} />}
    </>
  )
}

function KeyDialogs({ onMade }: { onMade: (made: ApiKeyWriteResult) => void }) {
  const { new: isNew, key, roll, revoke } = useParams()
  const setParams = useSetParams()
  const close = () => setParams({ new: '', key: '', roll: '', revoke: '' })
  const keep = (made: ApiKeyWriteResult) => {
    onMade(made)
    close()
  }
  if (isNew) return <NewKey onMade={keep} onClose={close} />
  if (key) return <EditKey id={key} onClose={close} />
  if (roll) return <RollKey id={roll} onMade={keep} onClose={close} />
  if (revoke) return <RevokeKey id={revoke} onClose={close} />
  return null
}

function useFilters(): readonly Filter[] {
  const { book } = useWords('frame')
  const { columns } = useWords('keys')
  const { states } = useWords('records')
  return [
    {
      kind: 'chips',
      isSingle: true,
      name: 'mode',
      label: columns.book,
      options: (['live', 'test'] as const).map(value => ({ value, label: book[value] })),
    },
    {
      kind: 'choice',
      name: 'status',
      label: columns.state,
      options: (['active', 'expired', 'revoked'] as const).map(value => ({ value, label: states.api_key[value] })),
    },
  ]
}

function useColumns(): readonly ListColumn<ApiKey>[] {
  const { columns, never, scopesCount } = useWords('keys')
  const { presets } = useWords('scopes')
  const { book } = useWords('frame')
  const { clock, instant, count } = useFormat()
  const mayDo = (key: ApiKey) => (key.preset ? presets[key.preset] : scopesCount(key.scopes.length))
  return [
    { key: 'name', label: columns.name, card: 'title', cell: key => key.name, csv: key => key.name },
    useStateColumn(columns.state),
    { key: 'key', label: columns.key, cell: key => <code>{shortKey(key)}</code>, csv: shortKey },
    { key: 'book', label: columns.book, isHidden: true, cell: key => book[key.mode], csv: key => book[key.mode] },
    { key: 'preset', label: columns.preset, cell: mayDo, csv: key => key.scopes.join(' ') },
    { key: 'owner', label: columns.owner, isHidden: true, cell: key => key.owner.name, csv: key => key.owner.email },
    {
      key: 'used',
      label: columns.used,
      card: 'none',
      cell: key => <span className="nowrap">{instant(key.last_used_at) || never}</span>,
      csv: key => clock(key.last_used_at),
    },
    {
      key: 'calls',
      label: columns.calls,
      isNumber: true,
      card: 'none',
      cell: key => (key.calls_24h === null ? '–' : count(key.calls_24h)),
      csv: key => String(key.calls_24h ?? ''),
    },
    {
      key: 'ends',
      label: columns.ends,
      card: 'none',
      cell: key => <span className="nowrap">{instant(endOf(key)) || never}</span>,
      csv: key => clock(endOf(key)),
    },
    { key: 'actions', label: columns.actions, card: 'wide', cell: key => <KeyActions of={key} /> },
  ]
}

const shortKey = ({ prefix, last_four }: ApiKey): string => `${prefix}…${last_four}`
const endOf = ({ revoked_at, expires_at }: ApiKey): string | null => revoked_at ?? expires_at

function KeyActions({ of: { id, status } }: { of: ApiKey }) {
  const { roll, revoke } = useWords('keys')
  const setParams = useSetParams()
  if (status !== 'active') return null
  return (
    <div className="row nowrap">
      <Button onClick={() => setParams({ roll: id })}>{roll.action}</Button>
      <Button onClick={() => setParams({ revoke: id })}>{revoke.action}</Button>
    </div>
  )
}
