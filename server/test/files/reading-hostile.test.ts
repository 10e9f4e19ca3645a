/** Files made to hurt: each gets its reason, and neither the server's loop nor its memory suffers. */
import { afterAll, describe, expect, test } from 'vitest'
import { readInvoiceFile } from '../../src/invoice-files/read-file.ts'
import { invoiceReader } from '../../src/invoice-files/reader.ts'
import { bytesOf, isdoc, manifest, type ZipPart, zip } from '../support/invoice-files.ts'
import { watchTurns } from '../support/turns.ts'

const megabyte = 1024 * 1024
const main: ZipPart = { name: 'a.isdoc', content: isdoc() }
const archive = (...parts: ZipPart[]) => zip([main, ...parts])
const withDoctype = (doctype: string, note = 'x') =>
  isdoc({ declaration: `<?xml version="1.0"?>${doctype}`, header: { Note: note } })
const spaces = (size: number) => new Uint8Array(size).fill(32)
const named = (name: string | Uint8Array) => archive({ name, content: 'x' })
/** The end of the directory claims a million files by the record of large archives. */
function claimsMillion(): Uint8Array {
  const honest = Buffer.from(archive())
  const record = Buffer.alloc(56 + 20)
  record.write('PK\x06\x06', 'latin1')
  record.writeBigUInt64LE(44n, 4)
  record.writeBigUInt64LE(1_000_000n, 24)
  record.writeBigUInt64LE(1_000_000n, 32)
  record.writeBigUInt64LE(BigInt(honest.readUInt32LE(honest.length - 6)), 48)
  record.write('PK\x06\x07', 56, 'latin1')
  record.writeBigUInt64LE(BigInt(honest.length - 22), 64)
  return new Uint8Array(Buffer.concat([honest.subarray(0, -22), record, honest.subarray(-22)]))
}

const laughs = Array.from({ length: 9 }, (_, index) => `<!ENTITY l${index + 1} "${`&l${index};`.repeat(10)}">`).join('')

type Hostile = [reason: string, title: string, name: string, bytes: () => Uint8Array]

const documents: Hostile[] = [
  [
    'invalid_xml',
    'a billion laughs',
    'a.isdoc',
    () => bytesOf(withDoctype(`<!DOCTYPE x [<!ENTITY l0 "ha">${laughs}]>`, '&l9;')),
  ],
  [
    'invalid_xml',
    'an external entity',
    'a.isdoc',
    () => bytesOf(withDoctype('<!DOCTYPE x [<!ENTITY e SYSTEM "file:///etc/passwd">]>', '&e;')),
  ],
  [
    'invalid_xml',
    'an external DTD',
    'a.isdoc',
    () => bytesOf(withDoctype('<!DOCTYPE x SYSTEM "http://127.0.0.1:9/x.dtd">')),
  ],
  ['invalid_xml', 'an empty DOCTYPE', 'a.isdoc', () => bytesOf(withDoctype('<!DOCTYPE Invoice>'))],
  [
    'invalid_xml',
    'a DOCTYPE in UTF-16',
    'a.isdoc',
    () => new Uint8Array(Buffer.from(`\ufeff${withDoctype('<!DOCTYPE x>')}`, 'utf16le')),
  ],
  [
    'invalid_xml',
    'a DOCTYPE of 4 MB',
    'a.isdoc',
    () => bytesOf(withDoctype(`<!DOCTYPE x [<!--${' '.repeat(4 * megabyte)}-->]>`)),
  ],
  ['invalid_xml', '100 000 levels', 'a.isdoc', () => bytesOf(isdoc({ header: { Note: '<a>'.repeat(100_000) } }))],
  [
    'invalid_xml',
    '65 levels',
    'a.isdoc',
    () => bytesOf(isdoc({ header: { Note: '<a>'.repeat(63) + '</a>'.repeat(63) } })),
  ],
  ['invalid_xml', '100 000 levels of namespaces', 'a.isdoc', () => bytesOf('<a xmlns="urn:x">'.repeat(100_000))],
  [
    'invalid_xml',
    '5 MB of nonsense',
    'a.isdoc',
    () => new Uint8Array(5 * megabyte).map((_, index) => (index * 7919) % 251),
  ],
  ['invalid_xml', 'a PDF by another name', 'a.isdoc', () => bytesOf('%PDF-1.7\n1 0 obj\n<<>>')],
  ['invalid_xml', 'an empty file', 'a.isdoc', () => new Uint8Array()],
  ['invalid_xml', '5 MB of spaces', 'a.isdoc', () => spaces(5 * megabyte)],
  ['file_too_large', '10 MB of spaces', 'a.isdoc', () => spaces(10 * megabyte)],
  [
    'file_too_large',
    'a text over 1 MB',
    'a.isdoc',
    () => bytesOf(isdoc({ header: { Note: 'x'.repeat(megabyte + 1) } })),
  ],
  [
    'file_too_large',
    'a text over 1 MB in pieces',
    'a.isdoc',
    () => bytesOf(isdoc({ header: { Note: `${'x'.repeat(1000)}<![CDATA[y]]>`.repeat(1100) } })),
  ],
  ['file_too_large', 'an attribute over 1 MB', 'a.isdoc', () => bytesOf(`<a b="${'x'.repeat(megabyte + 1)}"/>`)],
  ['file_too_large', 'a million elements', 'a.isdoc', () => bytesOf(isdoc({ more: '<a/>'.repeat(1_000_000) }))],
  [
    'file_too_large',
    'a million elements of ISDOC',
    'a.isdoc',
    () => bytesOf(isdoc({ more: '<ID/>'.repeat(1_000_000) })),
  ],
  [
    'file_too_large',
    'half a million attributes',
    'a.isdoc',
    () =>
      bytesOf(`<a ${Array.from({ length: 450_000 }, (_, index) => `b${index}=""`).join(' ')}/>`.slice(0, 5 * megabyte)),
  ],
  ['file_too_large', '100 000 lines', 'a.isdoc', () => bytesOf(isdoc({ lines: '<InvoiceLine/>'.repeat(100_000) }))],
]

