/** The measures that have something beside them, as bars in SVG. */
import { isMet, ratioOf } from '../parts/index.js'
import { number, targetText } from './table.js'

const width = 900
const left = 270
const barWidth = 380
const rowHeight = 46
const top = 58
const colours = { beside: '#d9d4ca', met: '#9ccfa8', missed: '#eda08f', plain: '#a9c1e3', text: '#2b2b2b' }

export function plot(measures, caption) {
  const rows = measures.filter(({ beside }) => beside)
  const height = top + rows.length * rowHeight + 16
  const size = `viewBox="0 0 ${width} ${height}"`
  return `<svg xmlns="http://www.w3.org/2000/svg" ${size} font-family="sans-serif" font-size="13">
<rect width="${width}" height="${height}" fill="#ffffff"/>
${label(16, 24, 'Cellarbook beside its floor', 'font-size="17" font-weight="bold"')}
${label(16, 44, `${caption}; the dashed line is the target`, 'fill-opacity="0.7"')}
${rows.map((measure, place) => bars(measure, top + place * rowHeight)).join('\n')}
</svg>
`
}

function bars(measure, y) {
  const { title, value, beside, unit, target } = measure
  const line = target && beside.value * (target.least ?? target.most)
  const scale = barWidth / Math.max(value, beside.value, line ?? 0)
  const verdict = { true: colours.met, false: colours.missed }[String(isMet(measure))] ?? colours.plain
  const ratio = `${ratioOf(measure).toFixed(2)} ${targetText(target) && `(target ${targetText(target)})`}`
  return [
    label(left - 12, y + 19, title, 'text-anchor="end"'),
    bar(y, beside.value * scale, colours.beside),
    bar(y + 16, value * scale, verdict),
    label(left + 6, y + 11, `${beside.name} ${number(beside.value)} ${unit}`, 'font-size="11"'),
    label(left + 6, y + 27, `ours ${number(value)} ${unit}`, 'font-size="11"'),
    label(left + barWidth + 16, y + 19, ratio),
    line && targetLine(left + line * scale, y),
  ]
    .filter(Boolean)
    .join('\n')
}

const bar = (y, length, colour) =>
  `<rect x="${left}" y="${y}" width="${Math.max(0, length).toFixed(1)}" height="15" fill="${colour}"/>`

const targetLine = (x, y) => `<path d="M${x.toFixed(1)} ${y - 3} v37" stroke="${colours.text}" stroke-dasharray="4 3"/>`

const label = (x, y, text, attributes = '') =>
  `<text x="${x}" y="${y}" fill="${colours.text}" ${attributes}>${escaped(text)}</text>`

const escaped = text => text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;')
