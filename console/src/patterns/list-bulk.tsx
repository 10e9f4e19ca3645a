/** What can be done with the marked rows of a list. */
import { useState } from 'react'
import { Button } from '../kit/button.tsx'
import { later } from '../kit/later.tsx'
import { Menu, MenuItem } from '../kit/menu.tsx'
import { useWords } from '../words/use-words.ts'
import type { Target } from './bulk-run.ts'
import './list-bulk.css'
import { useActionName } from './record-actions.tsx'

const BulkDialog = later(async () => (await import('./bulk-dialog.tsx')).BulkDialog)

export interface BulkAction {
  key: string
  /** Fields of the body that make sense for one record alone, such as an amount. */
  without?: readonly string[]
  /** What the form holds when it opens. */
  initial?: () => Record<string, unknown>
}

export interface Bulk<Row> {
  /** The kind of the records, which names their actions. */
  object: string
  /** Those that may be run over several records; each one is a call of its own. */
  actions: readonly BulkAction[]
  nameOf: (row: Row) => string
}

/** A marked record, and what it allows now. */
export interface MarkedRecord extends Target {
  allowed: readonly string[]
}

interface BulkBarProps {
  object: string
  actions: readonly BulkAction[]
  marked: readonly MarkedRecord[]
  /** Of the rows on the screen. */
  shown: number
  onMarkAll: () => void
  onClear: () => void
  onExport: () => void
}

export function BulkBar({ object, actions, marked, shown, onMarkAll, onClear, onExport }: BulkBarProps) {
  const { list: words } = useWords('frame')
  const [running, setRunning] = useState<BulkAction>()
  const count = marked.length
  return (
    <div className="bulk-bar" data-some={count > 0 || undefined}>
      <p role="status">{count > 0 && <strong>{words.marked(count)}</strong>}</p>
      {count > 0 && (
        // biome-ignore lint/a11y/useSemanticElements: a fieldset would need a legend in sight
        <div role="group" aria-label={words.bulk} className="row">
          <Offered object={object} actions={actions} marked={marked} onChoose={setRunning} />
          <Button onClick={onExport}>{words.csvOf(count)}</Button>
          {count < shown && <Button onClick={onMarkAll}>{words.markAll}</Button>}
          <Button look="plain" onClick={onClear}>
            {words.unmark}
          </Button>
        </div>
      )}
      {running && (
        <BulkDialog object={object} action={running} targets={marked} onClose={() => setRunning(undefined)} />
      )}
    </div>
  )
}

/** More than this many buttons are a crowd. */
const mostButtons = 3

interface OfferedProps extends Pick<BulkBarProps, 'object' | 'actions' | 'marked'> {
  onChoose: (action: BulkAction) => void
}

/** Those that at least one of the marked records allows, with how many do. */
function Offered({ object, actions, marked, onChoose }: OfferedProps) {
  const { list: words, record } = useWords('frame')
  const nameOf = useActionName(object)
  const offered = actions
    .map(action => ({ action, able: marked.filter(({ allowed }) => allowed.includes(action.key)).length }))
    .filter(({ able }) => able > 0)
    .map(({ action, able }) => ({ action, label: words.bulkAction(nameOf(action.key), able, marked.length) }))
  const more = offered.slice(mostButtons)
  return (
    <>
      {offered.slice(0, mostButtons).map(({ action, label }) => (
        <Button key={action.key} onClick={() => onChoose(action)}>
          {label}
        </Button>
      ))}
      {more.length > 0 && (
        <Menu button={record.more}>
          {more.map(({ action, label }) => (
            <MenuItem key={action.key} onChoose={() => onChoose(action)}>
              {label}
            </MenuItem>
          ))}
        </Menu>
      )}
    </>
  )
}
