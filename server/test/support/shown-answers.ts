/** An answer as a document shows it, held against the one that came. */
import type { Block } from './shown-blocks.ts'

/** Stands for what the document leaves out, as `...` does there. */
const leftOut = '...'

/** JSON in which `...` leaves out members of an object or the rest of a list. */
function readShown(text: string): unknown {
  const spelled = text
    .replaceAll(/,\s*\.\.\.\s*\}/g, `,"${leftOut}":0}`)
    .replaceAll(/\{\s*\.\.\.\s*\}/g, `{"${leftOut}":0}`)
    .replaceAll(/,\s*\.\.\.\s*\]/g, `,"${leftOut}"]`)
    .replaceAll(/\[\s*\.\.\.\s*\]/g, `["${leftOut}"]`)
  return JSON.parse(spelled)
}

/** What differs from one run to the next. Everything else is meant as it stands. */
const volatile: readonly (readonly [RegExp, string])[] = [
  [/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g, '(id)'],
  [/\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?Z/g, '(instant)'],
  [/\d{4}-\d{2}-\d{2}/g, '(day)'],
  // Numbers of documents begin with letters and the year.
  [/\b[A-Z]{2,}\d{6,}\b/g, '(number)'],
]

const steady = (text: string): string => volatile.reduce((said, [what, word]) => said.replaceAll(what, word), text)

/** Counted by the book or by time, so no document can know them. */
const counted = /^(sequence|latest_sequence|oldest_sequence|acked_sequence|previous_sequence|duration_ms|file_size)$/
const opaque = /^(next_cursor|sha256|signature)$/

function textFault(shown: string, real: unknown): string | undefined {
  if (typeof real !== 'string') return `is ${JSON.stringify(real)}, not a text`
  const [begin, ...others] = steady(shown).split('…')
  if (others.length > 0) {
    const end = others.at(-1)!
    const said = steady(real)
    return said.startsWith(begin!) && said.endsWith(end) ? undefined : `is ${real}, shown as ${shown}`
  }
  return steady(shown) === steady(real) ? undefined : `is ${real}, shown as ${shown}`
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Where the two differ, each difference with its path; nothing when the document tells the truth. */
export function faultsOf(shown: unknown, real: unknown, path = ''): string[] {
  const at = (fault: string | undefined) => (fault === undefined ? [] : [`${path || 'the answer'} ${fault}`])
  if (Array.isArray(shown)) return Array.isArray(real) ? listFaults(shown, real, path) : at('is no list')
  if (isObject(shown)) return isObject(real) ? objectFaults(shown, real, path) : at('is no object')
  const name = path.split('.').at(-1)!
  if (counted.test(name) || (opaque.test(name) && shown !== null)) {
    return at(typeof shown === typeof real ? undefined : `is ${JSON.stringify(real)}`)
  }
  if (typeof shown === 'string') return at(textFault(shown, real))
  return at(shown === real ? undefined : `is ${JSON.stringify(real)}, shown as ${JSON.stringify(shown)}`)
}

function listFaults(shown: unknown[], real: unknown[], path: string): string[] {
  const isOpen = shown.at(-1) === leftOut
  const told = isOpen ? shown.slice(0, -1) : shown
  const fits = isOpen ? real.length >= told.length : real.length === told.length
  if (!fits) return [`${path} has ${real.length} entries, shown are ${told.length}`]
  return told.flatMap((each, index) => faultsOf(each, real[index], `${path}[${index}]`))
}

function objectFaults(shown: Record<string, unknown>, real: Record<string, unknown>, path: string): string[] {
  const told = Object.keys(shown).filter(name => name !== leftOut)
  const inner = (name: string) => (path === '' ? name : `${path}.${name}`)
  const untold = leftOut in shown ? [] : Object.keys(real).filter(name => !told.includes(name))
  return [
    ...untold.map(name => `${inner(name)} is not shown`),
    ...told.flatMap(name =>
      name in real ? faultsOf(shown[name], real[name], inner(name)) : [`${inner(name)} is missing`],
    ),
  ]
}

interface HttpAnswer {
  status: string
  headers: Map<string, string>
  body: string
}

function readHttp(text: string): HttpAnswer {
  const [head = '', ...rest] = text.trim().replaceAll('\r', '').split('\n\n')
  const [status = '', ...lines] = head.split('\n')
  const pairs = lines.map(line => line.split(/:\s*/, 2) as [string, string])
  return {
    status,
    headers: new Map(pairs.map(([name, value]) => [name.toLowerCase(), value])),
    body: rest.join('\n\n'),
  }
}

/** Only the headers that are shown are asked for. */
function httpFaults(shown: string, printed: string): string[] {
  const wanted = readHttp(shown)
  const real = readHttp(printed)
  return [
    ...(wanted.status === real.status ? [] : [`the status is ${real.status}, shown as ${wanted.status}`]),
    ...[...wanted.headers].flatMap(([name, value]) => faultsOf(value, real.headers.get(name), `header ${name}`)),
    ...(wanted.body === '' ? [] : faultsOf(readShown(wanted.body), JSON.parse(real.body))),
  ]
}

/** What is untrue of a shown answer. */
export function answerFaults({ language, text }: Block, printed: string): string[] {
  if (language === 'json') return faultsOf(readShown(text), JSON.parse(printed))
  if (language === 'http') return httpFaults(text, printed)
  if (language === 'text') return faultsOf(text.trim(), printed.trim())
  return [`a block of ${language || 'no language'} cannot be held against what was printed`]
}
