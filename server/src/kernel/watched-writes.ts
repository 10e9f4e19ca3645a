/** Of several writes in one transaction: whether this one has changed anything yet. */
import type { Tx } from '../db/pool.ts'
import type { Sql } from '../db/sql.ts'

/** Statements that look are selects; what holds one of these words may be more. */
const changing = /\b(insert|update|delete|merge)\b/

/** By its text: the texts are few, because values never enter them. */
const known = new Map<string, boolean>()

function isChanging({ text }: Sql): boolean {
  const found = known.get(text) ?? changing.test(text)
  known.set(text, found)
  return found
}

export function watchWrites(tx: Tx): { tx: Tx; hasWritten(): boolean } {
  let hasWritten = false
  const note = (statement: Sql): Sql => {
    hasWritten ||= isChanging(statement)
    return statement
  }
  return {
    hasWritten: () => hasWritten,
    tx: {
      inTransaction: true,
      many: statement => tx.many(note(statement)),
      maybe: statement => tx.maybe(note(statement)),
      run: statement => tx.run(note(statement)),
      send: statement => tx.send(note(statement)),
      finish: statement => tx.finish(note(statement)),
      // Going back would undo what others asked for meanwhile.
      attempt: () => Promise.reject(new Error('a part of a shared transaction cannot be given up')),
    },
  }
}
