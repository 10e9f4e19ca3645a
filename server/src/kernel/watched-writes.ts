/** Of several writes in one transaction: whether this one has changed anything yet. */
import { mayChange } from '../db/alike.ts'
import type { Fellow, Tx } from '../db/pool.ts'
import type { Statement } from '../db/sql.ts'

export function watchWrites(tx: Fellow): { tx: Tx; hasWritten(): boolean } {
  let hasWritten = false
  const note = (statement: Statement): Statement => {
    hasWritten ||= mayChange(statement)
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
      // Going back would undo what others asked for meanwhile, and the end is not one's own.
      attempt: () => Promise.reject(new Error('a part of a shared transaction cannot be given up')),
      finish: () => Promise.reject(new Error('a shared transaction is ended for all')),
      fellows() {
        throw new Error('who shares a transaction does not share it out once more')
      },
    },
  }
}
