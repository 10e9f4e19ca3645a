/** The upper part of a paper on its page: logo, title, parties, facts. Pure. */
import type { Fact, Paper, PartyBlock, Picture } from './paper.ts'
import {
  breakLines,
  colors,
  contentWidth,
  gap,
  half,
  inline,
  lineHeight,
  type Mark,
  margin,
  put,
  type Sheet,
  type Style,
  textMarks,
} from './sheet.ts'

const big: Style = { face: 'bold', size: 15 }

export function setHead(sheet: Sheet, paper: Paper): void {
  if (paper.logo) setLogoHead(sheet, paper, paper.logo)
  else setPlainHead(sheet, paper)
  const rule = { x: margin, y: sheet.y + 4, width: contentWidth }
  put(sheet, { kind: 'rule', ...rule, color: paper.accent ?? colors.ink, thickness: paper.accent ? 2 : 0.5 })
  sheet.y += 16
}

/** The title to the left, the number to the right; under them what the paper belongs to and what is wrong with it. */
function setPlainHead(sheet: Sheet, { title, number, subtitle, mark }: Paper): void {
  const { measure } = sheet
  const right = { x: margin, y: sheet.y, width: contentWidth, align: 'right' } as const
  put(sheet, ...textMarks([number], { ...right, ...big }, measure))
  const room = contentWidth - measure(number, 'bold', 15) - gap
  const lines = breakLines(title, { width: room, ...big }, measure)
  put(sheet, ...textMarks(lines, { x: margin, y: sheet.y, width: room, ...big }, measure))
  sheet.y += lines.length * lineHeight(15)
  const below = { x: margin, width: contentWidth }
  if (subtitle) setText(sheet, subtitle, { ...below, size: 10 })
  if (mark) setText(sheet, mark, { ...below, ...markStyle })
}

const markStyle: Style = { face: 'bold', size: 12, color: colors.alarm }

/** The logo takes at most so much of the page. */
const logoRoom = { width: 190, height: 56 }

/** The logo to the left; title, number and the rest to the right of it. */
function setLogoHead(sheet: Sheet, { title, number, subtitle, mark }: Paper, logo: Picture): void {
  const scale = Math.min(logoRoom.width / logo.width, logoRoom.height / logo.height, 1)
  const [width, height] = [logo.width * scale, logo.height * scale]
  const top = sheet.y
  put(sheet, { kind: 'picture', x: margin, y: top, width, height, source: logo.source })
  const x = margin + width + gap
  const room = { x, width: contentWidth - width - gap, align: 'right' } as const
  setText(sheet, title, { ...room, ...big })
  if (number) setText(sheet, number, { ...room, ...big })
  if (subtitle) setText(sheet, subtitle, { ...room, size: 10 })
  if (mark) setText(sheet, mark, { ...room, ...markStyle })
  sheet.y = Math.max(sheet.y, top + height + 4)
}

/** Broken into lines where it stands; what comes next goes under it. */
export function setText(
  sheet: Sheet,
  text: string,
  place: Style & { x: number; width: number; align?: 'left' | 'right' },
): void {
  const lines = breakLines(text, place, sheet.measure)
  put(sheet, ...textMarks(lines, { ...place, y: sheet.y }, sheet.measure))
  sheet.y += lines.length * lineHeight(place.size!)
}

/** The first to the left, the others to the right, one under another. */
export function setParties(sheet: Sheet, [first, ...others]: readonly PartyBlock[]): void {
  const left = first ? setParty(sheet, first, { x: margin, y: sheet.y }) : 0
  let right = 0
  for (const party of others) {
    if (right > 0) right += 8
    right += setParty(sheet, party, { x: margin + half + gap, y: sheet.y + right })
  }
  sheet.y += Math.max(left, right) + 10
}

/** Tells how tall it is. */
function setParty(sheet: Sheet, { label, name, lines }: PartyBlock, { x, y }: { x: number; y: number }): number {
  const { measure } = sheet
  const bold = { width: half, face: 'bold', size: 10 } as const
  const plain = { width: half, size: 9 }
  const names = name === null ? [] : breakLines(inline(name), bold, measure)
  const rest = lines.flatMap(line => breakLines(inline(line), plain, measure))
  const nameTop = y + lineHeight(8) + 2
  const restTop = nameTop + names.length * lineHeight(10)
  put(
    sheet,
    ...textMarks([label], { x, y, width: half, size: 8, color: colors.faint }, measure),
    ...textMarks(names, { x, y: nameTop, ...bold }, measure),
    ...textMarks(rest, { x, y: restTop, ...plain }, measure),
  )
  return restTop + rest.length * lineHeight(9) - y
}

export function setFacts(sheet: Sheet, { facts: columns, lead }: Paper): void {
  put(sheet, { kind: 'rule', x: margin, y: sheet.y, width: contentWidth, color: colors.line })
  sheet.y += 8
  const heights = columns.map((facts, index) => {
    const { marks, height } = pairs(facts, { x: margin + index * (half + gap), y: sheet.y, width: half }, sheet)
    put(sheet, ...marks)
    return height
  })
  sheet.y += Math.max(...heights)
  if (lead) {
    const { marks, height } = pairs([lead], { x: margin, y: sheet.y + 6, width: contentWidth }, sheet)
    put(sheet, ...marks)
    sheet.y += height + 6
  }
  sheet.y += 10
}

const labelWidth = 96

/** Labels with their values beside them. */
function pairs(
  facts: readonly Fact[],
  { x, y, width }: { x: number; y: number; width: number },
  { measure }: Pick<Sheet, 'measure'>,
): { marks: Mark[]; height: number } {
  const marks: Mark[] = []
  let height = 0
  for (const { label, value, isStrong } of facts) {
    const beside = { x: x + labelWidth, y: y + height, width: width - labelWidth }
    const place = { ...beside, face: isStrong ? 'bold' : 'regular', size: 9 } as const
    const lines = breakLines(inline(value), place, measure)
    const labelPlace = { x, y: y + height, width: labelWidth, size: 9, color: colors.faint }
    marks.push(...textMarks([label], labelPlace, measure))
    marks.push(...textMarks(lines, place, measure))
    height += lines.length * lineHeight(9) + 1
  }
  return { marks, height }
}
