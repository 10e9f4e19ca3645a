/** How entries of the settings name items and partners. */
import { Type } from 'typebox'
import type { Snapshot } from '../../../kernel/snapshot.ts'
import { itemNames, partnerNames } from './sources.ts'

export const ItemText = Type.String({
  minLength: 1,
  maxLength: 170,
  description: 'An item by its code, by its external_ref as `<system>:<id>`, or by its id.',
})
export const PartnerText = Type.String({
  minLength: 1,
  maxLength: 170,
  description: 'A partner by its ico, by its external_ref as `<system>:<id>`, or by its id.',
})

/** The names the export uses, whatever names the document uses. */
export const ownNames = <Entry extends { item?: string | null; partner?: string | null }>(
  entry: Entry,
  snapshot: Snapshot,
): Entry => ({
  ...entry,
  ...(entry.item && { item: snapshot.get(itemNames).ownName(entry.item) }),
  ...(entry.partner && { partner: snapshot.get(partnerNames).ownName(entry.partner) }),
})

export const refuseItem = (item: string, snapshot: Snapshot): string | undefined =>
  snapshot.get(itemNames).find(item) ? undefined : `There is no item ${item}.`

export const refusePartner = (partner: string, snapshot: Snapshot): string | undefined =>
  snapshot.get(partnerNames).find(partner) ? undefined : `There is no partner ${partner}.`
