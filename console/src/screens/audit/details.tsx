/** What an entry of the audit tells: fields from and to, and the rest as it came. */
import { useFieldName } from '../../patterns/field-name.ts'
import { useFormat } from '../../words/use-format.ts'
import { useWords } from '../../words/use-words.ts'
import './details.css'

interface FieldChange {
  from?: unknown
  to?: unknown
}

const instant = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/

/** As far as there are words for it; an empty list is nothing, too. */
function useShown(): (value: unknown) => string {
  const { values } = useWords('audit')
  const { yes, no } = useWords('frame')
  const { exactInstant } = useFormat()
  const shown = (value: unknown): string => {
    if (value === null || value === undefined || value === '') return '–'
    if (Array.isArray(value)) return value.map(shown).join(', ') || '–'
    if (typeof value === 'boolean') return value ? yes : no
    if (typeof value === 'string' && instant.test(value)) return exactInstant(value)
    return typeof value === 'object' ? JSON.stringify(value) : wordOf(values, String(value))
  }
  return shown
}

const wordOf = (words: object, text: string): string =>
  Object.hasOwn(words, text) ? (words as Record<string, string>)[text]! : text

/** `create warehouses SHOP`: what was done, of which section, to which entry. */
const lineOf = (words: object, line: string): string => line.replace(/^\w+/, done => wordOf(words, done))

const mostLines = 12

const isFields = (changes: unknown): changes is Record<string, FieldChange> =>
  typeof changes === 'object' && changes !== null && !Array.isArray(changes)

export function Details({ details }: { details: Record<string, unknown> }) {
  const { fields: names, values } = useWords('audit')
  const fieldName = useFieldName()
  const nameOf = (name: string) => (names as Record<string, string>)[name] ?? fieldName(name)
  const shown = useShown()
  const { changes, ...others } = details
  const fields = isFields(changes) ? Object.entries(changes) : []
  const lines = Array.isArray(changes) ? changes.slice(0, mostLines).map(line => lineOf(values, shown(line))) : []
  return (
    <ul className="details">
      {Object.entries(others).map(([name, value]) => (
        <li key={name}>
          <span className="quiet">{nameOf(name)}:</span> {shown(value)}
        </li>
      ))}
      {fields.map(([name, { from, to }]) => (
        <li key={`changed ${name}`}>
          <span className="quiet">{nameOf(name)}:</span> <del>{shown(from)}</del> → <ins>{shown(to)}</ins>
        </li>
      ))}
      {lines.map(line => (
        <li key={line}>{line}</li>
      ))}
    </ul>
  )
}
