/** Makes what differs from run to run the same each time: ids, times of day, secrets, cursors, how long things took. */

const uuid = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/gi
const instant = /\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d+)?Z/g

/** Members whose values are made anew each time. */
const made: Readonly<Record<string, unknown>> = {
  next_cursor: 'eyJsIjoicGFydG5lcnMubGlzdCJ9.c2lnbmVk',
  secret: 'whsec_MDEyMzQ1Njc4OWFiY2RlZjAxMjM0NTY3ODlhYmNkZWY=',
  upload_url: 'https://api.cellarbook.test/files/upload/eyJwIjoi.c2lnbmVk',
  path: 'books/2027/03/example.pdf',
  sha256: 'b94d27b9934d3e08a52e52d7da7dabfac484efe37a5380ee9088f7ace2efcde9',
  duration_ms: 12,
  dns_ms: 2,
  connect_ms: 3,
  tls_ms: 4,
  slug: 'demo',
  url: 'https://hooks.example.com/cellarbook',
}

/** The path of a file, not that of a request. */
const isMade = (name: string, value: string): boolean =>
  typeof made[name] === 'string' && !(name === 'path' && value.startsWith('/'))

/** The longest list an example shows. */
const shownRows = 2

export function normalizer(): (value: unknown) => unknown {
  const ids = new Map<string, string>()
  const stable = (id: string) => {
    const known = ids.get(id.toLowerCase())
    if (known) return known
    const next = `019a0000-0000-7000-8000-${String(ids.size + 1).padStart(12, '0')}`
    ids.set(id.toLowerCase(), next)
    return next
  }
  const text = (value: string) => value.replace(uuid, stable).replace(instant, at => `${at.slice(0, 10)}T09:00:00.000Z`)
  const walk = (value: unknown, name = ''): unknown => {
    if (typeof value === 'string') return isMade(name, value) ? made[name] : text(value)
    if (typeof value === 'number') return typeof made[name] === 'number' ? made[name] : value
    if (Array.isArray(value)) return shortened(value).map(each => walk(each))
    if (typeof value !== 'object' || value === null) return value
    return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, walk(part, key)]))
  }
  return value => walk(value)
}

/** Rows are shown for their shape; names, such as those of actions, all of them. */
const shortened = (list: unknown[]): unknown[] =>
  typeof list[0] === 'object' ? list.slice(0, shownRows) : list.slice(0, 40)
