/** Settings as code: one document out, the same document in. Nothing is ever deleted, only deactivated. */
import type { ProblemRow } from '../../contract/problems.ts'
import { type Check, validator } from '../../contract/validate.ts'
import type { Database } from '../../db/pool.ts'
import { sql } from '../../db/sql.ts'
import type { Account } from '../../kernel/account.ts'
import { auditWrite, byCommand } from '../../kernel/audit.ts'
import type { AuditActor, WriteContext } from '../../kernel/context.ts'
import { theHouse } from '../../kernel/domain.ts'
import type { Draft, Plan, Refusal, Section, Settings } from '../../kernel/settings.ts'
import { loadSnapshot, type Snapshot, type SnapshotOf } from '../../kernel/snapshot.ts'
import { writeAsSystem } from '../../kernel/system-write.ts'
import type { Day } from '../../lib/days.ts'
import type { Clock } from '../../lib/instants.ts'
import { settingsShape } from './schema.ts'

export async function exportSettings(of: SnapshotOf): Promise<Settings> {
  const snapshot = await takeSnapshot(of)
  const document: Settings = { version: 1 }
  for (const section of theHouse().settings) section.put(document, snapshot)
  return document
}

/** The rows of every section and what they need beside them. */
const takeSnapshot = (of: SnapshotOf): Promise<Snapshot> =>
  loadSnapshot(
    of,
    theHouse().settings.flatMap(({ rows, needs }) => [rows, ...needs]),
  )

/** From one state of the database, so that a write meanwhile cannot tear the document. */
export const readSettings = (database: Database, account: Account, today: Day): Promise<Settings> =>
  database.transaction(async tx => {
    await tx.run(sql`set transaction isolation level repeatable read, read only`)
    return exportSettings({ db: tx, account, today })
  })

/** Of the sections of a house: to compile it takes a tenth of a second, in which nobody is answered. */
const checks = new WeakMap<readonly Section[], Check>()

/** The faults of a document's shape. */
export function settingsErrors(document: unknown): ProblemRow[] {
  const { settings } = theHouse()
  const check = checks.get(settings) ?? validator()(settingsShape())
  checks.set(settings, check)
  return check(document)
}

export async function planSettings(of: SnapshotOf, wanted: Settings): Promise<Plan> {
  const { changes, refusals } = draftOf(wanted, await takeSnapshot(of))
  return { changes, refusals }
}

function draftOf(wanted: Settings, snapshot: Snapshot): Draft {
  const { settings } = theHouse()
  const draft: Draft = { changes: [], refusals: [], rows: new Map() }
  for (const section of settings) section.plan(wanted, snapshot, draft)
  if (draft.changes.length > 0) for (const section of settings) section.check(snapshot, draft)
  return draft
}

/** Planned again under the book's lock, so that what is applied is what holds at that moment; all or nothing. */
export async function importSettings(
  database: Database,
  clock: Clock,
  { account, wanted }: { account: Account; wanted: Settings },
): Promise<Plan> {
  let plan: Plan = { changes: [], refusals: [] }
  await writeAsSystem({ database, clock, account }, async ctx => {
    plan = await applySettings(ctx, wanted, { actor: byCommand })
  })
  return plan
}

/** What else may speak against a plan, such as whose wish it is. */
export type PlanCheck = (plan: Plan) => Refusal[]

/** Inside a write that does more than this. */
export async function applySettings(
  ctx: WriteContext,
  wanted: Settings,
  { actor = ctx.actor, check }: { actor?: AuditActor; check?: PlanCheck } = {},
): Promise<Plan> {
  const { tx, account, today } = ctx
  const draft = draftOf(wanted, await takeSnapshot({ db: tx, account, today }))
  draft.refusals.push(...(check?.(draft) ?? []))
  if (draft.refusals.length === 0 && draft.changes.length > 0) {
    for (const section of theHouse().settings) await section.save(ctx, draft)
    auditChanges(ctx, draft, actor)
  }
  return { changes: draft.changes, refusals: draft.refusals }
}

/** So many are listed, and how many there are: a price list can have thousands. */
const maxListed = 100

/** What was changed, not to what: bank accounts and people stand in the settings. */
const auditChanges = (ctx: WriteContext, { changes }: Draft, actor: AuditActor): void =>
  auditWrite(ctx, {
    actor,
    action: 'settings.changed',
    details: {
      mode: ctx.account.book.isLive ? 'live' : 'test',
      count: changes.length,
      changes: changes.slice(0, maxListed).map(({ section, key, action }) => `${action} ${section} ${key}`),
    },
  })
