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

interface Named extends NamedPartner {
  countryId: string | null
}

async function namedBy(db: Queryable, { tenant }: Account, supplier: ReadSupplier): Promise<Named> {
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

/** Who a document names, and the partner that is. */
export interface NamedSupplier {
  named: Named
  known: Partner | undefined
}

export async function findSupplier(db: Queryable, account: Account, supplier: ReadSupplier): Promise<NamedSupplier> {
  const named = await namedBy(db, account, supplier)
  return { named, known: await findNamedPartner(db, account, named) }
}

export async function supplierOf(
  ctx: WriteContext,
  supplier: ReadSupplier,
  { named, known }: NamedSupplier,
): Promise<FoundSupplier> {
  if (known) {
    const partner = known.is_supplier ? known : await changePartner(ctx, known, { is_supplier: true })
    return { partner, isKnown: true }
  }
  const { name, ico, dic, countryId: country_id } = named
  const { email, phone, street, city, zip } = supplier
  const address = { street, city, zip, country_id }
  const roles = { is_customer: false, is_supplier: true }
  return { partner: await addPartner(ctx, { name, ...roles, ico, dic, email, phone, address }), isKnown: false }
}

/** The invoice of the same document, also of one that could be told though not read. */
export async function findTwin(
  db: Queryable,
  account: Account,
  reading: { ok: true; invoice: ReadInvoice } | { ok: false; uuid?: string },
): Promise<Received | undefined> {
  if (reading.ok) return findImported(db, account, reading.invoice)
  return reading.uuid === undefined ? undefined : findReceivedByUuid(db, account.book.id, reading.uuid)
}

/** Documents without a UUID of their own were once told apart without their country. */
export async function findImported(db: Queryable, account: Account, read: ReadInvoice): Promise<Received | undefined> {
  const known = await findReceivedByUuid(db, account.book.id, read.uuid)
  if (known || read.formerUuid === null) return known
  const former = await findReceivedByUuid(db, account.book.id, read.formerUuid)
  if (!former) return undefined
  const supplier = await findSupplier(db, account, read.supplier)
  return supplier.known?.id === former.partner_id ? former : undefined
}
