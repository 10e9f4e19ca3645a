/** Puts a paper on pages: what stands where. Pure. */
import type { Fact, Paper, PartyBlock } from './paper.ts'
import { type CodeShape, codeShape } from './qr.ts'
import {
  bottom,
  broken,
  colors,
  contentWidth,
  inline,
  lineHeight,
  type Mark,
  type Measure,
  makeRoom,
  margin,
  newSheet,
  type Page,
  put,
  type Sheet,
  type Style,
  textMarks,
} from './sheet.ts'
import { setTable } from './table.ts'
import { wordsOf } from './words.ts'

export function typeset(paper: Paper, measure: Measure): Page[] {
  const sheet = newSheet(measure)
  setHead(sheet, paper)
  setParties(sheet, paper.parties)
  setFacts(sheet, paper.facts)
  setTable(sheet, paper.lines)
  if (paper.recapitulation) {
    setHeading(sheet, paper.recapitulation.title)
    setTable(sheet, paper.recapitulation.table)
  }
  setTotals(sheet, paper)
  for (const note of paper.notes) setNote(sheet, note)
  setSignatures(sheet, paper.signatures)
  return sheet.pages.map((page, place) => [...page, ...edges(paper, place, sheet)])
}

const gap = 14
const half = (contentWidth - gap) / 2

/** The title to the left, the number to the right; under them what the paper belongs to and what is wrong with it. */
function setHead(sheet: Sheet, { title, number, subtitle, mark }: Paper): void {
  const { measure } = sheet
  const big: Style = { face: 'bold', size: 15 }
  const right = { x: margin, y: sheet.y, width: contentWidth, align: 'right' } as const
  put(sheet, ...textMarks([number], right, big, measure))
  const room = contentWidth - measure(number, 'bold', 15) - gap
  const lines = broken(title, room, big, measure)
  put(sheet, ...textMarks(lines, { x: margin, y: sheet.y, width: room }, big, measure))
  sheet.y += lines.length * lineHeight(15)
  if (subtitle) setLine(sheet, subtitle, { size: 10 })
  if (mark) setLine(sheet, mark, { face: 'bold', size: 12, color: colors.alarm })
  sheet.y += 4
  put(sheet, { kind: 'rule', x: margin, y: sheet.y, width: contentWidth, color: colors.ink })
  sheet.y += 10
}

function setLine(sheet: Sheet, text: string, style: Style): void {
  const lines = broken(text, contentWidth, style, sheet.measure)
  put(sheet, ...textMarks(lines, { x: margin, y: sheet.y, width: contentWidth }, style, sheet.measure))
  sheet.y += lines.length * lineHeight(style.size!)
}

function setParties(sheet: Sheet, parties: readonly PartyBlock[]): void {
  const heights = parties.map((party, place) => setParty(sheet, party, margin + place * (half + gap)))
  sheet.y += Math.max(...heights) + 10
}

/** Tells how tall it is. */
function setParty(sheet: Sheet, { label, name, lines }: PartyBlock, x: number): number {
  const { y, measure } = sheet
  const bold: Style = { face: 'bold', size: 10 }
  const names = broken(inline(name), half, bold, measure)
  const rest = lines.flatMap(line => broken(inline(line), half, { size: 9 }, measure))
  const nameTop = y + lineHeight(8) + 2
  const restTop = nameTop + names.length * lineHeight(10)
  put(
    sheet,
    ...textMarks([label], { x, y, width: half }, { size: 8, color: colors.faint }, measure),
    ...textMarks(names, { x, y: nameTop, width: half }, bold, measure),
    ...textMarks(rest, { x, y: restTop, width: half }, { size: 9 }, measure),
  )
  return restTop + rest.length * lineHeight(9) - y
}

const labelWidth = 96

function setFacts(sheet: Sheet, columns: readonly Fact[][]): void {
  put(sheet, { kind: 'rule', x: margin, y: sheet.y, width: contentWidth, color: colors.line })
  sheet.y += 8
  const heights = columns.map((facts, place) => {
    const { marks, height } = pairs(facts, { x: margin + place * (half + gap), y: sheet.y, width: half }, sheet)
    put(sheet, ...marks)
    return height
  })
  sheet.y += Math.max(...heights) + 10
}

