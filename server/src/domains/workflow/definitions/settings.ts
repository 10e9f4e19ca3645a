/** Definitions of workflow steps in the settings. */
import type { WriteContext } from '../../../kernel/context.ts'
import { theHouse } from '../../../kernel/domain.ts'
import { defineSection } from '../../../kernel/section.ts'
import type { Section } from '../../../kernel/settings.ts'
import { bookOf, codeOf } from '../../../kernel/settings-words.ts'
import { completeStep, watchedBy, watchedOf, wrongDefinition } from './rules.ts'
import { DefinitionEntry } from './schema.ts'
import { type Definition, definitionTable, listDefinitions, saveWatched } from './store.ts'

declare module '../../../kernel/settings.ts' {
  interface Settings {
    workflow_definitions?: DefinitionEntry[]
  }
}

export const workflowDefinitions: Section<Definition> = defineSection<DefinitionEntry, Definition>({
  name: 'workflow_definitions',
  place: 30,
  description:
    'Which action of a document starts which steps, and what waits for them. A change does not touch steps that exist.',
  entry: DefinitionEntry,
  load: ({ db, account }) => listDefinitions(db, account.book.id),
  canonical: ({ on, steps, ...sent }) => ({ ...sent, on: { to: null, ...on }, steps: steps.map(completeStep) }),
  key: codeOf,
  defaults: { when: [], is_active: true },
  out: ({ code, name, document, action, to_state, conditions, steps, is_active }) => ({
    code,
    name,
    on: { document: document as DefinitionEntry['on']['document'], action, to: to_state },
    when: conditions,
    steps,
    is_active,
  }),
  row: (entry, id, snapshot) => ({
    id,
    code: entry.code,
    name: entry.name,
    document: entry.on.document,
    action: entry.on.action,
    to_state: entry.on.to ?? null,
    conditions: entry.when,
    steps: entry.steps,
    is_active: entry.is_active,
    watched: [...new Set([...(snapshot.rows(workflowDefinitions).get(id)?.watched ?? []), ...watchedBy(entry)])],
  }),
  refuse: entry => wrongDefinition(entry, theHouse().documentOf(entry.on.document)),
  save: saveDefinitions,
})

async function saveDefinitions(ctx: WriteContext, rows: Definition[]): Promise<void> {
  if (rows.length === 0) return
  await definitionTable.save(ctx.tx, bookOf(ctx), rows)
  ctx.watched = watchedOf(await listDefinitions(ctx.tx, ctx.account.book.id))
  await saveWatched(ctx.tx, ctx.account.book.id, ctx.watched)
}
