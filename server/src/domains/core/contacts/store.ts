/** SQL of contacts. */
import { type Page, type PageRequest, selectPage } from '../../../db/paging.ts'
import type { Queryable, Tx } from '../../../db/pool.ts'
import { type Sql, sql } from '../../../db/sql.ts'
import type { Instant } from '../../../lib/instants.ts'
import { searchable } from '../../../lib/search-text.ts'

export interface ContactFields {
  name: string
  position: string | null
  email: string | null
  phone: string | null
  mobile: string | null
  isPrimary: boolean
  notes: string | null
}

export interface Contact extends ContactFields {
  id: string
  partnerId: string
  version: number
  createdAt: Instant
  updatedAt: Instant
}

export interface ContactRow {
  id: string
  partner_id: string
  version: number
  name: string
  position: string | null
  email: string | null
  phone: string | null
  mobile: string | null
  is_primary: boolean
  notes: string | null
  created_at: Instant
  updated_at: Instant
}

const columns = sql`r.id, r.partner_id, r.version, r.name, r.position, r.email, r.phone, r.mobile, r.is_primary,
  r.notes, r.created_at, r.updated_at`

export const contactOf = (row: ContactRow): Contact => ({
  id: row.id,
  partnerId: row.partner_id,
  version: row.version,
  name: row.name,
  position: row.position,
  email: row.email,
  phone: row.phone,
  mobile: row.mobile,
  isPrimary: row.is_primary,
  notes: row.notes,
  createdAt: row.created_at,
  updatedAt: row.updated_at,
})

export async function findContact(
  db: Queryable,
  at: { bookId: string; partnerId: string; id: string },
): Promise<Contact | undefined> {
  const row = await db.maybe<ContactRow>(sql`
    select ${columns}
      from contacts r
     where r.book_id = ${at.bookId} and r.partner_id = ${at.partnerId} and r.id = ${at.id}`)
  return row && contactOf(row)
}

export const listContacts = (
  db: Queryable,
  bookId: string,
  where: Sql[],
  page: PageRequest,
): Promise<Page<ContactRow>> => selectPage(db, { bookId, columns, from: sql`contacts r`, where }, page)

export const listContactsWithPartner = (
  db: Queryable,
  bookId: string,
  where: Sql[],
  page: PageRequest,
): Promise<Page<ContactRow & { partner_name: string }>> =>
  selectPage(
    db,
    {
      bookId,
      columns: sql`${columns}, p.name as partner_name`,
      from: sql`contacts r join partners p on p.book_id = r.book_id and p.id = r.partner_id`,
      where,
    },
    page,
  )

const searchTextOf = (contact: ContactFields) => searchable(contact.name, contact.email, contact.phone, contact.mobile)

export async function insertContact(tx: Tx, bookId: string, contact: Contact): Promise<void> {
  await tx.run(sql`
    insert into contacts (book_id, id, partner_id, version, name, position, email, phone, mobile, is_primary, notes,
                          search_text, created_at, updated_at)
    values (${bookId}, ${contact.id}, ${contact.partnerId}, ${contact.version}, ${contact.name}, ${contact.position},
            ${contact.email}, ${contact.phone}, ${contact.mobile}, ${contact.isPrimary}, ${contact.notes},
            ${searchTextOf(contact)}, ${contact.createdAt}, ${contact.updatedAt})`)
}

export async function updateContact(tx: Tx, bookId: string, contact: Contact): Promise<void> {
  await tx.run(sql`
    update contacts
       set version = ${contact.version},
           name = ${contact.name},
           position = ${contact.position},
           email = ${contact.email},
           phone = ${contact.phone},
           mobile = ${contact.mobile},
           is_primary = ${contact.isPrimary},
           notes = ${contact.notes},
           search_text = ${searchTextOf(contact)},
           updated_at = ${contact.updatedAt}
     where book_id = ${bookId} and id = ${contact.id}`)
}

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

/** The list of all contacts shows the partner's name: a new one is a change of theirs. */
export async function touchContacts(tx: Tx, at: { bookId: string; now: Instant }, partnerId: string): Promise<void> {
  await tx.run(sql`
    update contacts
       set version = version + 1,
           updated_at = ${at.now}
     where book_id = ${at.bookId} and partner_id = ${partnerId}`)
}
