/** What we use of fontkit, which comes without types. */
declare module 'fontkit' {
  export interface Glyph {
    id: number
    advanceWidth: number
  }

  export interface GlyphRun {
    glyphs: Glyph[]
    positions: { xAdvance: number; yAdvance: number; xOffset: number; yOffset: number }[]
    advanceWidth: number
  }

  export interface Font {
    unitsPerEm: number
    glyphForCodePoint(codePoint: number): Glyph
    layout(text: string): GlyphRun
  }

  export function create(bytes: Uint8Array): Font
}
