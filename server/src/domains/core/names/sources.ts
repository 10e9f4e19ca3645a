/** What the settings call items and partners by, and how they find them. */
import { defineSource } from '../../../kernel/snapshot.ts'
import { isUuid } from '../../../lib/ids.ts'
import { listItemNames, listPartnerNames } from './store.ts'

/** Records that are called by a name, by their external_ref, or by their id. */
export interface Directory<Entry> {
  all: Entry[]
  find(text: string): Entry | undefined
  /** What the export calls it. */
  nameOf(id: string): string
  /** The same for any of its names; one that nobody has stays as it is. */
  ownName(text: string): string
}

export const itemNames = defineSource({
  load: async ({ db, account }) => directory(await listItemNames(db, account.book.id), item => item.code),
})

export const partnerNames = defineSource({
  load: async ({ db, account }) => directory(await listPartnerNames(db, account.book.id), partner => partner.ico),
})

interface Named {
  id: string
  external_system: string | null
  external_id: string | null
}

const referenceOf = ({ external_system, external_id }: Named) =>
  external_system === null ? undefined : `${external_system}:${external_id}`

/** An external reference means the same in every book, a number of a series does not: it is shown first. */
function directory<Entry extends Named>(
  entries: Entry[],
  plainName: (entry: Entry) => string | null,
): Directory<Entry> {
  const ids = new Map(entries.map(entry => [entry.id, entry]))
  const names = new Map<string, Entry>()
  for (const entry of entries) {
    const name = plainName(entry)
    if (name) names.set(name, entry)
    const reference = referenceOf(entry)
    if (reference) names.set(reference, entry)
  }
  const find = (text: string) => (isUuid(text) ? ids.get(text.toLowerCase()) : names.get(text))
  const nameOf = (entry: Entry) => referenceOf(entry) ?? (plainName(entry) || entry.id)
  return {
    all: entries,
    find,
    nameOf: id => nameOf(ids.get(id)!),
    ownName(text) {
      const entry = find(text)
      return entry ? nameOf(entry) : text
    },
  }
}
