/** The fonts of papers are read once for all of them, and yet each paper says what its letters are. */
import { inflateSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { slipPdf } from '../../src/printing/pdf.ts'

const slip = (text: string): Promise<Buffer> =>
  slipPdf({
    language: 'cs',
    title: 'Slip',
    number: '1',
    parts: [{ text }],
    author: 'Pivovar',
    changedAt: '2026-11-18T08:00:00.000Z',
  })

/** What its streams hold, the tables from glyphs to letters among them. */
function streamsOf(pdf: Buffer): string {
  const streams = pdf.toString('latin1').matchAll(/\/FlateDecode\n>>\nstream\n(.*?)\nendstream/gs)
  return [...streams].map(([, bytes]) => inflateSync(Buffer.from(bytes!, 'latin1')).toString('latin1')).join('\n')
}

test('a letter is found in a paper, whatever was drawn before it', async () => {
  const [made, plain] = ['ώ', 'ω']
  // The first is drawn with the glyph of the second in it.
  expect(streamsOf(await slip(made!))).toContain('<03ce>')
  const first = await slip(plain!)
  expect(streamsOf(first)).toContain('<03c9>')
  await slip(made! + plain!)
  expect(await slip(plain!)).toEqual(first)
})
