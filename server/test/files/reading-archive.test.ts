/** Reading .isdocx: which file is the invoice, which PDF is attached. */
import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import type { Reading } from '../../src/invoice-files/model.ts'
import { readInvoiceFile } from '../../src/invoice-files/read-file.ts'
import { isdoc, manifest, tag, type ZipPart, zip } from '../support/invoice-files.ts'

const read = (...parts: ZipPart[]): Promise<Reading> => readInvoiceFile({ name: 'a.IsdocX', bytes: zip(parts) })

const document = (name: string | Uint8Array, number = 'FV-1', more = ''): ZipPart => ({
  name,
  content: isdoc({ header: { ID: number }, more }),
})
const pdf = (name: string, content = '%PDF-1.7 a'): ZipPart => ({ name, content })

const numberOf = (reading: Reading) => (reading.ok ? reading.invoice.number : reading.reason)
const pdfOf = (reading: Reading) => (reading.ok ? (reading.pdf?.name ?? null) : reading.reason)
const remarksOf = (reading: Reading) => (reading.ok ? reading.invoice.remarks : [reading.detail])

describe('the invoice', () => {
  const other = document('other/second.isdoc', 'FV-2')

  test.each<[string, ZipPart[]]>([
    ['named by the manifest', [other, document('a.isdoc'), document('b.isdoc', 'FV-3'), manifest('a.isdoc')]],
    ['stored without compression', [manifest('a.isdoc'), { ...document('a.isdoc'), method: 0 }]],
    ['named in percents', [other, document('faktura č 1.isdoc'), manifest('faktura%20%C4%8D%201.isdoc')]],
    ['named in another case', [other, document('Faktura.ISDOC'), manifest('faktura.isdoc')]],
    ['named with a backslash', [other, document('in/a.isdoc'), manifest('In\\a.isdoc')]],
    ['a name in UTF-8 without its flag', [{ ...document('čí.isdoc'), flags: 0 }, manifest('čí.isdoc')]],
    ['a name in an old code page', [{ ...document(Uint8Array.of(0x9f, ...Buffer.from('.isdoc'))), flags: 0 }]],
    ['without a manifest the one in the root', [other, document('a.isdoc'), { name: 'other/' }]],
    ['a manifest that leads outside, one in the root', [other, document('a.isdoc'), manifest('../a.isdoc')]],
    ['a manifest that names a missing file, one in the root', [other, document('a.isdoc'), manifest('x.isdoc')]],
    [
      'a manifest that names two',
      [
        document('a.isdoc'),
        {
          name: 'manifest.xml',
          content: manifest('x')
            .content!.toString()
            .replace(/<main.*\/>/, '$&$&'),
        },
      ],
    ],
  ])('%s', async (_, parts) => {
    expect(numberOf(await read(...parts))).toBe('FV-1')
  })

  test.each<[string, string, ZipPart[]]>([
    ['no_invoice_in_archive', 'nothing in it', []],
    ['no_invoice_in_archive', 'only below the root', [other]],
    ['no_invoice_in_archive', 'two in the root', [document('a.isdoc'), document('b.isdoc')]],
    ['no_invoice_in_archive', 'a manifest of a missing file', [other, manifest('a.isdoc')]],
    [
      'no_invoice_in_archive',
      'two that differ in case only',
      [document('A.isdoc'), document('a.isdoc'), manifest('A.ISDOC')],
    ],
    ['no_invoice_in_archive', 'a wrong checksum', [{ ...document('a.isdoc'), checksum: 1 }]],
    ['invalid_xml', 'a broken manifest', [document('a.isdoc'), { name: 'manifest.xml', content: '<manifest' }]],
    [
      'invalid_xml',
      'a DOCTYPE in the manifest',
      [document('a.isdoc'), { name: 'manifest.xml', content: '<!DOCTYPE m><m/>' }],
    ],
    ['invalid_xml', 'a PDF as the invoice', [pdf('a.pdf'), manifest('a.pdf')]],
    [
      'file_too_large',
      'a manifest over 64 kB',
      [document('a.isdoc'), { name: 'manifest.xml', content: ' '.repeat(65_537), method: 0 }],
    ],
  ])('%s: %s', async (reason, _, parts) => {
    expect(numberOf(await read(...parts))).toBe(reason)
  })
})

