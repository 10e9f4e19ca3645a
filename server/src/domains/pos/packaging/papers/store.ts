/** Who stands on a paper of packaging or of a session: as they were when it was posted, or as they are now. */

import type { Queryable } from '../../../../db/pool.ts'
import { sql } from '../../../../db/sql.ts'
import type { Account } from '../../../../kernel/account.ts'
import { findParties } from '../../../../kernel/seal.ts'
import { findLogo, type Party, type PartyRows, partiesOf, partyColumns } from '../../../core/index.ts'

/** What is kept with what is posted. */
export interface KeptParties {
  supplier: Party
  customer: Party | null
}

export interface PaperParties extends KeptParties {
  /** Of the supplier, as a data URI. */
  logo: string | null
}

export async function findPartiesNow(db: Queryable, account: Account, partnerId: string | null): Promise<KeptParties> {
  const rows = await db.maybe<PartyRows>(sql`select ${partyColumns(account, partnerId, null)}`)
  return partiesOf(account, rows!)
}

const withLogo = async (db: Queryable, { book }: Account, parties: KeptParties): Promise<PaperParties> => {
  const { logoId } = parties.supplier
  return { ...parties, logo: logoId ? await findLogo(db, book.id, logoId) : null }
}

export const findPaperParties = async (
  db: Queryable,
  account: Account,
  partnerId: string | null,
): Promise<PaperParties> => withLogo(db, account, await findPartiesNow(db, account, partnerId))

/** Of a document: who it kept, or who is there now. */
export async function partiesOfPaper(
  db: Queryable,
  account: Account,
  { id, partner_id = null }: { id: string; partner_id?: string | null },
): Promise<PaperParties> {
  const kept = await findParties(db, account.book.id, id)
  const parties = kept === null ? await findPartiesNow(db, account, partner_id) : (JSON.parse(kept) as KeptParties)
  return withLogo(db, account, parties)
}
