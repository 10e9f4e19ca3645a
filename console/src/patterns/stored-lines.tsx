/** Lines of a stored draft: each is added, changed and removed by a call of its own, in a dialog. */
import { type ReactNode, useState } from 'react'
import { Button } from '../kit/button.tsx'
import { Icon } from '../kit/icon.tsx'
import { later } from '../kit/later.tsx'
import { type Column, Table } from '../kit/table.tsx'
import { useWords } from '../words/use-words.ts'

const LineDialog = later(async () => (await import('./line-dialog.tsx')).LineDialog)

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
  /** What the line is about, where its fields do not say so. */
  nameOf?: (line: Line) => string
  blank: Draft
  draftOf: (line: Line) => Draft
  bodyOf: (draft: Draft, isNew: boolean) => object
  /** The fields of a line; `isNew` when it is being added. */
  fields: (draft: Draft, change: (part: Partial<Draft>) => void, isNew: boolean) => ReactNode
}

export function StoredLines<Line extends AnyLine, Draft>(props: DraftLinesProps<Line, Draft>) {
  const { form, edit } = useWords('frame')
  const { label, lines, columns, isOpen, blank, draftOf } = props
  const { path, etag, fields, bodyOf, nameOf, isKept = false } = props
  const [chosen, setChosen] = useState<{ id?: string; name?: string; draft: Draft }>()
  const choose = (line: Line) => setChosen({ id: line.id, draft: draftOf(line), ...(nameOf && { name: nameOf(line) }) })
  const tools: Column<Line> = {
    key: 'tools',
    label: edit,
    card: 'tools',
    cell: line => (
      <Button look="plain" onClick={() => choose(line)}>
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
      {chosen && (
        <LineDialog
          path={path}
          etag={etag}
          id={chosen.id}
          name={chosen.name}
          isKept={isKept}
          initial={chosen.draft}
          bodyOf={draft => bodyOf(draft as Draft, chosen.id === undefined)}
          fields={(draft, change) => fields(draft as Draft, change, chosen.id === undefined)}
          onClose={() => setChosen(undefined)}
        />
      )}
    </div>
  )
}