const bomb = (size: number): ZipPart => ({ name: 'a.isdoc', content: spaces(size) })

const archives: Hostile[] = [
  ['no_invoice_in_archive', 'an empty file', 'a.isdocx', () => new Uint8Array()],
  ['no_invoice_in_archive', 'a PDF by another name', 'a.isdocx', () => bytesOf('%PDF-1.7\n1 0 obj\n<<>>')],
  ['no_invoice_in_archive', 'cut short', 'a.isdocx', () => archive().subarray(0, 600)],
  [
    'no_invoice_in_archive',
    'cut in the middle',
    'a.isdocx',
    () => Uint8Array.from([...archive().subarray(0, 100), ...archive().subarray(200)]),
  ],
  ['no_invoice_in_archive', 'a name of the folder above', 'a.isdocx', () => named('../../etc/cron.d/x')],
  ['no_invoice_in_archive', 'a name of the folder above, with backslashes', 'a.isdocx', () => named('..\\x')],
  ['no_invoice_in_archive', 'an absolute name', 'a.isdocx', () => named('/etc/passwd')],
  ['no_invoice_in_archive', 'a name with a drive', 'a.isdocx', () => named('C:\\x')],
  ['no_invoice_in_archive', 'NUL in a name', 'a.isdocx', () => named('a.isdoc\0.pdf')],
  ['no_invoice_in_archive', 'NUL in a name of an old code page', 'a.isdocx', () => named(Uint8Array.of(0xff, 0, 0x41))],
  ['no_invoice_in_archive', 'an empty name', 'a.isdocx', () => named('')],
  ['no_invoice_in_archive', 'encrypted', 'a.isdocx', () => archive({ name: 'x', flags: 0x801 })],
  ['no_invoice_in_archive', 'strongly encrypted', 'a.isdocx', () => archive({ name: 'x', flags: 0x841 })],
  ['no_invoice_in_archive', 'an unknown compression', 'a.isdocx', () => archive({ name: 'x', method: 14 })],
  ['no_invoice_in_archive', 'the same name twice', 'a.isdocx', () => archive(main)],
  [
    'no_invoice_in_archive',
    'the same name twice, by slashes',
    'a.isdocx',
    () => archive({ name: 'b/c' }, { name: 'b\\c' }),
  ],
  [
    'no_invoice_in_archive',
    'only another archive inside',
    'a.isdocx',
    () => zip([{ name: 'b.isdocx', content: archive() }]),
  ],
  ['no_invoice_in_archive', 'more than it declares', 'a.isdocx', () => zip([{ ...main, declared: 10 }])],
  ['no_invoice_in_archive', 'less than it declares', 'a.isdocx', () => zip([{ ...main, declared: 1_000_000 }])],
  [
    'no_invoice_in_archive',
    'stored, and more declared than there is',
    'a.isdocx',
    () => zip([{ ...main, method: 0, declared: 1_000_000 }]),
  ],
  ['file_too_large', 'a flat bomb', 'a.isdocx', () => zip([bomb(49 * megabyte)])],
  [
    'file_too_large',
    'a bomb that declares little',
    'a.isdocx',
    () => zip([{ ...bomb(49 * megabyte), declared: 1000 }]),
  ],
  ['file_too_large', 'a bomb under 5 MB', 'a.isdocx', () => zip([bomb(4 * megabyte)])],
  [
    'file_too_large',
    'a bomb as the manifest',
    'a.isdocx',
    () => archive({ name: 'manifest.xml', content: spaces(10 * megabyte) }),
  ],
  ['file_too_large', '51 MB declared', 'a.isdocx', () => archive({ name: 'x', declared: 51 * megabyte })],
  ['file_too_large', '4 GB declared', 'a.isdocx', () => archive({ name: 'x', declared: 0xfffffffe })],
  [
    'file_too_large',
    '201 files',
    'a.isdocx',
    () => archive(...Array.from({ length: 200 }, (_, index) => ({ name: `${index}`, method: 0 }))),
  ],
  ['file_too_large', 'a million files claimed', 'a.isdocx', claimsMillion],
  ['no_invoice_in_archive', '200 files claimed, one there', 'a.isdocx', () => zip([main], { claimed: 200 })],
  [
    'file_too_large',
    'an archive over 10 MB',
    'a.isdocx',
    () => archive({ name: 'x', content: spaces(10 * megabyte), method: 0 }),
  ],
]

