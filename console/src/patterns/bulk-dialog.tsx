/** One action over several records: what the service says of each, then the calls, one after another, and their results. */
import type { DocumentAction } from '@cellarbook/sdk'
import { useState } from 'react'
import { useActions } from '../data/actions.ts'
import { screenOf } from '../data/places.ts'
import { isRefusal } from '../data/refusal.ts'
import { Button } from '../kit/button.tsx'
import { Dialog, DialogEnd } from '../kit/dialog.tsx'
import { FaultsOf } from '../kit/faults.tsx'
import { Link } from '../kit/link.tsx'
import { Badge, type Tone } from '../kit/state.tsx'
import { Table } from '../kit/table.tsx'
import { useWords } from '../words/use-words.ts'
import { type Entry, type Phase, type Target, useBulkRun } from './bulk-run.ts'
import type { BulkAction } from './list-bulk.tsx'
import { usePaused } from './paused.ts'
import { ProblemAlert } from './problem.tsx'
import { useActionName } from './record-actions.tsx'
import { bodyOf, initialBody, isFilled, type JsonSchema } from './schema-fields.ts'
import { SchemaForm } from './schema-form.tsx'

interface BulkDialogProps {
  object: string
  action: BulkAction
  targets: readonly Target[]
  onClose: () => void
}

export function BulkDialog({ object, action, targets, onClose }: BulkDialogProps) {
  const [path] = useState(targets[0]!.path)
  const declared = useActions(path).data?.body.data.find(({ key }) => key === action.key)
  const title = useActionName(object)(action.key)
  return (
    <Dialog title={title} onClose={onClose} shape="wide">
      {declared && <Loaded title={title} action={action} declared={declared} targets={targets} onClose={onClose} />}
    </Dialog>
  )
}

/** The fields that are the same for all of them. */
function sharedSchema(declared: DocumentAction, without: readonly string[] = []): JsonSchema | undefined {
  const schema = (declared.body ?? undefined) as JsonSchema | undefined
  if (!schema) return undefined
  const properties = Object.entries(schema.properties ?? {}).filter(([name]) => !without.includes(name))
  return { ...schema, properties: Object.fromEntries(properties) }
}

interface LoadedProps extends Omit<BulkDialogProps, 'object'> {
  title: string
  declared: DocumentAction
}

function Loaded({ title, action, declared, targets, onClose }: LoadedProps) {
  const { keep, close, list: words } = useWords('frame')
  const schema = sharedSchema(declared, action.without)
  const [held, setHeld] = useState<unknown>(() => schema && { ...initialBody(schema), ...action.initial?.() })
  const body = usePaused(schema && bodyOf(schema, held), 300)
  const { entries, phase, error, run } = useBulkRun(targets, {
    action: action.key,
    body,
    isComplete: !schema || isFilled(schema, body),
  })
  const able = entries.filter(({ is }) => is === 'able').length
  const isEnded = phase === 'ended'
  const rows = entries.flatMap(entry => (isRefusal(entry.error) ? entry.error.rows : []))
  return (
    <FaultsOf rows={rows}>
      {schema && !isEnded && <SchemaForm schema={schema} value={held} onChange={setHeld} />}
      <Told entries={entries} phase={phase} />
      <Results entries={entries} />
      <ProblemAlert error={error} />
      <DialogEnd keep={isEnded ? close : keep} onKeep={onClose}>
        {!isEnded && (
          <Button look="main" isOff={phase !== 'ready' || able === 0} onClick={run}>
            {words.bulkAction(title, able, able)}
          </Button>
        )}
      </DialogEnd>
    </FaultsOf>
  )
}

/** How far it is, and how many are refused. */
function Told({ entries, phase }: { entries: readonly Entry[]; phase: Phase }) {
  const words = useWords('bulk')
  const count = (is: Entry['is']) => entries.filter(entry => entry.is === is).length
  const all = entries.length
  const text = {
    filling: words.filling,
    rehearsing: words.rehearsing(all - count('waiting'), all),
    ready: words.ready(count('able'), all),
    running: words.running(count('done'), all - count('refused')),
    ended: words.ended(count('done'), all),
  }[phase]
  return <p role="status">{text}</p>
}

const tones: Record<Entry['is'], Tone> = { waiting: 'quiet', able: 'news', refused: 'bad', done: 'good' }

function Results({ entries }: { entries: readonly Entry[] }) {
  const words = useWords('bulk')
  return (
    <div className="bulk-results">
      <Table
        label={words.results}
        rows={entries}
        keyOf={({ path }) => path}
        columns={[
          {
            key: 'record',
            label: words.record,
            cell: ({ name, to }) => (to ? <Link to={to}>{name}</Link> : name),
          },
          {
            key: 'result',
            label: words.result,
            cell: ({ is }) => <Badge tone={tones[is]}>{words.is[is]}</Badge>,
          },
          { key: 'reason', label: words.reason, card: 'wide', cell: entry => <Reason entry={entry} /> },
        ]}
      />
    </div>
  )
}

/** Why not; or what came of it. */
function Reason({ entry: { error, done } }: { entry: Entry }) {
  const { titles } = useWords('problems')
  const { kinds } = useWords('records')
  if (isRefusal(error)) {
    const { code, title, detail } = error.problem
    const name = (titles as Record<string, string>)[code] ?? title
    return <>{[name, detail ?? error.rows[0]?.message].filter(Boolean).join(' ')}</>
  }
  const made = done?.created
  const to = made && screenOf(made.object, made.id)
  return to ? <Link to={to}>{(kinds as Record<string, string>)[made.object] ?? made.object}</Link> : null
}
