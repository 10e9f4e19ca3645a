/** Attachments inside UBL: as large as the file may be, while every other text keeps its limit. */
import { randomBytes } from 'node:crypto'
import { afterAll, describe, expect, test } from 'vitest'
import type { Reading } from '../../src/invoice-files/model.ts'
import { readInvoiceFile } from '../../src/invoice-files/read-file.ts'
import { invoiceReader } from '../../src/invoice-files/reader.ts'
import { bytesOf, embedded, isdoc, manifest, tag, type UblParts, ubl, zip } from '../support/invoice-files.ts'
import { watchTurns } from '../support/turns.ts'

const megabyte = 1024 * 1024
const pdfOf = (size: number): Buffer => Buffer.concat([Buffer.from('%PDF-1.7\n'), randomBytes(size)])
const inLines = (text: string, end = '\n') => text.replace(/.{76}/g, line => line + end)

const read = (parts: UblParts, name = 'a.xml'): Promise<Reading> =>
  readInvoiceFile({ name, bytes: bytesOf(ubl(parts)) })

const pdfIn = (reading: Reading): Buffer | null => {
  if (!reading.ok) throw new Error(`${reading.reason}: ${reading.detail}`)
  return reading.pdf && Buffer.from(reading.pdf.bytes)
}

describe('read', () => {
  test('a PDF of 7 MB, whole', async () => {
    const pdf = pdfOf(7 * megabyte)
    expect(pdfIn(await read({ more: embedded(pdf) }))?.equals(pdf)).toBe(true)
  })

  test('as .isdoc, in an archive, in lines, in windows-1250, and in pieces', async () => {
    const pdf = pdfOf(megabyte)
    const text = pdf.toString('base64')
    const document = ubl({ more: embedded(text) })
    const archive = zip([manifest('r.xml'), { name: 'r.xml', content: document }])
    const latin = document.replace('UTF-8', 'windows-1250')
    const pieces = `<![CDATA[${text.slice(0, 99_999)}]]>${text.slice(99_999, -40)}<!-- x -->&#32;${text.slice(-40)}`
    const readings = [
      await read({ more: embedded(text) }, 'a.ISDOC'),
      await readInvoiceFile({ name: 'a.isdocx', bytes: archive }),
      await read({ more: embedded(inLines(text)) }),
      await read({ more: embedded(inLines(text, '\r\n')) }),
      await readInvoiceFile({ name: 'a.xml', bytes: bytesOf(latin) }),
      await read({ more: embedded(pieces) }),
    ]
    for (const reading of readings) expect(pdfIn(reading)?.equals(pdf)).toBe(true)
  })

  test('what is no PDF, or one of several, is passed over; the invoice is read', async () => {
    const picture = embedded(randomBytes(megabyte), 'image/png')
    expect(await read({ more: picture })).toMatchObject({ ok: true, pdf: null, invoice: { remarks: [] } })
    const pdf = pdfOf(megabyte)
    expect(pdfIn(await read({ more: picture + embedded(pdf) }))?.equals(pdf)).toBe(true)
    const remark = { invoice: { remarks: [expect.any(String)] } }
    expect(await read({ more: embedded(pdf) + embedded(pdf) })).toMatchObject({ ok: true, pdf: null, ...remark })
    const none = embedded(randomBytes(megabyte))
    expect(await read({ more: none })).toMatchObject({ ok: true, pdf: null, ...remark })
  })
})

/** In letters more than a text may have. */
const pdf = embedded(pdfOf(megabyte))
const elsewhere = (name: string, content: string) => tag('cac:AdditionalDocumentReference', tag(name, content))