describe('beside them', () => {
  test('a nested bomb and a nested archive are not opened', async () => {
    const nested = zip([{ name: 'bomb.zip', content: zip([bomb(49 * megabyte)]) }, main, manifest('a.isdoc')])
    expect(await readInvoiceFile({ name: 'a.isdocx', bytes: nested })).toMatchObject({ ok: true, pdf: null })
  })

  test('64 levels and 1 MB of text are fine', async () => {
    const deep = '<a>'.repeat(62) + '</a>'.repeat(62)
    const bytes = bytesOf(isdoc({ header: { Extensions: deep, Note: 'x'.repeat(megabyte) } }))
    expect(await readInvoiceFile({ name: 'a.isdoc', bytes })).toMatchObject({ ok: true })
  })
})

describe('in threads', () => {
  const reader = invoiceReader({ threads: 1 })
  afterAll(() => reader.close())
  const sound = { name: 'a.isdoc', bytes: bytesOf(isdoc()) }

  test('each has its reason, without holding up the loop or filling the memory', async () => {
    const files = [...documents, ...archives].map(([reason, title, name, bytes]) => ({
      reason,
      title,
      name,
      bytes: bytes(),
    }))
    expect(await reader.read(sound)).toMatchObject({ ok: true })
    const before = process.memoryUsage.rss()
    const turns = watchTurns()
    let most = before
    for (const { reason, title, name, bytes } of files) {
      // By what is in it: a thread that is lost, or late, has a reason of its own.
      const detail = expect.not.stringMatching(/^Reading the file takes/)
      expect(await reader.read({ name, bytes }), title).toMatchObject({ ok: false, reason, detail })
      most = Math.max(most, process.memoryUsage.rss())
    }
    const grownMb = (most - before) / megabyte
    const stallMs = turns.stop()
    console.log(
      `hostile files: ${files.length}, longest stall ${stallMs.toFixed(0)} ms, RSS grew ${grownMb.toFixed(0)} MB`,
    )
    expect(stallMs).toBeLessThan(100)
    expect(grownMb).toBeLessThan(64)
    expect(await reader.read(sound)).toMatchObject({ ok: true })
  })

  test('the caller keeps its bytes, and a PDF comes back whole', async () => {
    const bytes = zip([main, { name: 'a.pdf', content: '%PDF-1.7 a' }])
    const copy = bytes.slice()
    const reading = await reader.read({ name: 'a.isdocx', bytes })
    expect(bytes).toEqual(copy)
    expect(reading).toMatchObject({
      ok: true,
      pdf: { name: 'a.pdf', bytes: new Uint8Array(Buffer.from('%PDF-1.7 a')) },
    })
  })
})
