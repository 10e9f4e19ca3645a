/** The fonts of papers: DejaVu, which has every letter of Czech; read and parsed once. */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { create, type Font, type Glyph, type GlyphRun } from 'fontkit'
import type { Face, Measure } from './sheet.ts'

export interface Fonts {
  regular: Font
  bold: Font
  measure: Measure
}

let known: Fonts | undefined

/** They never change: the first paper reads them for all others. */
export function paperFonts(): Fonts {
  if (known) return known
  const folder = path.dirname(createRequire(import.meta.url).resolve('dejavu-fonts-ttf/package.json'))
  const read = (file: string) => plainFont(create(readFileSync(path.join(folder, 'ttf', file))))
  const faces: Record<Face, PlainFont> = {
    regular: read('DejaVuSansCondensed.ttf'),
    bold: read('DejaVuSansCondensed-Bold.ttf'),
  }
  const measure: Measure = (text, face, size) => (faces[face].widthOf(text) * size) / faces[face].font.unitsPerEm
  known = { regular: faces.regular.font, bold: faces.bold.font, measure }
  return known
}

interface PlainFont {
  font: Font
  /** In units of the font. */
  widthOf(text: string): number
}

/**
 * The font with one glyph for each character. Shaping, with its ligatures and the scripts of the world, makes a paper
 * take three times as long and the first one over a second; invoices in Czech and English need none of it.
 */
function plainFont(font: Font): PlainFont {
  const glyphs = new Map<string, Glyph>()
  const glyphOf = (character: string): Glyph => {
    const seen = glyphs.get(character)
    if (seen) return seen
    const codePoint = character.codePointAt(0)!
    // The font forgets the letter of a glyph it met as a part of another first, as y in ý: a paper could not be searched for it.
    const glyph = Object.create(font.glyphForCodePoint(codePoint), { codePoints: { value: [codePoint] } }) as Glyph
    // One the font does not have is not worth remembering: there are a million of them.
    if (glyph.id !== 0) glyphs.set(character, glyph)
    return glyph
  }
  const widthOf = (text: string): number => {
    let width = 0
    for (const character of text) width += glyphOf(character).advanceWidth
    return width
  }
  const layout = (text: string): GlyphRun => {
    const run = [...text].map(glyphOf)
    // Fresh ones each time: who draws them scales them in place.
    const positions = run.map(({ advanceWidth }) => ({ xAdvance: advanceWidth, yAdvance: 0, xOffset: 0, yOffset: 0 }))
    return { glyphs: run, positions, advanceWidth: widthOf(text) }
  }
  return { font: Object.create(font, { layout: { value: layout } }) as Font, widthOf }
}
