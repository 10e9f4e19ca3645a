/** Images read: every kind of PNG as red, green and blue, and the size of a JPEG. */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isJpeg, jpegSize } from '../../src/lib/jpeg.ts'
import { isPng, pngSize, readPng, UnreadableImage } from '../../src/lib/png.ts'
import { jpeg, type PngWords, png } from '../support/images.ts'

const pixelsOf = (words: PngWords) => {
  const { rgb, alpha } = readPng(png(words))
  const colors = rgb.toString('hex').match(/.{6}/g)
  return alpha ? colors!.map((color, index) => `${color} ${alpha[index]}`) : colors
}

describe('PNG', () => {
  test('its size, and its colours', () => {
    expect(pngSize(png())).toEqual({ width: 3, height: 2 })
    expect(readPng(png())).toMatchObject({ width: 3, height: 2, alpha: undefined })
    expect(new Set(pixelsOf({}))).toEqual(new Set(['ffa500']))
  })

  test.each<[string, PngWords, string[]]>([
    ['gray', { colorType: 0, width: 2, height: 1, rows: [[0, 0, 200]] }, ['000000', 'c8c8c8']],
    [
      'gray of one bit',
      { colorType: 0, depth: 1, width: 3, height: 1, rows: [[0, 0b10100000]] },
      ['ffffff', '000000', 'ffffff'],
    ],
    ['gray of four bits', { colorType: 0, depth: 4, width: 2, height: 1, rows: [[0, 0x3f]] }, ['333333', 'ffffff']],
    ['gray of 16 bits', { colorType: 0, depth: 16, width: 1, height: 1, rows: [[0, 0xab, 0xcd]] }, ['ababab']],
    [
      'one gray is clear',
      { colorType: 0, width: 2, height: 1, rows: [[0, 7, 8]], transparency: [0, 7] },
      ['070707 0', '080808 255'],
    ],
    ['gray with transparency', { colorType: 4, width: 1, height: 1, rows: [[0, 9, 128]] }, ['090909 128']],
    ['colour with transparency', { colorType: 6, width: 1, height: 1, rows: [[0, 1, 2, 3, 4]] }, ['010203 4']],
    [
      'one colour is clear',
      { width: 2, height: 1, rows: [[0, 1, 2, 3, 1, 2, 4]], transparency: [0, 1, 0, 2, 0, 3] },
      ['010203 0', '010204 255'],
    ],
    ['colour of 16 bits', { depth: 16, width: 1, height: 1, rows: [[0, 1, 0, 2, 0, 3, 0]] }, ['010203']],
    [
      'palette of two bits',
      { colorType: 3, depth: 2, width: 3, height: 1, rows: [[0, 0b00011000]], palette: [1, 1, 1, 2, 2, 2, 3, 3, 3] },
      ['010101', '020202', '030303'],
    ],
    [
      'palette with transparency',
      { colorType: 3, width: 2, height: 1, rows: [[0, 0, 1]], palette: [1, 1, 1, 2, 2, 2], transparency: [50] },
      ['010101 50', '020202 255'],
    ],
  ])('%s', (_, words, expected) => {
    expect(pixelsOf(words)).toEqual(expected)
  })

  /** As the standard packs a row of one byte a pixel. */
  const packed = (filter: number, row: number[], above: number[]): number[] => {
    const at = (values: number[], index: number) => values[index] ?? 0
    const guess = (index: number): number => {
      const [left, up, corner] = [at(row, index - 1), at(above, index), at(above, index - 1)]
      const slope = left + up - corner
      const nearest = [left, up, corner].toSorted((one, other) => Math.abs(slope - one) - Math.abs(slope - other))
      return [0, left, up, Math.floor((left + up) / 2), nearest[0]!][filter]!
    }
    return [filter, ...row.map((value, index) => (value - guess(index) + 256) % 256)]
  }

  test('every filter gives back what was packed', () => {
    const image = fc.integer({ min: 1, max: 6 }).chain(width =>
      fc.array(
        fc.record({
          filter: fc.integer({ min: 0, max: 4 }),
          row: fc.array(fc.integer({ min: 0, max: 255 }), { minLength: width, maxLength: width }),
        }),
        { minLength: 1, maxLength: 6 },
      ),
    )
    fc.assert(
      fc.property(image, lines => {
        const rows = lines.map(({ filter, row }, index) => packed(filter, row, lines[index - 1]?.row ?? []))
        const { rgb } = readPng(png({ colorType: 0, width: lines[0]!.row.length, height: lines.length, rows }))
        expect([...rgb].filter((_, index) => index % 3 === 0)).toEqual(lines.flatMap(({ row }) => row))
      }),
    )
  })

  test('what cannot be drawn says why', () => {
    const why = (bytes: Buffer) => {
      try {
        readPng(bytes)
      } catch (error) {
        expect(error).toBeInstanceOf(UnreadableImage)
        return (error as Error).message
      }
      return undefined
    }
    expect(why(png().subarray(0, 60))).toMatch(/cut off/)
    expect(why(png({ interlace: 1 }))).toMatch(/interlaced/)
    expect(why(png({ depth: 4 }))).toMatch(/header/)
    expect(why(png({ width: 0 }))).toMatch(/header/)
    expect(why(png({ rows: [[0, 1]] }))).toMatch(/pixels/)
    expect(why(png({ width: 1, height: 1, rows: [[9, 1, 2, 3]] }))).toMatch(/pixels/)
    expect(
      why(
        png({
          width: 1,
          height: 1,
          rows: [
            [0, 1, 2, 3],
            [0, 1, 2, 3],
          ],
        }),
      ),
    ).toMatch(/pixels/)
    expect(why(png({ colorType: 3, width: 1, height: 1, rows: [[0, 0]] }))).toMatch(/palette/)
    expect([isPng(png()), isPng(jpeg), isPng(Buffer.alloc(0))]).toEqual([true, false, false])
  })

  test('whatever was cut or changed is read or refused in words', () => {
    const whole = png({
      colorType: 6,
      width: 2,
      height: 2,
      rows: [
        [1, 1, 2, 3, 4, 5, 6, 7, 8],
        [4, 1, 2, 3, 4, 5, 6, 7, 8],
      ],
    })
    const harm = fc.record({
      at: fc.nat({ max: whole.length - 1 }),
      value: fc.nat({ max: 255 }),
      end: fc.nat({ max: whole.length }),
    })
    fc.assert(
      fc.property(harm, ({ at, value, end }) => {
        const bytes = Buffer.from(whole)
        bytes[at] = value
        // Sizes are held against a limit before anything is unpacked.
        if (at >= 16 && at < 24) return
        try {
          readPng(end < 8 ? bytes : bytes.subarray(0, end))
        } catch (error) {
          expect(error).toBeInstanceOf(UnreadableImage)
        }
      }),
      { numRuns: 500 },
    )
  })
})

describe('JPEG', () => {
  test('its size; what PDF cannot carry says why', () => {
    expect([isJpeg(jpeg), isJpeg(png())]).toEqual([true, false])
    expect(jpegSize(jpeg)).toEqual({ width: 12, height: 8 })
    expect(() => jpegSize(jpeg.subarray(0, -1))).toThrow(/cut off/)
    const frame = jpeg.indexOf(Buffer.from([0xff, 0xc0]))
    const changed = (index: number, value: number) => {
      const bytes = Buffer.from(jpeg)
      bytes[frame + index] = value
      return bytes
    }
    expect(jpegSize(changed(1, 0xc2))).toEqual({ width: 12, height: 8 })
    expect(() => jpegSize(changed(1, 0xc9))).toThrow(/baseline/)
    expect(() => jpegSize(changed(4, 12))).toThrow(/header/)
    expect(() => jpegSize(changed(9, 2))).toThrow(/header/)
    expect(() => jpegSize(changed(0, 0))).toThrow(/header/)
  })
})
