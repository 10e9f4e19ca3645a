/** What a batch sheet is made of, before a word of it is chosen. */
import type { RecordContext } from '../../../kernel/context.ts'
import { findLogo, getCompany } from '../../core/index.ts'
import { batches } from '../batches/document.ts'
import type { Batch as BatchDetail } from '../batches/schema.ts'
import { type Batch, type BatchEntry, listStandingEntries } from '../batches/store.ts'
import { costOf } from '../production/cost.ts'
import type { BatchCost } from '../production/schema.ts'
import { listPoints, listReadings, listVesselNames, type PointRow, type ReadingRow } from './store.ts'

export interface SheetFacts {
  batch: BatchDetail
  /** Names by id. */
  vessels: ReadonlyMap<string, string>
  cost: BatchCost
  /** Of the ledger, what stands. */
  entries: readonly BatchEntry[]
  readings: readonly ReadingRow[]
  /** In the order of time. */
  points: readonly PointRow[]
  company: { name: string; accentColor: string | null }
  /** As a data URI. */
  logo: string | null
  isLive: boolean
}

export async function loadSheet(ctx: RecordContext, row: Batch): Promise<SheetFacts> {
  const { db, account } = ctx
  const bookId = account.book.id
  const company = await getCompany(db, account)
  const vessels = await listVesselNames(db, bookId, row.id)
  return {
    batch: (await batches.reply(row, ctx)).body,
    vessels: new Map(vessels.map(({ id, name }) => [id, name])),
    cost: await costOf(ctx, row),
    entries: await listStandingEntries(db, bookId, row.id),
    readings: await listReadings(db, bookId, row.id),
    points: await listPoints(db, bookId, row.id),
    company: { name: company.name, accentColor: company.accent_color },
    logo: company.logo_id === null ? null : await findLogo(db, bookId, company.logo_id),
    isLive: account.book.isLive,
  }
}
