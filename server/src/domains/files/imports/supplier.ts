/** The supplier of a document: who it is by country and number, found among the partners or created. */

import type { Queryable } from '../../../db/pool.ts'
import type { ReadInvoice, ReadSupplier } from '../../../invoice-files/model.ts'
import { icoOf } from '../../../invoice-files/values.ts'
import type { Account } from '../../../kernel/account.ts'
import type { WriteContext } from '../../../kernel/context.ts'
import {
  addPartner,
  type CountryRow,
  changePartner,
  countryCodeOf,
  findCountryByCode,
  findNamedPartner,
  type NamedPartner,
  type Partner,
  prefixOf,
} from '../../core/index.ts'
import { findReceivedByUuid, type Received } from '../../finance/index.ts'

/** The country of its address, else of its tax id. */
async function countryOf(db: Queryable, { countryCode, dic }: ReadSupplier): Promise<CountryRow | undefined> {
  const prefix = dic === null ? undefined : prefixOf(dic)
  for (const code of [countryCode, prefix]) {
    const country = code ? await findCountryByCode(db, countryCodeOf(code)) : undefined
    if (country) return country
  }
  return undefined
}

/** Whom a document names. */
export interface Named extends NamedPartner {
  countryId: string | null
}

/** Countries are the same for all and never change, so the book need not be taken for this. */
export async function namedBy(db: Queryable, { tenant }: Account, supplier: ReadSupplier): Promise<Named> {
  const known = await countryOf(db, supplier)
  const country = known?.code ?? tenant.countryCode
  const ico = supplier.ico === null ? null : icoOf(supplier.ico, country)
  return { name: supplier.name, dic: supplier.dic, ico, country, countryId: known?.id ?? null }
}

export interface FoundSupplier {
  partner: Partner
  /** It was a partner before this document came. */
  isKnown: boolean
}

/** A document that was read, with whom it names. */
export interface ReadDocument {
  invoice: ReadInvoice
  supplier: Named
}

export async function supplierOf(
  ctx: WriteContext,
  { invoice, supplier: named }: ReadDocument,
  known: Partner | undefined,
): Promise<FoundSupplier> {
  if (known) {
    const partner = known.is_supplier ? known : await changePartner(ctx, known, { is_supplier: true })
    return { partner, isKnown: true }
  }
  const { name, ico, dic, countryId: country_id } = named
  const { email, phone, street, city, zip } = invoice.supplier
  const address = { street, city, zip, country_id }
  const roles = { is_customer: false, is_supplier: true }
  return { partner: await addPartner(ctx, { name, ...roles, ico, dic, email, phone, address }), isKnown: false }
}

/** The invoice of a document that could be told though not read. */
export const findUnread = async (
  db: Queryable,
  { book }: Account,
  { uuid }: { uuid?: string },
): Promise<Received | undefined> => (uuid === undefined ? undefined : findReceivedByUuid(db, book.id, uuid))

/** The invoice of the same document. Those without a UUID of their own were once told apart without their country. */
export async function findImported(
  db: Queryable,
  account: Account,
  { invoice: { uuid, formerUuid }, supplier }: ReadDocument,
): Promise<Received | undefined> {
  const known = await findReceivedByUuid(db, account.book.id, uuid)
  if (known || formerUuid === null) return known
  const former = await findReceivedByUuid(db, account.book.id, formerUuid)
  if (!former) return undefined
  const partner = await findNamedPartner(db, account, supplier)
  return partner?.id === former.partner_id ? former : undefined
}
