/** Lines of a stored draft: each is added, changed and removed by a call of its own, in a dialog. */
import { useMutation } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { currentBook } from '../data/book.ts'
import { call } from '../data/client.ts'
import { refresh } from '../data/queries.ts'
import { Refusal } from '../data/refusal.ts'
import { newId } from '../format/ids.ts'
import { Button } from '../kit/button.tsx'
import { Dialog, DialogEnd } from '../kit/dialog.tsx'
import { FaultsOf } from '../kit/faults.tsx'
import { Icon } from '../kit/icon.tsx'
import { type Column, Table } from '../kit/table.tsx'
import { useWords } from '../words/use-words.ts'
import { ProblemAlert } from './problem.tsx'

interface AnyLine {
  id: string
}

interface DraftLinesProps<Line extends AnyLine, Draft> {
  label: string
  /** Of the document, such as `/orders/{id}`. */
  path: string
  etag: string | undefined
  lines: readonly Line[]
  columns: readonly Column<Line>[]
  /** A document that is no draft shows its lines only. */
  isOpen: boolean
  /** Where the service has no call that removes one. */
  isKept?: boolean
  blank: Draft
  draftOf: (line: Line) => Draft
  bodyOf: (draft: Draft) => object
  /** The fields of a line; `isNew` when it is being added. */
  fields: (draft: Draft, change: (part: Partial<Draft>) => void, isNew: boolean) => ReactNode
}

export function StoredLines<Line extends AnyLine, Draft>(props: DraftLinesProps<Line, Draft>) {
  const { form, edit } = useWords('frame')
  const { label, lines, columns, isOpen, blank, draftOf } = props
  const [chosen, setChosen] = useState<{ id?: string; draft: Draft }>()
  const tools: Column<Line> = {
    key: 'tools',
    label: edit,
    cell: line => (
      <Button look="plain" onClick={() => setChosen({ id: line.id, draft: draftOf(line) })}>
        {edit}
      </Button>
    ),
  }
  return (
    <div className="stack-close">
      <Table label={label} rows={lines} keyOf={line => line.id} columns={isOpen ? [...columns, tools] : columns} />
      {isOpen && (
        <div>
          <Button onClick={() => setChosen({ draft: blank })}>
            <Icon name="plus" /> {form.addLine}
          </Button>
        </div>
      )}
      {chosen && <LineDialog {...props} chosen={chosen} onClose={() => setChosen(undefined)} />}
    </div>
  )
}

type LineDialogProps<Line extends AnyLine, Draft> = DraftLinesProps<Line, Draft> & {
  chosen: { id?: string; draft: Draft }
  onClose: () => void
}

function LineDialog<Line extends AnyLine, Draft>(props: LineDialogProps<Line, Draft>) {
  const { path, etag, chosen, onClose, fields, bodyOf, isKept = false } = props
  const { form, edit, save, keep } = useWords('frame')
  const [draft, setDraft] = useState(chosen.draft)
  const [key] = useState(newId)
  const at = chosen.id ? `${path}/lines/${chosen.id}` : `${path}/lines`
  const sending = useMutation({
    mutationFn: (isRemoval: boolean) =>
      isRemoval
        ? call('DELETE', at, { ifMatch: etag, idempotencyKey: `${key}-d` })
        : call(chosen.id ? 'PATCH' : 'POST', at, { body: bodyOf(draft), ifMatch: etag, idempotencyKey: newId() }),
    onSuccess: () => {
      void refresh(currentBook(), [`/${path.split('/')[1]}`])
      onClose()
    },
  })
  const rows = sending.error instanceof Refusal ? sending.error.rows : []
  return (
    <Dialog title={chosen.id ? edit : form.addLine} onClose={onClose}>
      <FaultsOf rows={rows}>
        <form
          className="stack"
          onSubmit={event => {
            event.preventDefault()
            sending.mutate(false)
          }}
        >
          {fields(draft, part => setDraft(now => ({ ...now, ...part })), chosen.id === undefined)}
          <ProblemAlert error={sending.error} />
          <DialogEnd keep={keep} onKeep={onClose}>
            <span className="row">
              {chosen.id && !isKept && (
                <Button look="grave" isOff={sending.isPending} onClick={() => sending.mutate(true)}>
                  {form.removeLine}
                </Button>
              )}
              <Button type="submit" look="main" isOff={sending.isPending}>
                {save}
              </Button>
            </span>
          </DialogEnd>
        </form>
      </FaultsOf>
    </Dialog>
  )
}
