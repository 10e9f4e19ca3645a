/** Somebody saved the record while it was being edited: theirs beside yours, field by field, and nothing thrown away. */
import { Button } from '../kit/button.tsx'
import { Dialog } from '../kit/dialog.tsx'
import { Table } from '../kit/table.tsx'
import { useWords } from '../words/use-words.ts'
import { useFieldName } from './field-name.ts'

interface ConflictProps {
  yours: Record<string, unknown>
  theirs: Record<string, unknown>
  onKeepMine: () => void
  onTakeTheirs: () => void
  onClose: () => void
}

const shown = (value: unknown): string => {
  if (value === null || value === undefined || value === '') return '–'
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

const isOther = (one: unknown, other: unknown): boolean => shown(one) !== shown(other)

type Held = Record<string, unknown>

/** An address is compared member by member. */
const isParts = (value: unknown): value is Held => typeof value === 'object' && value !== null && !Array.isArray(value)

const partsOf = (held: Held, names: readonly string[]): Held =>
  Object.fromEntries(
    names.flatMap(name => {
      const value = held[name]
      return isParts(value) ? Object.entries(value) : [[name, value]]
    }),
  )

export function Conflict({ yours: changed, theirs: stored, onKeepMine, onTakeTheirs, onClose }: ConflictProps) {
  const { conflict: words } = useWords('frame')
  const fieldName = useFieldName()
  const names = Object.keys(changed)
  const [yours, theirs] = [partsOf(changed, names), partsOf(stored, names)]
  const fields = Object.keys(yours).filter(name => isOther(yours[name], theirs[name]))
  return (
    <Dialog title={words.title} description={words.text} onClose={onClose} shape="wide">
      <Table
        label={words.title}
        rows={fields}
        keyOf={name => name}
        columns={[
          { key: 'field', label: words.field, cell: name => <strong>{fieldName(name)}</strong> },
          { key: 'yours', label: words.yours, card: 'wide', cell: name => shown(yours[name]) },
          { key: 'theirs', label: words.theirs, card: 'wide', cell: name => shown(theirs[name]) },
        ]}
      />
      <div className="dialog-end">
        <Button onClick={onTakeTheirs}>{words.takeTheirs}</Button>
        <Button look="main" onClick={onKeepMine}>
          {words.keepMine}
        </Button>
      </div>
    </Dialog>
  )
}
