/** /settings/sections and /settings/document: what the account's administrators keep, with the plan of every change. */
import { Type } from 'typebox'
import { eventTypes } from '../../contract/events.ts'
import { type ProblemRow, validationFailed } from '../../contract/problems.ts'
import { Shape } from '../../contract/schema.ts'
import { validator } from '../../contract/validate.ts'
import type { Caller } from '../../kernel/caller.ts'
import type { ReadContext, WriteContext } from '../../kernel/context.ts'
import { theHouse } from '../../kernel/domain.ts'
import { defineEndpoint, type PrepareContext } from '../../kernel/endpoint.ts'
import type { Plan, Section, Settings } from '../../kernel/settings.ts'
import { listUsers } from '../accounts/index.ts'
import { requireProof } from '../people/index.ts'
import {
  applySettings,
  entryShape,
  exportSettings,
  formSchema,
  settingsErrors,
  settingsSchema,
} from '../settings/index.ts'
import { refusePeople } from './rules.ts'
import { DocumentChange, DocumentView, PlanView, SectionChange, SectionNames, SectionView } from './schema.ts'

const access = { scopes: [], persons: ['owner', 'admin'] } as const

const ownSections = (): Section[] => theHouse().settings.filter(({ inside }) => !inside)

const wordsOf = ({ name, description, isSingle }: Section) => ({
  object: 'settings_section' as const,
  name,
  description: description ?? null,
  is_single: isSingle,
})

const params = Shape({ name: Type.String({ minLength: 1, maxLength: 100 }) })
const sectionOfPath = async ({ name }: Record<string, string>) => ownSections().find(section => section.name === name)

/** Under the book's lock, so that a write meanwhile cannot tear it; nothing is kept. */
async function readDocument(ctx: ReadContext): Promise<Settings> {
  let document: Settings = { version: 1 }
  await ctx.dryRun(async ({ tx, account, today }) => {
    document = await exportSettings({ db: tx, account, today })
  })
  return document
}

const entriesOf = (document: Settings, { name, isSingle }: Section): Record<string, unknown>[] => {
  const value = (document as unknown as Record<string, unknown>)[name]
  return (isSingle ? (value ? [value] : []) : (value ?? [])) as Record<string, unknown>[]
}

const listSections = defineEndpoint({
  id: 'settings.sections.list',
  method: 'GET',
  path: '/settings/sections',
  summary: 'List the sections of the settings',
  access,
  returns: { status: 200, schema: SectionNames },
  errors: [],
  handle: async () => ({ body: { object: 'list' as const, data: ownSections().map(wordsOf) } }),
})

const getSection = defineEndpoint({
  id: 'settings.sections.get',
  method: 'GET',
  path: '/settings/sections/{name}',
  summary: 'Show a section of the settings',
  access,
  params,
  returns: { status: 200, schema: SectionView },
  errors: [],
  isLongLived: true,
  record: sectionOfPath,
  async handle({ record }, ctx) {
    const entries = entriesOf(await readDocument(ctx), record)
    return { body: { ...wordsOf(record), entries, schema: formSchema(record, theHouse().settings) } }
  },
})

const changeSection = defineEndpoint({
  id: 'settings.sections.update',
  method: 'POST',
  path: '/settings/sections/{name}',
  summary: 'Change entries of a section',
  description: 'All or nothing. A dry run answers with the plan and what speaks against it.',
  access,
  params,
  body: SectionChange,
  returns: { status: 200, schema: PlanView },
  errors: [],
  emits: () => eventTypes,
  record: sectionOfPath,
  async prepare({ params: { name }, body }, ctx) {
    const section = (await sectionOfPath({ name: name! }))!
    const entries = Type.Array(entryShape(section, theHouse().settings), section.isSingle ? { maxItems: 1 } : {})
    refuseRows(validator()(Shape({ entries }))(body))
    const value = section.isSingle ? body.entries[0] : body.entries
    return { ready: await asked(ctx, { version: 1, ...(value && { [section.name]: value }) }) }
  },
  handle: ({ ready }, ctx) => apply(ctx, ready),
})

const getDocument = defineEndpoint({
  id: 'settings.document.get',
  method: 'GET',
  path: '/settings/document',
  summary: 'Show all settings as one document',
  access,
  returns: { status: 200, schema: DocumentView },
  errors: [],
  isLongLived: true,
  async handle(_input, ctx) {
    const document = { ...(await readDocument(ctx)) }
    return { body: { object: 'settings_document' as const, document, schema: settingsSchema() } }
  },
})

const changeDocument = defineEndpoint({
  id: 'settings.document.update',
  method: 'POST',
  path: '/settings/document',
  summary: 'Change settings by a document',
  description: 'All or nothing. A dry run answers with the plan and what speaks against it.',
  access,
  body: DocumentChange,
  returns: { status: 200, schema: PlanView },
  errors: [],
  emits: () => eventTypes,
  async prepare({ body: { document } }, ctx) {
    refuseRows(settingsErrors(document).map(row => ({ ...row, field: joined('document', row.field) })))
    return { ready: await asked(ctx, document as unknown as Settings) }
  },
  handle: ({ ready }, ctx) => apply(ctx, ready),
})

const joined = (outer: string, field: string): string => (field === '' ? outer : `${outer}.${field}`)

function refuseRows(rows: ProblemRow[]): void {
  if (rows.length > 0) throw validationFailed(rows)
}

interface Asked {
  caller: Caller
  wanted: Settings
}

/** Whoever changes people gives lasting power. */
async function asked({ caller, db, nowMs }: PrepareContext, wanted: Settings): Promise<Asked> {
  if (wanted.users !== undefined) await requireProof(db, caller, nowMs)
  return { caller, wanted }
}

/** What is refused is kept by nobody; a dry run shows it with the plan. */
async function apply(ctx: WriteContext, { caller, wanted }: Asked) {
  const known = wanted.users ? await listUsers(ctx.tx, caller.tenant.id) : []
  const plan = await applySettings(ctx, wanted, { check: refusePeople(caller, known, wanted) })
  const body = { object: 'settings_plan' as const, ...plan }
  return plan.refusals.length === 0 ? { body } : { body, refusal: validationFailed(rowsOf(plan)) }
}

const rowsOf = ({ refusals }: Plan): ProblemRow[] =>
  refusals.map(({ section, key, reason }) => ({ field: section, code: 'not_allowed', message: `${key}: ${reason}` }))

export const settingsEndpoints = [listSections, getSection, changeSection, getDocument, changeDocument]
