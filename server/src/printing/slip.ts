/** Slips of a cash desk: one page 80 mm wide and as high as it needs. Pure; all measures are points. */
import { breakLines, colors, lineHeight, type Mark, type Measure, textMarks } from './sheet.ts'
import type { Language } from './words.ts'

export interface SlipLine {
  text: string
  /** What stands to the right; the text breaks beside it. */
  value?: string
  align?: 'left' | 'center'
  isBold?: boolean
  /** 8 points by default. */
  size?: number
}

/** A line, a rule over the whole width, or some space. */
export type SlipPart = SlipLine | 'rule' | 'space'

export interface Slip {
  language: Language
  title: string
  number: string
  parts: SlipPart[]
  /** Who made it out, and when it last changed: the same record gives the same bytes. */
  author: string
  changedAt: string
}

/** 80 mm. */
export const slipWidth = 226.77
const margin = 12
const room = slipWidth - 2 * margin
const between = 6
const spaceHeight = 6

export function setSlip({ parts }: Pick<Slip, 'parts'>, measure: Measure): { marks: Mark[]; height: number } {
  const marks: Mark[] = []
  let y = margin
  for (const part of parts) {
    const set = part === 'space' ? { marks: [], height: spaceHeight } : setPart(part, y, measure)
    marks.push(...set.marks)
    y += set.height
  }
  return { marks, height: y + margin }
}

function setPart(part: SlipLine | 'rule', y: number, measure: Measure): { marks: Mark[]; height: number } {
  if (part === 'rule') {
    return { marks: [{ kind: 'rule', x: margin, y: y + 3, width: room, color: colors.ink }], height: 6 }
  }
  const { text, value, align = 'left', size = 8 } = part
  const face = part.isBold ? 'bold' : 'regular'
  const taken = value === undefined ? 0 : measure(value, face, size) + between
  const lines = breakLines(text, { face, size, width: room - taken }, measure)
  const style = { face, size, y } as const
  const placed = lines.flatMap((line, index) => {
    const indent = align === 'center' ? (room - measure(line, face, size)) / 2 : 0
    const at = { ...style, x: margin + indent, y: y + index * lineHeight(size), width: room - taken }
    return textMarks([line], at, measure)
  })
  // A value stands beside the last line, as the eye goes on from there.
  const last = y + (Math.max(lines.length, 1) - 1) * lineHeight(size)
  const right =
    value === undefined
      ? []
      : textMarks([value], { ...style, x: margin, y: last, width: room, align: 'right' as const }, measure)
  return { marks: [...placed, ...right], height: Math.max(lines.length, 1) * lineHeight(size) }
}
