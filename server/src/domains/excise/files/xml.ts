/** An excise report as XML of our own plain form: elements are called like the members of the record. Pure. */
import { type Element, element, xmlDocument } from '../../../lib/xml.ts'
import type { ExciseReport } from '../reports/schema.ts'

type Value = string | number | boolean | null | readonly Value[] | { readonly [name: string]: Value }

/** What a list called so is made of. */
const entryNames: Record<string, string> = { lines: 'line', in_production: 'row' }

/** What is null is left out. */
function elementsOf(members: { readonly [name: string]: Value }): Element[] {
  return Object.entries(members).flatMap(([name, value]) => (value === null ? [] : [elementOf(name, value)]))
}

function elementOf(name: string, value: Exclude<Value, null>): Element {
  if (Array.isArray(value)) {
    const entries = value as readonly { readonly [member: string]: Value }[]
    return element(
      name,
      entries.map(entry => element(entryNames[name] ?? 'entry', elementsOf(entry))),
    )
  }
  if (typeof value === 'object') return element(name, elementsOf(value as { readonly [member: string]: Value }))
  return element(name, String(value))
}

/** Only what the month is about: no states of the record, nothing of the reader. */
export function reportXml(
  report: ExciseReport,
  company: { name: string; ico: string | null; dic: string | null },
): string {
  const { number, period, status, due_date, filed_at, category, produced_ytd_hl, lines, totals, in_production } = report
  const { name, ico, dic } = company
  const members = { number, period, status, due_date, filed_at, company: { name, ico, dic }, category }
  return xmlDocument(
    element('excise_report', elementsOf({ ...members, lines, totals, produced_ytd_hl, in_production }), {
      version: '1',
    }),
  )
}
