/** What PostgreSQL's refusals mean to us. */
import pg from 'pg'
import { CommitUnknown, DatabaseAway } from './pool.ts'

/** Worth running the whole transaction again: serialization failure, deadlock. */
export const isRetryable = (error: unknown): boolean =>
  error instanceof pg.DatabaseError && (error.code === '40001' || error.code === '40P01')

/** Somebody held what was to be locked for longer than anybody waits. */
export const isLocked = (error: unknown): boolean => error instanceof pg.DatabaseError && error.code === '55P03'

/** "cannot execute … in a read-only transaction" */
const readOnly = '25006'

/** The unique key a row stumbled over, by the constraint's name. */
export const violates = (error: unknown, constraint: string): boolean =>
  error instanceof pg.DatabaseError && error.code === '23505' && error.constraint === constraint

/**
 * Connection refused or lost, server starting or stopping, no free connection, disk full, lock or statement time-out, and
 * a server that only reads: a standby, or a primary that became one.
 */
export function isUnavailable(error: unknown): boolean {
  if (error instanceof CommitUnknown || error instanceof DatabaseAway) return true
  if (error instanceof pg.DatabaseError) {
    const code = error.code ?? ''
    return /^(57P|08|53)/.test(code) || ['55P03', '57014', '25P03', readOnly].includes(code)
  }
  if (!(error instanceof Error)) return false
  const code = (error as NodeJS.ErrnoException).code ?? ''
  if (/^(ECONN|ENOENT|EPIPE|ETIMEDOUT|EAI_AGAIN|ENOTFOUND|EHOSTUNREACH|ENETUNREACH|EACCES)/.test(code)) return true
  return /connection terminated|timeout expired|timeout exceeded|client has encountered a connection error|not queryable|cannot use a pool after/i.test(
    error.message,
  )
}

/** Lock and statement time-outs and a full disk say nothing about whether the server can be reached. */
export const isUnreachable = (error: unknown): boolean => {
  if (!isUnavailable(error)) return false
  return !(error instanceof pg.DatabaseError) || error.code === readOnly || /^(57P|08)/.test(error.code ?? '')
}
