/** Names made of identifiers: `received_invoices.actions.mark_paid` gives `ReceivedInvoiceMarkPaid`. */

/** The words of an identifier, whatever joins them: a hyphen, an underscore or a capital letter. */
export const wordsOf = (identifier: string): string[] =>
  identifier
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter(word => word !== '')

const joinPascal = (words: readonly string[]): string =>
  words.map(word => word.slice(0, 1).toUpperCase() + word.slice(1)).join('')

export const pascalCase = (identifier: string): string => joinPascal(wordsOf(identifier))

const singular = (word: string): string => {
  if (word === 'series' || word.endsWith('ss')) return word
  if (word.endsWith('ies')) return `${word.slice(0, -3)}y`
  return /(?:ch|sh|x|ss)es$/.test(word) ? word.slice(0, -2) : word.replace(/s$/, '')
}

/** The words of one record of a collection: `goods-receipts` gives `goods receipt`. */
export const singularWords = (collection: string): string[] => {
  const words = wordsOf(collection)
  return [...words.slice(0, -1), ...words.slice(-1).map(singular)]
}

/** The first part of an endpoint's id: the resource it belongs to. */
export const resourceOf = (endpointId: string): string => endpointId.split('.', 1)[0]!

/** What an endpoint does in one name: `orders.lines.create` is `OrderLineCreate`, an update is a `Patch`. */
export const operationName = (endpointId: string): string => {
  const parts = endpointId.split('.')
  const verb = parts.at(-1)!
  const collections = parts.slice(0, -1).filter(part => part !== 'actions')
  const owner = collections.map(collection => joinPascal(singularWords(collection))).join('')
  return owner + (verb === 'update' ? 'Patch' : pascalCase(verb))
}