describe('the PDF', () => {
  const digest = (kind: string, content: string) => createHash(kind).update(content).digest('base64')
  const listed = (name: string, { preview = false, algorithm = '', value = '' } = {}) =>
    tag(
      'Supplement',
      tag('Filename', name) +
        (algorithm && `<DigestMethod Algorithm="${algorithm}"/>`) +
        (value && tag('DigestValue', value)),
      preview ? 'preview="true"' : '',
    )
  const main = (...supplements: string[]) => document('a.isdoc', 'FV-1', tag('SupplementsList', supplements.join('')))

  test.each<[string, string | null, ZipPart[]]>([
    [
      'the preview',
      'see.pdf',
      [main(listed('x.pdf'), listed('SEE.PDF', { preview: true })), pdf('x.pdf'), pdf('see.pdf')],
    ],
    [
      'the preview below the root',
      'see.pdf',
      [main(listed('In\\see.pdf', { preview: true })), pdf('in/see.pdf'), pdf('x.pdf')],
    ],
    [
      'the only one listed',
      'x.pdf',
      [main(listed('logo.bmp'), listed('x.pdf')), pdf('a.pdf'), pdf('x.pdf'), { name: 'logo.bmp' }],
    ],
    ['the one named like the invoice', 'A.pdf', [main(), pdf('x.pdf'), pdf('A.pdf')]],
    ['the only one in the root', 'x.pdf', [main(), pdf('x.pdf'), pdf('in/y.pdf')]],
    ['none of several', null, [main(), pdf('x.pdf'), pdf('y.pdf')]],
    ['none below the root', null, [main(), pdf('in/y.pdf')]],
    ['none that is listed and not there', null, [main(listed('x.pdf'))]],
  ])('%s', async (_, name, parts) => {
    const reading = await read(...parts)
    expect(pdfOf(reading)).toBe(name)
    expect(remarksOf(reading)).toEqual([])
    if (name !== null && reading.ok) expect(Buffer.from(reading.pdf!.bytes).toString()).toBe('%PDF-1.7 a')
  })

  const sha = 'http://www.w3.org/2001/04/xmlenc#sha256'
  test.each([
    ['a right digest', { algorithm: sha, value: digest('sha256', '%PDF-1.7 a') }, true],
    [
      'a right SHA-1',
      { algorithm: 'http://www.w3.org/2000/09/xmldsig#sha1', value: digest('sha1', '%PDF-1.7 a') },
      true,
    ],
    ['a wrong digest', { algorithm: sha, value: digest('sha256', 'b') }, false],
    ['an unknown digest', { algorithm: 'urn:md5', value: 'x' }, false],
  ])('with %s', async (_, parts, isAttached) => {
    const reading = await read(main(listed('x.pdf', parts)), pdf('x.pdf'))
    expect(pdfOf(reading)).toBe(isAttached ? 'x.pdf' : null)
    expect(remarksOf(reading)).toHaveLength(isAttached ? 0 : 1)
  })

  test.each<[string, ZipPart]>([
    ['that is none', pdf('x.pdf', 'GIF89a')],
    ['that is damaged', { ...pdf('x.pdf'), checksum: 1 }],
    ['over 20 MB', { name: 'x.pdf', content: new Uint8Array(21 * 1024 * 1024).fill(37), method: 0 }],
    ['that unpacks a thousandfold', { name: 'x.pdf', content: new Uint8Array(15 * 1024 * 1024).fill(37) }],
  ])('%s is left out, the invoice is read', async (_, part) => {
    const { content = '' } = part
    const large = content.length > 10 * 1024 * 1024 && part.method === 0
    const reading = await read(main(), large ? { ...part, method: 8 } : part)
    expect(pdfOf(reading)).toBeNull()
    expect(remarksOf(reading)).toEqual([expect.stringMatching(/^The PDF x.pdf was left out: /)])
  })
})
