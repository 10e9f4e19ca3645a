/** Which fields of a record an update changed, by their names on the wire. */
import { canonicalJson, type Json } from '../lib/canonical-json.ts'

export const changedFields = (before: object, after: object): string[] =>
  Object.keys(after).filter(name => {
    const [old, fresh] = [before, after].map(record => (record as Record<string, Json>)[name] ?? null)
    return canonicalJson(old!) !== canonicalJson(fresh!)
  })
