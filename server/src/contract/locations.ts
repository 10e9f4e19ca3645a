/** Where a record of each kind is read. */

export const apiPrefix = '/api/v1'

const collections = new Map<string, string>()

/** Told once, by the list of domains. */
export function declareCollections(records: readonly { object: string; path: string }[]): void {
  for (const { object, path } of records) collections.set(object, path)
}

export function locationOf(object: string, id: string): string {
  const collection = collections.get(object)
  if (!collection) throw new Error(`no collection is declared for ${object}`)
  return `${apiPrefix}${collection}/${id}`
}