type Hostile = [reason: string, title: string, bytes: () => Uint8Array]
const hostile: Hostile[] = [
  [
    'file_too_large',
    'a note over 1 MB',
    () => bytesOf(ubl({ header: { 'cbc:Note': 'x'.repeat(megabyte + 1) }, more: pdf })),
  ],
  ['file_too_large', 'no base64', () => bytesOf(ubl({ more: embedded(`${'x'.repeat(megabyte)}<![CDATA[&]]>`) }))],
  ['file_too_large', 'letters of two bytes', () => bytesOf(ubl({ more: embedded('ž'.repeat(2 * megabyte)) }))],
  [
    'file_too_large',
    'an object that is no attachment',
    () => bytesOf(ubl({ more: elsewhere('cbc:EmbeddedDocumentBinaryObject', 'A'.repeat(2 * megabyte)) })),
  ],
  [
    'file_too_large',
    'an attachment that is no object',
    () => bytesOf(ubl({ more: elsewhere('cac:Attachment', 'A'.repeat(2 * megabyte)) })),
  ],
  [
    'file_too_large',
    'an object in ISDOC',
    () => {
      const cbc = 'urn:oasis:names:specification:ubl:schema:xsd:CommonBasicComponents-2'
      const cac = 'urn:oasis:names:specification:ubl:schema:xsd:CommonAggregateComponents-2'
      const object = `<b:EmbeddedDocumentBinaryObject xmlns:b="${cbc}">${'A'.repeat(2 * megabyte)}</b:EmbeddedDocumentBinaryObject>`
      return bytesOf(isdoc({ more: `<a:Attachment xmlns:a="${cac}">${object}</a:Attachment>` }))
    },
  ],
  [
    'file_too_large',
    'an attribute over 1 MB',
    () => bytesOf(ubl({ more: embedded('AAAA', `application/pdf" filename="${'x'.repeat(megabyte + 1)}`) })),
  ],
  ['file_too_large', '6 MB beside it', () => bytesOf(ubl({ more: `${pdf}<!--${' '.repeat(6 * megabyte)}-->` }))],
  ['file_too_large', '6 MB inside it', () => bytesOf(ubl({ more: embedded(`<!--${' '.repeat(6 * megabyte)}-->`) }))],
  ['file_too_large', '6 MB of spaces', () => bytesOf(`<!--EmbeddedDocumentBinaryObject-->${' '.repeat(6 * megabyte)}`)],
  ['file_too_large', 'over 10 MB', () => bytesOf(ubl({ more: embedded(pdfOf(8 * megabyte)) }))],
  ['file_too_large', 'a million elements beside it', () => bytesOf(ubl({ more: pdf + '<a/>'.repeat(1_000_000) }))],
  ['file_too_large', 'a million elements inside it', () => bytesOf(ubl({ more: embedded('<a/>'.repeat(1_000_000)) }))],
  ['invalid_xml', '65 levels beside it', () => bytesOf(ubl({ more: pdf + '<a>'.repeat(64) + '</a>'.repeat(64) }))],
  ['invalid_xml', 'levels inside it', () => bytesOf(ubl({ more: embedded('<a>'.repeat(64) + '</a>'.repeat(64)) }))],
  ['invalid_xml', 'a DOCTYPE', () => bytesOf(ubl({ more: pdf }).replace('\n', '<!DOCTYPE x>'))],
  ['invalid_xml', 'an entity inside it', () => bytesOf(ubl({ more: embedded(`${'A'.repeat(2 * megabyte)}&l9;`) }))],
  ['invalid_xml', 'cut in the middle of it', () => bytesOf(ubl({ more: pdf })).subarray(0, megabyte)],
]

describe('refused', () => {
  test.each(hostile)('%s: %s', async (reason, _, bytes) => {
    expect(await readInvoiceFile({ name: 'a.xml', bytes: bytes() })).toMatchObject({ ok: false, reason })
  })

  test('file_too_large: a bomb of an attachment in an archive', async () => {
    const bomb = ubl({ more: embedded('A'.repeat(9 * megabyte)) })
    const bytes = zip([manifest('r.xml'), { name: 'r.xml', content: bomb }])
    expect(await readInvoiceFile({ name: 'a.isdocx', bytes })).toMatchObject({ ok: false, reason: 'file_too_large' })
  })
})

describe('in a thread', () => {
  const reader = invoiceReader({ threads: 1 })
  afterAll(() => reader.close())

  test('the largest ones, without holding up the loop', async () => {
    const largest = pdfOf(7.4 * megabyte)
    const files = [
      { name: 'a.xml', bytes: bytesOf(ubl({ more: embedded(largest) })) },
      {
        name: 'a.xml',
        bytes: bytesOf(ubl({ more: embedded(inLines(largest.toString('base64'), '\r\n').slice(0, 9.9 * megabyte)) })),
      },
      { name: 'a.xml', bytes: bytesOf(ubl({ header: { 'cbc:Note': 'ž' }, more: embedded(largest) })) },
    ]
    expect(await reader.read({ name: 'a.isdoc', bytes: bytesOf(isdoc()) })).toMatchObject({ ok: true })
    const stallMs = async (): Promise<number> => {
      const turns = watchTurns()
      for (const file of files) expect(await reader.read(file)).toMatchObject({ ok: true, pdf: { name: 'R-1.pdf' } })
      return turns.stop()
    }
    // The first round may meet code that is not compiled yet; what a file does, it does each time.
    let stall = await stallMs()
    for (let round = 1; round < 4 && stall >= 100; round++) stall = await stallMs()
    console.log(`attachments: longest stall ${stall.toFixed(0)} ms`)
    expect(stall).toBeLessThan(100)
  })
})
