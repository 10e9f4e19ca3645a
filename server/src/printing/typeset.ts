/** Puts a paper on pages: what stands where. Pure. */
import type { Paper, TitledPlot, TitledTable } from './paper.ts'
import { plotHeight, setPlot } from './plot.ts'
import { setFacts, setHead, setParties, setText } from './set-head.ts'
import { setTotals } from './set-totals.ts'
import {
  bottom,
  breakLines,
  colors,
  contentWidth,
  gap,
  half,
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
import { pageText } from './words.ts'

export function typeset(paper: Paper, measure: Measure): Page[] {
  const sheet = newSheet(measure)
  setHead(sheet, paper)
  setParties(sheet, paper.parties)
  setFacts(sheet, paper)
  // A credit note may take back packaging and nothing else.
  if (paper.lines.rows.length > 0 || !paper.deposits) setTable(sheet, paper.lines)
  setRemarks(sheet, paper.remarks)
  for (const part of [paper.deposits, paper.recapitulation, ...(paper.parts ?? [])])
    if (part) setPart(sheet, part, paper)
  setTotals(sheet, paper)
  for (const note of paper.notes) setNote(sheet, note)
  setSignatures(sheet, paper.signatures)
  return sheet.pages.map((page, index) => [...page, ...edges(paper, index, sheet)])
}

const whole = { x: margin, width: contentWidth }

/** Close under the table whose marks they explain. */
function setRemarks(sheet: Sheet, remarks: readonly string[]): void {
  if (remarks.length === 0) return
  sheet.y -= 6
  for (const remark of remarks) {
    makeRoom(sheet, lineHeight(7.5))
    setText(sheet, remark, { ...whole, size: 7.5, color: colors.faint })
  }
  sheet.y += 10
}

function setPart(sheet: Sheet, part: TitledTable | TitledPlot, { language }: Paper): void {
  if ('plot' in part) {
    makeRoom(sheet, plotHeight + lineHeight(9) + 2)
    setHeading(sheet, part.title)
    setPlot(sheet, part.plot, language)
  } else {
    setHeading(sheet, part.title)
    setTable(sheet, part.table)
  }
}

function setHeading(sheet: Sheet, text: string): void {
  // Together with the first rows under it.
  makeRoom(sheet, 60)
  setText(sheet, text, { ...whole, face: 'bold', size: 9 })
  sheet.y += 2
}

/** Line by line: a long note goes on over the page. */
function setNote(sheet: Sheet, text: string): void {
  const place = { ...whole, size: 9 }
  for (const line of breakLines(text, place, sheet.measure)) {
    makeRoom(sheet, lineHeight(9))
    put(sheet, ...textMarks([line], { ...place, y: sheet.y }, sheet.measure))
    sheet.y += lineHeight(9)
  }
  sheet.y += 6
}

function setSignatures(sheet: Sheet, labels: readonly string[]): void {
  if (labels.length === 0) return
  makeRoom(sheet, 90)
  const y = sheet.y + 60
  const width = half * 0.8
  for (const [index, label] of labels.entries()) {
    const x = margin + index * (half + gap)
    const below = { x, y: y + 3, width, size: 8, color: colors.faint }
    const lines = breakLines(inline(label), below, sheet.measure).slice(0, 3)
    put(sheet, { kind: 'rule', x, y, width, color: colors.ink })
    put(sheet, ...textMarks(lines, below, sheet.measure))
  }
  sheet.y = y + 20
}

/** What every page carries: on the following ones what they belong to, and at the foot of each its number. */
function edges({ title, number, mark, footer, language }: Paper, index: number, { pages, measure }: Sheet): Mark[] {
  const faint: Style = { size: 7.5, color: colors.faint }
  const head = [title, number, mark].filter(Boolean).join(' · ')
  const pageNumber = pageText(index + 1, pages.length, language)
  const y = bottom + 12
  const footPlace = { x: margin, y, width: contentWidth - 90, ...faint }
  const foot = breakLines(inline(footer ?? ''), footPlace, measure).slice(0, 4)
  return [
    ...(index === 0 ? [] : textMarks([head], { ...whole, y: margin, ...faint }, measure)),
    { kind: 'rule', ...whole, y: y - 4, color: colors.line },
    ...textMarks(foot, footPlace, measure),
    ...textMarks([pageNumber], { ...whole, y, align: 'right', ...faint }, measure),
  ]
}
