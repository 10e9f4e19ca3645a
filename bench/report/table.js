/** The measures as lines of text. */
import { isMet, ratioOf } from '../parts/index.js'

const columns = [
  ['measure', measure => measure.title],
  ['ours', ({ value, unit }) => `${number(value)} ${unit}`],
  ['beside', ({ beside, unit }) => (beside ? `${number(beside.value)} ${unit} (${beside.name})` : '')],
  ['ratio', measure => ratioOf(measure)?.toFixed(2) ?? ''],
  ['limit', ({ limit }) => (limit ? number(limit.value) : '')],
  ['of limit', ({ value, limit }) => (limit ? (value / limit.value).toFixed(3) : '')],
  ['target', ({ target }) => targetText(target)],
  ['', measure => ({ true: 'ok', false: 'MISSED' })[String(isMet(measure))] ?? ''],
  ['note', measure => measure.note ?? ''],
]

export const number = value => (Math.abs(value) >= 100 ? Math.round(value).toString() : value.toFixed(1))

export function targetText(target) {
  if (!target) return ''
  return target.least === undefined ? `<= ${target.most}` : `>= ${target.least}`
}

export function table(measures) {
  const rows = [columns.map(([title]) => title), ...measures.map(measure => columns.map(([, cell]) => cell(measure)))]
  const widths = columns.map((_, place) => Math.max(...rows.map(row => row[place].length)))
  return rows
    .map(row =>
      row
        .map((cell, place) => cell.padEnd(widths[place]))
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}