/** Labels with their values beside them. */
function pairs(
  facts: readonly Fact[],
  { x, y, width }: { x: number; y: number; width: number },
  { measure }: Pick<Sheet, 'measure'>,
): { marks: Mark[]; height: number } {
  const marks: Mark[] = []
  let height = 0
  for (const { label, value, isStrong } of facts) {
    const style: Style = { face: isStrong ? 'bold' : 'regular', size: 9 }
    const lines = broken(inline(value), width - labelWidth, style, measure)
    const place = { x: x + labelWidth, y: y + height, width: width - labelWidth }
    marks.push(
      ...textMarks([label], { x, y: y + height, width: labelWidth }, { size: 9, color: colors.faint }, measure),
    )
    marks.push(...textMarks(lines, place, style, measure))
    height += lines.length * lineHeight(9) + 1
  }
  return { marks, height }
}

function setHeading(sheet: Sheet, text: string): void {
  // Together with the first rows under it.
  makeRoom(sheet, 60)
  setLine(sheet, text, { face: 'bold', size: 9 })
  sheet.y += 2
}

const codeSide = 92

/** The totals to the right; to the left the code to pay by. They stay together. */
function setTotals(sheet: Sheet, { totals, code }: Paper): void {
  if (totals.length === 0) return
  const place = { x: margin + half + gap, width: half }
  const height = Math.max(totalsHeight(totals), code ? codeSide + lineHeight(8) : 0)
  makeRoom(sheet, height)
  const top = sheet.y
  for (const { label, value, isStrong } of totals) {
    const style: Style = isStrong ? { face: 'bold', size: 12 } : { size: 9 }
    const line = { ...place, y: sheet.y }
    put(sheet, ...textMarks([label], line, style, sheet.measure))
    put(sheet, ...textMarks([value], { ...line, align: 'right' }, style, sheet.measure))
    sheet.y += lineHeight(style.size!) + 2
  }
  if (code) put(sheet, ...codeMarks(code.label, codeShape(code.spayd), top, sheet))
  sheet.y = top + height + 10
}

const totalsHeight = (totals: readonly Fact[]): number =>
  totals.reduce((height, { isStrong }) => height + lineHeight(isStrong ? 12 : 9) + 2, 0)

function codeMarks(label: string, { size, path }: CodeShape, y: number, { measure }: Sheet): Mark[] {
  return [
    { kind: 'shape', x: margin, y, scale: codeSide / size, path },
    ...textMarks(
      [label],
      { x: margin, y: y + codeSide + 3, width: codeSide },
      { size: 8, color: colors.faint },
      measure,
    ),
  ]
}

/** Line by line: a long note goes on over the page. */
function setNote(sheet: Sheet, text: string): void {
  for (const line of broken(text, contentWidth, { size: 9 }, sheet.measure)) {
    makeRoom(sheet, lineHeight(9))
    put(sheet, ...textMarks([line], { x: margin, y: sheet.y, width: contentWidth }, { size: 9 }, sheet.measure))
    sheet.y += lineHeight(9)
  }
  sheet.y += 6
}

function setSignatures(sheet: Sheet, labels: readonly string[]): void {
  if (labels.length === 0) return
  makeRoom(sheet, 90)
  const y = sheet.y + 60
  for (const [place, label] of labels.entries()) {
    const x = margin + place * (half + gap)
    put(sheet, { kind: 'rule', x, y, width: half * 0.8, color: colors.ink })
    put(sheet, ...textMarks([label], { x, y: y + 3, width: half }, { color: colors.faint }, sheet.measure))
  }
  sheet.y = y + 20
}

/** What every page carries: on the following ones what they belong to, and at the foot of each its number. */
function edges({ title, number, mark, footer, language }: Paper, place: number, { pages, measure }: Sheet): Mark[] {
  const faint: Style = { size: 7.5, color: colors.faint }
  const whole = { x: margin, width: contentWidth }
  const head = [title, number, mark].filter(Boolean).join(' · ')
  const pageNumber = wordsOf(language).page(place + 1, pages.length)
  const footWidth = contentWidth - 90
  const foot = broken(inline(footer ?? ''), footWidth, faint, measure).slice(0, 4)
  const y = bottom + 12
  return [
    ...(place === 0 ? [] : textMarks([head], { ...whole, y: margin }, faint, measure)),
    { kind: 'rule', ...whole, y: y - 4, color: colors.line },
    ...textMarks(foot, { x: margin, y, width: footWidth }, faint, measure),
    ...textMarks([pageNumber], { ...whole, y, align: 'right' }, faint, measure),
  ]
}
