/** The smallest complete document: a note that is written, then done. CONTRIBUTING shows it; `api/notes.test.ts` runs it. */
import { Type } from 'typebox'
import { OneOf, Shape, type Static, Text, Uuid } from '../../src/contract/schema.ts'
import { defineWorkflow } from '../../src/contract/workflow.ts'
import { sql } from '../../src/db/sql.ts'
import { column, defineTable, type RowOf } from '../../src/db/table.ts'
import type { WriteContext } from '../../src/kernel/context.ts'
import { defineDocument, envelope } from '../../src/kernel/document.ts'
import { documentActions } from '../../src/kernel/document-actions.ts'
import { documentCreate, documentList, documentReads } from '../../src/kernel/document-endpoints.ts'
import { defineDomain } from '../../src/kernel/domain.ts'
import { is } from '../../src/kernel/filters.ts'
import { takeNumber } from '../../src/kernel/numbering.ts'
import { newId } from '../../src/lib/ids.ts'

// schema.ts
const noteStatuses = ['draft', 'done'] as const
const Note = Shape({
  object: Type.Literal('note'),
  id: Uuid,
  number: Type.String(),
  status: OneOf(noteStatuses),
  text: Type.String(),
  answer: Type.String(),
  ...envelope,
})
const NoteCreate = Shape({ text: Text(1, 200) })
const FinishBody = Shape({ answer: Text(1, 200) })

// workflow.ts
const noteWorkflow = defineWorkflow({
  object: 'note',
  states: noteStatuses,
  initial: 'draft',
  actions: {
    finish: { from: ['draft'], to: 'done', event: 'done', summary: 'Answers the note.', errors: [], body: FinishBody },
  },
})

// store.ts
const noteTable = defineTable({
  name: 'notes',
  columns: {
    id: column.uuid(),
    version: column.integer(),
    number: column.text(),
    status: column.text<(typeof noteStatuses)[number]>(),
    text: column.text(),
    answer: column.text(),
  },
})
type NoteRow = RowOf<typeof noteTable>

// document.ts
const notes = defineDocument({
  object: 'note',
  id: 'notes',
  path: '/notes',
  name: 'a note',
  many: 'notes',
  access: { read: { scopes: ['core:read'] }, write: { scopes: ['core:write'] } },
  workflow: noteWorkflow,
  table: noteTable,
  listed: Note,
  detail: Note,
  view: ({ number, status, text, answer }) => ({ number, status, text, answer }),
})

// actions.ts
async function addNote(ctx: WriteContext, { text }: Static<typeof NoteCreate>): Promise<NoteRow> {
  const number = await takeNumber(ctx, 'note', ctx.today)
  const row = { id: newId(), version: 1, number, status: 'draft', text, answer: '' } as const
  return notes.insert(ctx, { ...row, created_at: ctx.now, updated_at: ctx.now })
}
const noteActions = documentActions(notes, {
  finish: async (_ctx, _note, { answer }) => ({ changes: { answer } }),
})

// index.ts
export const notesDomain = defineDomain({
  name: 'notes',
  after: [],
  records: [{ object: 'note', path: '/notes', table: 'notes', series: [{ kind: 'note', prefix: 'NOTE', place: 90 }] }],
  tables: { notes: 'record' },
  workflows: [noteWorkflow],
  events: {
    'note.created': { object: 'note', summary: 'A note was created.', scope: 'core:read' },
    'note.done': { object: 'note', summary: 'The action finish ran on a note.', scope: 'core:read' },
  },
  endpoints: [
    documentList(notes, {
      filters: Shape({ status: Type.Optional(OneOf(noteStatuses)) }),
      rules: () => ({ status: is(sql`r.status`) }),
    }),
    documentCreate(notes, { description: 'A draft.', body: NoteCreate, errors: [], run: addNote }),
    ...documentReads(notes),
    ...noteActions.endpoints,
  ],
})
