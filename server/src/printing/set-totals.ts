/** The totals of a paper on its page, with the code to pay by beside them. Pure. */
import type { Fact, Paper } from './paper.ts'
import { codeShape } from './qr.ts'
import {
  colors,
  contentWidth,
  gap,
  half,
  lineHeight,
  type Mark,
  makeRoom,
  margin,
  put,
  type Sheet,
  type Style,
  textMarks,
} from './sheet.ts'

const codeSide = 92

/** The totals to the right; to the left the code to pay by. They stay together. */
export function setTotals(sheet: Sheet, { totals, code, accent }: Paper): void {
  if (totals.length === 0) return
  const { width, styleOf } = fitTotals(totals, contentWidth - (code ? codeSide + gap : 0), sheet)
  const tall = totals.reduce((sum, fact) => sum + lineHeight(styleOf(fact).size!) + 2 + lead(fact), 0)
  const height = Math.max(tall, code ? codeSide + 3 + lineHeight(8) : 0)
  makeRoom(sheet, height)
  const top = sheet.y
  const place = { x: margin + contentWidth - width, width }
  for (const fact of totals) {
    const style = styleOf(fact)
    if (fact.isStrong)
      put(sheet, { kind: 'rule', ...place, y: sheet.y + 3, color: accent ?? colors.ink, thickness: accent ? 1 : 0.5 })
    const line = { ...place, y: sheet.y + lead(fact), ...style }
    put(sheet, ...textMarks([fact.label], fact.isStrong ? line : { ...line, color: colors.faint }, sheet.measure))
    put(sheet, ...textMarks([fact.value], { ...line, align: 'right' }, sheet.measure))
    sheet.y = line.y + lineHeight(style.size!) + 2
  }
  if (code) put(sheet, ...codeMarks(code, top, sheet))
  sheet.y = top + height + 10
}

/** Above the last one runs a line. */
const lead = ({ isStrong }: Fact): number => (isStrong ? 7 : 0)

/** Half of the page, or as much as the widest needs; what has not so much room is set in smaller letters. */
function fitTotals(
  totals: readonly Fact[],
  room: number,
  { measure }: Sheet,
): { width: number; styleOf(fact: Fact): Style & { size: number } } {
  const usual = ({ isStrong }: Fact) =>
    isStrong ? ({ face: 'bold', size: 12 } as const) : ({ face: 'regular', size: 9 } as const)
  const needs = totals.map(fact => {
    const { face, size } = usual(fact)
    return measure(fact.label, face, size) + gap + measure(fact.value, face, size)
  })
  const widest = Math.max(...needs)
  const scale = Math.min(1, room / widest)
  return {
    width: Math.min(room, Math.max(half, widest)),
    styleOf: fact => ({ ...usual(fact), size: usual(fact).size * scale }),
  }
}

function codeMarks({ label, spayd }: { label: string; spayd: string }, y: number, { measure }: Sheet): Mark[] {
  const { size, path } = codeShape(spayd)
  const below = { x: margin, y: y + codeSide + 3, width: codeSide, size: 8, color: colors.faint }
  return [{ kind: 'shape', x: margin, y, scale: codeSide / size, path }, ...textMarks([label], below, measure)]
}
