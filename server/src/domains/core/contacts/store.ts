/** SQL of contacts. */
import type { Queryable, Tx } from '../../../db/pool.ts'
import { sql } from '../../../db/sql.ts'
import { column, defineTable, orNull, type RowOf, readAs } from '../../../db/table.ts'
import type { Instant } from '../../../lib/instants.ts'

export const contactTable = defineTable({
  name: 'contacts',
  columns: {
    id: column.uuid(),
    partner_id: column.uuid(),
    version: column.integer(),
    name: column.text(),
    position: orNull(column.text()),
    email: orNull(column.text()),
    phone: orNull(column.text()),
    mobile: orNull(column.text()),
    is_primary: column.boolean(),
    notes: orNull(column.text()),
  },
  computed: { partner_name: readAs(column.text(), 'p.name') },
  joins: sql`join partners p on p.book_id = r.book_id and p.id = r.partner_id`,
  searched: contact => [contact.name, contact.email, contact.phone, contact.mobile],
})

export type Contact = RowOf<typeof contactTable>

export const findContact = (
  db: Queryable,
  at: { bookId: string; partnerId: string; id: string },
): Promise<Contact | undefined> =>
  contactTable.findWhere(db, at.bookId, sql`r.partner_id = ${at.partnerId} and r.id = ${at.id}`)

/** A partner has one primary contact at most; who loses it has changed too. */
export async function clearPrimary(
  tx: Tx,
  at: { bookId: string; partnerId: string; exceptId: string; now: Instant },
): Promise<void> {
  await tx.run(sql`
    update contacts
       set is_primary = false,
           version = version + 1,
           updated_at = ${at.now}
     where book_id = ${at.bookId} and partner_id = ${at.partnerId} and is_primary and id <> ${at.exceptId}`)
}

/** Of a partner that is forgotten. Returns how many there were to forget. */
export const eraseContacts = (tx: Tx, at: { bookId: string; now: Instant }, partnerId: string): Promise<number> =>
  tx.run(sql`
    update contacts
       set name = 'Erased',
           position = null,
           email = null,
           phone = null,
           mobile = null,
           notes = null,
           search_text = 'erased',
           version = version + 1,
           updated_at = ${at.now}
     where book_id = ${at.bookId} and partner_id = ${partnerId}
       and (name, position, email, phone, mobile, notes) is distinct from ('Erased', null, null, null, null, null)`)

/** The list of all contacts shows the partner's name: a new one is a change of theirs. */
export function touchContacts(tx: Tx, at: { bookId: string; now: Instant }, partnerId: string): void {
  tx.send(sql`
    update contacts
       set version = version + 1,
           updated_at = ${at.now}
     where book_id = ${at.bookId} and partner_id = ${partnerId}`)
}
