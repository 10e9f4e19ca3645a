/** What an entry of the audit tells: fields from and to, and the rest as it came. */
import { useFieldName } from '../../patterns/field-name.ts'
import './details.css'

interface FieldChange {
  from?: unknown
  to?: unknown
}

const shown = (value: unknown): string => {
  if (value === null || value === undefined || value === '') return '–'
  if (Array.isArray(value)) return value.map(shown).join(', ')
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

const mostLines = 12

const isFields = (changes: unknown): changes is Record<string, FieldChange> =>
  typeof changes === 'object' && changes !== null && !Array.isArray(changes)

export function Details({ details }: { details: Record<string, unknown> }) {
  const nameOf = useFieldName()
  const { changes, ...others } = details
  const fields = isFields(changes) ? Object.entries(changes) : []
  const lines = Array.isArray(changes) ? changes.slice(0, mostLines).map(shown) : []
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
