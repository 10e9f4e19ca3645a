/** The tasks of people: what waits for them, and its completion in their name. */
import { problem } from '../../contract/problems.ts'
import type { Role } from '../../contract/scopes.ts'
import type { Queryable } from '../../db/pool.ts'
import type { WriteContext } from '../../kernel/context.ts'
import { completeTask } from './steps/actions.ts'
import type { CompleteBody } from './steps/schema.ts'
import { listTasks, type Step, stepTable } from './steps/store.ts'

/** Oldest first. */
export const listTasksOf = (db: Queryable, bookId: string): Promise<Step[]> => listTasks(db, bookId)

/** Who does a task: the actor of the write. */
export interface Person {
  id: string
  role: Role
}

export const doesAll = (role: Role): boolean => role === 'owner' || role === 'admin'

/** Of the role, or one of those who may do everything. */
const mayDo = ({ role }: Person, step: Step): boolean => role === step.role || doesAll(role)

export function refuseOthers(person: Person, step: Step): void {
  if (!mayDo(person, step))
    throw problem('forbidden', { detail: `It is the task of somebody with the role ${step.role}.` })
}

export async function completeTaskOf(
  ctx: WriteContext,
  { stepId, person }: { stepId: string; person: Person },
  body: CompleteBody,
): Promise<Step> {
  const step = await stepTable.find(ctx.tx, ctx.account.book.id, stepId)
  if (!step) throw problem('not_found')
  refuseOthers(person, step)
  return completeTask(ctx, step, body)
}
