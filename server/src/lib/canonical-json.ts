/** JSON with sorted keys and no white space: two texts of one value become the same bytes. */

export type Json = null | boolean | number | string | Json[] | { [key: string]: Json }

/** Recursive: safe because no body we accept nests deeper than 32. */
export function canonicalJson(value: Json): string {
  if (value === null || typeof value !== 'object') return JSON.stringify(value)
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`
  const members = Object.keys(value)
    .sort()
    .map(key => `${JSON.stringify(key)}:${canonicalJson(value[key] as Json)}`)
  return `{${members.join(',')}}`
}

/** The same text in pieces, for what is long. */
export function* canonicalPieces(value: Json): Generator<string, void, void> {
  if (value === null || typeof value !== 'object') {
    yield JSON.stringify(value)
    return
  }
  const isList = Array.isArray(value)
  const entries = isList
    ? value.entries()
    : Object.keys(value)
        .sort()
        .map(key => [key, value[key] as Json] as const)
  let before = isList ? '[' : '{'
  for (const [key, part] of entries) {
    yield isList ? before : `${before}${JSON.stringify(key)}:`
    yield* canonicalPieces(part)
    before = ','
  }
  if (before !== ',') yield before
  yield isList ? ']' : '}'
}
