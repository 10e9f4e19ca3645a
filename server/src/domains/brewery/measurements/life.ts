/** The life of a batch as its measurements see it: from when on it was in which phase and vessel. */
import type { Queryable } from '../../../db/pool.ts'
import { type Batch, findEnd, listStays } from '../batches/store.ts'
import { type Stretch, stretchesOf } from './rules.ts'

export async function lifeOf(
  db: Queryable,
  bookId: string,
  batch: Pick<Batch, 'id' | 'phase'>,
): Promise<Stretch<Batch['phase']>[]> {
  const stays = await listStays(db, bookId, batch.id)
  const hasSkipped = stays.length === 0 && batch.phase !== 'planned'
  return stretchesOf(stays, batch, hasSkipped ? await findEnd(db, bookId, batch.id) : undefined)
}
