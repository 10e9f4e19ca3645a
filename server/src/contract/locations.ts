/** Where a record of each kind is read. */

export const apiPrefix = '/api/v1'

const collections: Record<string, string> = {
  item: '/items',
  partner: '/partners',
}

export function locationOf(object: string, id: string): string {
  const collection = collections[object]
  if (!collection) throw new Error(`no collection is declared for ${object}`)
  return `${apiPrefix}${collection}/${id}`
}
