/** Pages and the marks on them, and how a text breaks into lines. Pure; all measures are points. */

export type Face = 'regular' | 'bold'

export interface TextMark {
  kind: 'text'
  x: number
  /** The top of the line. */
  y: number
  text: string
  face: Face
  size: number
  color: string
}

export interface RuleMark {
  kind: 'rule'
  x: number
  y: number
  width: number
  color: string
  /** Half a point, unless it says more. */
  thickness?: number
}

export interface BandMark {
  kind: 'band'
  x: number
  y: number
  width: number
  height: number
  color: string
}

/** A path of unit squares, such as a QR code, drawn at a scale. */
export interface ShapeMark {
  kind: 'shape'
  x: number
  y: number
  scale: number
  path: string
}

/** Straight from point to point. */
export interface LineMark {
  kind: 'line'
  points: { x: number; y: number }[]
  color: string
  thickness: number
  /** The length of its dashes; whole without one. */
  dash?: number
}

export interface PictureMark {
  kind: 'picture'
  x: number
  y: number
  width: number
  height: number
  /** A data URI of a PNG or a JPEG. */
  source: string
}

export type Mark = TextMark | RuleMark | BandMark | LineMark | ShapeMark | PictureMark
export type Page = Mark[]

/** How wide a text is. */
export type Measure = (text: string, face: Face, size: number) => number

export const paperSize = { width: 595.28, height: 841.89 }
export const margin = 40
export const contentWidth = paperSize.width - 2 * margin
/** Between what stands side by side. */
export const gap = 14
export const half = (contentWidth - gap) / 2
/** Below it stands the foot of the page. */
export const bottom = paperSize.height - 64

export const colors = { ink: '#1a1a1a', faint: '#6b6b6b', line: '#c8c8c8', band: '#f1f1ee', alarm: '#b3261e' }

/** Where the next thing goes. */
export interface Sheet {
  pages: Page[]
  y: number
  measure: Measure
}

export const newSheet = (measure: Measure): Sheet => ({ pages: [[]], y: margin, measure })

export const put = (sheet: Sheet, ...marks: Mark[]): void => {
  sheet.pages.at(-1)!.push(...marks)
}

export function turnPage(sheet: Sheet): void {
  sheet.pages.push([])
  sheet.y = margin + 22
}

/** Turns the page when so much does not fit any more; tells whether it did. */
export function makeRoom(sheet: Sheet, height: number): boolean {
  if (sheet.y + height <= bottom) return false
  turnPage(sheet)
  return true
}

export interface Style {
  face?: Face
  size?: number
  color?: string
}

export const lineHeight = (size: number): number => size * 1.3

interface Place {
  x: number
  y: number
  width: number
  align?: 'left' | 'right'
}

/** Lines that are broken already, one under another. */
export function textMarks(lines: readonly string[], place: Place & Style, measure: Measure): TextMark[] {
  const { face = 'regular', size = 8, color = colors.ink } = place
  return lines.map((text, index) => {
    const x = place.align === 'right' ? place.x + place.width - measure(text, face, size) : place.x
    return { kind: 'text', x, y: place.y + index * lineHeight(size), text, face, size, color }
  })
}

/** A mark after a number hangs outside its column, so that the numbers stay under each other. */
export const hung = (text: string): string => text.replace(/(?<=[\d%])[¹²³⁴]$/, '')

/** Controls are nothing to see; what is composed of two characters is drawn as one. */
const clean = (text: string): string => text.normalize('NFC').replace(/[^\S\n\u00a0]|\p{Cc}(?<!\n)/gu, ' ')

/** A text that has no lines of its own. */
export const inline = (text: string): string => text.replace(/[^\S\u00a0]+/g, ' ')

/** Breaks at spaces, and inside a word only when it is wider than the line. */
export function breakLines(text: string, room: Style & { width: number }, measure: Measure): string[] {
  const { width, face = 'regular', size = 8 } = room
  return clean(text)
    .split('\n')
    .flatMap(paragraph => {
      const lines: string[] = []
      let line = ''
      for (const word of paragraph.split(' ').flatMap(long => pieces(long, width, part => measure(part, face, size)))) {
        const longer = line === '' ? word : `${line} ${word}`
        if (line !== '' && measure(longer, face, size) > width) {
          lines.push(line)
          line = word
        } else line = longer
      }
      return [...lines, line]
    })
}

function pieces(word: string, width: number, widthOf: (text: string) => number): string[] {
  if (widthOf(word) <= width) return [word]
  const parts: string[] = []
  let part = ''
  for (const character of word) {
    if (part !== '' && widthOf(part + character) > width) {
      parts.push(part)
      part = character
    } else part += character
  }
  return [...parts, part]
}
