/** SQL of who stands on a packaging paper, as they are now. */

import type { Queryable } from '../../../../db/pool.ts'
import { sql } from '../../../../db/sql.ts'
import type { Account } from '../../../../kernel/account.ts'
import { findLogo, type Party, type PartyRows, partiesOf, partyColumns } from '../../../core/index.ts'

export interface PaperParties {
  supplier: Party
  customer: Party | null
  /** Of the supplier, as a data URI. */
  logo: string | null
}

export async function findPaperParties(
  db: Queryable,
  account: Account,
  partnerId: string | null,
): Promise<PaperParties> {
  const rows = await db.maybe<PartyRows>(sql`select ${partyColumns(account, partnerId, null)}`)
  const parties = partiesOf(account, rows!)
  const { logoId } = parties.supplier
  return { ...parties, logo: logoId ? await findLogo(db, account.book.id, logoId) : null }
}
