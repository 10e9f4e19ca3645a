/** Files made to hurt, sent to the running service: each is refused by its code, and nobody else notices. */
import { randomBytes, randomUUID } from 'node:crypto'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { isFileKey } from '../../src/storage/store.ts'
import { newAccount } from '../support/account.ts'
import { Client, type Reply } from '../support/client.ts'
import { contentOf, upload } from '../support/files.ts'
import { insist } from '../support/insist.ts'
import { bytesOf, isdoc, isdocParty, manifest, tag, ubl, type ZipPart, zip } from '../support/invoice-files.ts'
import type { Told } from '../support/sales.ts'
import { useService } from '../support/service.ts'
import { watchTurns } from '../support/turns.ts'

/** A folder for temporary files that nobody else writes to; the files of the service lie in it, too. */
const usual = process.env.TMPDIR
let temporary = ''
beforeAll(async () => {
  temporary = await mkdtemp(path.join(os.tmpdir(), 'cellarbook-hostile-'))
  process.env.TMPDIR = temporary
})
afterAll(async () => {
  if (usual === undefined) delete process.env.TMPDIR
  else process.env.TMPDIR = usual
  await rm(temporary, { recursive: true, force: true })
})

const service = useService({ alone: true })
let api: Client
beforeAll(async () => {
  const { api: client, tenant } = await newAccount(service)
  await tenant.set({ rate_per_min: 1_000_000 })
  api = client
})

const megabyte = 1024 * 1024
const inboxBytes = 4 * megabyte
const spaces = (size: number) => Buffer.alloc(size, 32)
const fresh = (header: Record<string, string> = {}) => isdoc({ header: { UUID: randomUUID(), ...header } })
const noted = (note: string, doctype = '') =>
  isdoc({ declaration: `<?xml version="1.0"?>${doctype}`, header: { UUID: randomUUID(), Note: note } })
const laughs = Array.from({ length: 9 }, (_, index) => `<!ENTITY l${index + 1} "${`&l${index};`.repeat(10)}">`).join('')
const named = (name: string | Uint8Array, more: Partial<ZipPart> = {}): ZipPart => ({ name, content: 'x', ...more })
const main = (content: string | Uint8Array = fresh()): ZipPart => ({ name: 'a.isdoc', content })
const many = (count: number): ZipPart[] => Array.from({ length: count }, (_, index) => named(`${index}`, { method: 0 }))

/** The end of the directory claims a million files by the record of large archives. */
function claimsMillion(): Uint8Array {
  const honest = Buffer.from(zip([main()]))
  const record = Buffer.alloc(56 + 20)
  record.write('PK\x06\x06', 'latin1')
  record.writeBigUInt64LE(44n, 4)
  record.writeBigUInt64LE(1_000_000n, 24)
  record.writeBigUInt64LE(1_000_000n, 32)
  record.writeBigUInt64LE(BigInt(honest.readUInt32LE(honest.length - 6)), 48)
  record.write('PK\x06\x07', 56, 'latin1')
  record.writeBigUInt64LE(BigInt(honest.length - 22), 64)
  return Buffer.concat([honest.subarray(0, -22), record, honest.subarray(-22)])
}

type Hostile = [reason: string, title: string, bytes: () => string | Uint8Array]

const documents: Hostile[] = [
  ['invalid_xml', 'a billion laughs', () => noted('&l9;', `<!DOCTYPE x [<!ENTITY l0 "ha">${laughs}]>`)],
  ['invalid_xml', 'an external entity', () => noted('&e;', '<!DOCTYPE x [<!ENTITY e SYSTEM "file:///etc/passwd">]>')],
  ['invalid_xml', 'an external DTD', () => noted('x', '<!DOCTYPE x SYSTEM "http://127.0.0.1:9/x.dtd">')],
  ['invalid_xml', 'a DOCTYPE in UTF-16', () => Buffer.from(`\ufeff${noted('x', '<!DOCTYPE x>')}`, 'utf16le')],
  ['invalid_xml', 'a DOCTYPE of 3 MB', () => noted('x', `<!DOCTYPE x [<!--${' '.repeat(3 * megabyte)}-->]>`)],
  ['invalid_xml', '100 000 levels', () => noted('<a>'.repeat(100_000))],
  ['invalid_xml', '100 000 levels of namespaces', () => '<a xmlns="urn:x">'.repeat(100_000)],
  ['invalid_xml', 'a PDF by another name', () => `%PDF-1.7\n1 0 obj\n<<>>${randomUUID()}`],
  ['invalid_xml', 'an archive by another name', () => zip([main()])],
  ['invalid_xml', '3 MB of noise', () => randomBytes(3 * megabyte)],
  ['invalid_xml', '5 MB of spaces', () => spaces(5 * megabyte)],
  ['invalid_xml', 'bytes that are no UTF-8', () => Buffer.concat([bytesOf(fresh()), Buffer.of(0xff, 0xfe)])],
  ['file_too_large', '10 MB of spaces', () => spaces(10 * megabyte)],
  ['file_too_large', 'over 10 MB', () => spaces(10 * megabyte + 1)],
  ['file_too_large', 'a text over 1 MB', () => noted('x'.repeat(megabyte + 1))],
  ['file_too_large', 'an attribute over 1 MB', () => `<a b="${'x'.repeat(megabyte + 1)}"/>`],
  ['file_too_large', 'a million elements', () => isdoc({ more: '<a/>'.repeat(1_000_000) })],
  ['file_too_large', '200 000 lines', () => isdoc({ lines: '<InvoiceLine/>'.repeat(200_000) })],
]

const archives: Hostile[] = [
  ['no_invoice_in_archive', 'a PDF by another name', () => '%PDF-1.7\n1 0 obj\n<<>>'],
  ['no_invoice_in_archive', 'cut short', () => zip([main()]).subarray(0, 600)],
  ['no_invoice_in_archive', 'the folder above', () => zip([main(), named('../../../../cellarbook-was-here')])],
  ['no_invoice_in_archive', 'the folder above, backwards', () => zip([main(), named('..\\x')])],
  ['no_invoice_in_archive', 'an absolute name', () => zip([main(), named(`${os.tmpdir()}/cellarbook-was-here`)])],
  ['no_invoice_in_archive', 'a drive', () => zip([main(), named('C:\\x')])],
  ['no_invoice_in_archive', 'NUL in a name', () => zip([main(), named('a.isdoc\0.pdf')])],
  ['no_invoice_in_archive', 'a manifest that leads outside', () => zip([manifest('../../etc/passwd')])],
  ['no_invoice_in_archive', 'encrypted', () => zip([main(), named('x', { flags: 0x801 })])],
  ['no_invoice_in_archive', 'an unknown compression', () => zip([main(), named('x', { method: 14 })])],
  ['no_invoice_in_archive', 'the same name twice', () => zip([main(), main()])],
  ['no_invoice_in_archive', 'an archive in an archive', () => zip([named('b.isdocx', { content: zip([main()]) })])],
  ['no_invoice_in_archive', 'more than it declares', () => zip([{ ...main(), declared: 10 }])],
  ['no_invoice_in_archive', 'less than it declares', () => zip([{ ...main(), declared: 1_000_000 }])],
  ['no_invoice_in_archive', '200 files claimed, one there', () => zip([main()], { claimed: 200 })],
  ['file_too_large', 'a bomb', () => zip([main(spaces(49 * megabyte))])],
  ['file_too_large', 'a bomb that declares little', () => zip([{ ...main(spaces(49 * megabyte)), declared: 1000 }])],
  [
    'file_too_large',
    'a bomb as the manifest',
    () => zip([main(), named('manifest.xml', { content: spaces(10 * megabyte) })]),
  ],
  ['file_too_large', '4 GB declared', () => zip([main(), named('x', { declared: 0xfffffffe })])],
  ['file_too_large', '201 files', () => zip([main(), ...many(200)])],
  ['file_too_large', 'a million files claimed', claimsMillion],
  ['file_too_large', 'over 10 MB', () => zip([main(), named('x', { content: spaces(10 * megabyte), method: 0 })])],
  ['invalid_xml', 'a billion laughs inside', () => zip([main(noted('&l9;', `<!DOCTYPE x [${laughs}]>`))])],
]

interface File {
  reason: string
  title: string
  name: string
  bytes: Buffer
}

/** Made once, before anything is measured. */
const files: File[] = [
  ...documents.map(([reason, title, bytes]) => ({ reason, title, name: 'a.isdoc', bytes: Buffer.from(bytes()) })),
  ...archives.map(([reason, title, bytes]) => ({ reason, title, name: 'a.isdocx', bytes: Buffer.from(bytes()) })),
]

const submit = (name: string, bytes: Uint8Array, edge = 'edge'): Promise<Reply> => {
  const head = `--${edge}\r\nContent-Disposition: form-data; name="file"; filename="${name}"`
  const type = 'Content-Type: application/octet-stream'
  const raw = Buffer.concat([Buffer.from(`${head}\r\n${type}\r\n\r\n`), bytes, Buffer.from(`\r\n--${edge}--\r\n`)])
  const headers = { 'content-type': `multipart/form-data; boundary=${edge}` }
  return api.send('POST', '/inbox/submissions', { raw, headers })
}
const uploaded = async (name: string, bytes: Uint8Array | string): Promise<string> =>
  (await upload(api, service, { name, mediaType: 'application/octet-stream', bytes: Buffer.from(bytes) })).id
const imported = async (name: string, bytes: Uint8Array | string): Promise<Reply> =>
  api.post('/received-invoices/isdoc', { attachment_id: await uploaded(name, bytes), file_name: name })

interface Strain {
  stallMs: number
  slowestMs: number
  grownMb: number
}

/** Does the work while somebody asks for the health every 50 ms; tells what the loop and the memory felt. */
async function underWatch(work: () => Promise<unknown>): Promise<Strain> {
  const anybody = new Client(service.address)
  const start = process.memoryUsage.rss()
  const strain: Strain = { stallMs: 0, slowestMs: 0, grownMb: 0 }
  let isOver = false
  const watch = async () => {
    while (!isOver) {
      const asked = performance.now()
      expect((await anybody.get('/health')).status).toBe(200)
      strain.slowestMs = Math.max(strain.slowestMs, performance.now() - asked)
      strain.grownMb = Math.max(strain.grownMb, (process.memoryUsage.rss() - start) / megabyte)
      await new Promise(resolve => setTimeout(resolve, 50))
    }
  }
  const turns = watchTurns()
  const watching = watch()
  await work().finally(() => {
    isOver = true
  })
  await watching
  strain.stallMs = turns.stop()
  return strain
}

/** Of the processor's time: what a hostile file takes is seconds; a slow machine with cold code has turns of 300 ms. */
const maxStallMs = 500
const maxGrownMb = 64

/** A busy machine holds up the loop as well, and a heap grows to its size once; what a file does, it does each time. */
async function expectCalm(what: string, work: () => Promise<unknown>): Promise<void> {
  let strain = await underWatch(work)
  const isCalm = () => strain.stallMs < maxStallMs && strain.grownMb < maxGrownMb
  for (let round = 1; round < 4 && !isCalm(); round++) strain = await underWatch(work)
  const [stall, slowest, grown] = [strain.stallMs, strain.slowestMs, strain.grownMb].map(Math.round)
  console.log(`${what}: longest stall ${stall} ms, slowest health ${slowest} ms, RSS grew ${grown} MB`)
  expect(strain.stallMs).toBeLessThan(maxStallMs)
  expect(strain.grownMb).toBeLessThan(maxGrownMb)
}

/** As large files as these passed before: what the process needs for any request of this size is there already. */
async function warmUp(): Promise<void> {
  for (const size of [1, 4, 4]) await submit('a.bin', randomBytes(size * megabyte - 1))
  for (let round = 0; round < 3; round++) await uploaded('a.bin', spaces(10 * megabyte))
  expect((await imported('a.isdoc', fresh())).status).toBe(200)
}

describe('one after the other', () => {
  beforeAll(warmUp)

  const large = files.filter(({ bytes }) => bytes.length > inboxBytes)

  test('the inbox: 201 isdoc_rejected by its reason, 413 over 4 MB', async () => {
    const some = files.filter(file => !large.includes(file) || file === large[0])
    await expectCalm('inbox', async () => {
      for (const { reason, title, name, bytes } of some) {
        const { body } = await submit(name, bytes)
        const expected = bytes.length > inboxBytes ? { status: 413 } : { outcome: 'isdoc_rejected', reason }
        expect(body, title).toMatchObject(expected)
      }
    })
  })

  test('the import: 422 by its reason', async () => {
    // Read by the same threads: what the inbox does not take, and of the others the first of each reason.
    const firsts = [...new Map(files.toReversed().map(file => [`${file.name} ${file.reason}`, file])).values()]
    const some = [...new Set([...firsts, ...large])]
    const ids: string[] = []
    for (const { name, bytes } of some) ids.push(await uploaded(name, bytes))
    await expectCalm('import', async () => {
      for (const [index, { reason, title, name }] of some.entries()) {
        const body = { attachment_id: ids[index], file_name: name }
        const reply = await api.post('/received-invoices/isdoc', body)
        expect(reply.body, title).toMatchObject({ status: 422, code: reason })
      }
    })
  })
})

describe('4 MB of multipart', () => {
  test.for<[title: string, filling: string, edge: string, status: number]>([
    ['edges', '\r\n--edgeX', 'edge', 422],
    ['almost edges', '\r\n--edg', 'edge', 413],
    ['ends of lines', '\r\n', 'edge', 413],
    ['halves of an end of a line', '\r', 'a', 413],
  ])('%s', async ([title, filling, edge, status]) => {
    const bytes = Buffer.alloc(inboxBytes + 1, filling)
    await expectCalm(title, async () => expect((await submit('a.pdf', bytes, edge)).status).toBe(status))
  })
})

describe('and then', () => {
  test('six at once do not keep a sound one from being read', async () => {
    const slow = files.filter(({ title }) => title === 'a million elements' || title === 'a bomb')
    const crowd = Array.from({ length: 3 }, () =>
      slow.map(({ name, bytes }) => insist(() => submit(name, bytes))),
    ).flat()
    const sound = await submit('a.isdoc', bytesOf(fresh()))
    expect(sound.body.outcome).toBe('isdoc_imported')
    for (const { status } of await Promise.all(crowd)) expect([201, 413]).toContain(status)
  })

  test('archives beside the invoice stay closed: no bomb, no second invoice', async () => {
    const inside = named('bomb.isdocx', { content: zip([main(spaces(49 * megabyte))]) })
    const { body } = await imported('a.isdocx', zip([manifest('a.isdoc'), main(), inside]))
    expect(body).toMatchObject({ object: 'isdoc_import', pdf_attached: false })
  })

  test('a PDF is never attached under a name that says more than a name', async () => {
    const inUbl = (name: string) => {
      const attributes = `mimeCode="application/pdf" filename="${name}"`
      const object = tag('cbc:EmbeddedDocumentBinaryObject', Buffer.from('%PDF-1.7').toString('base64'), attributes)
      const more = tag('cac:AdditionalDocumentReference', tag('cac:Attachment', object))
      return imported('a.isdoc', ubl({ header: { 'cbc:ID': randomUUID() }, more }))
    }
    const inArchive = (name: string) => imported('a.isdocx', zip([main(), named(name, { content: '%PDF-1.7 x' })]))
    const replies = [
      ...(await Promise.all(['../../x.pdf', '..', '&#127;.pdf', 'x'.repeat(900), ''].map(inUbl))),
      ...(await Promise.all(['a\u0001b.pdf', `${'ž'.repeat(400)}.pdf`, 'a"; x=".pdf'].map(inArchive))),
    ]
    for (const { body } of replies) {
      expect(body.pdf_attached).toBe(true)
      const { data } = (await api.get(`/received-invoices/${body.received_invoice_id}/attachments`)).body
      expect(data[1].file_name).toMatch(/^(?!\.+$)[^\p{Cc}/\\]{1,255}$/u)
      const { status, headers } = await contentOf(api, service, data[1].id)
      expect({ status, kind: headers['content-disposition']?.slice(0, 10) }).toEqual({
        status: 200,
        kind: 'attachment',
      })
    }
  })

  test('texts are kept as they are, and cut to what a field holds', async () => {
    const name = `=cmd|' /C calc'!A0 &lt;script&gt;alert(1)&lt;/script&gt; ${'x'.repeat(1000)}`
    const wide = 'ž'.repeat(5_000)
    const supplier = isdocParty({
      name,
      ico: '9'.repeat(90),
      dic: wide,
      street: wide,
      city: wide,
      zip: wide,
      country: 'xx',
    })
    const reply = await imported('a.isdoc', isdoc({ header: { UUID: randomUUID(), ID: wide, Note: wide }, supplier }))
    const invoice = (await api.get(`/received-invoices/${reply.body.received_invoice_id}`)).body
    expect(invoice.partner.name).toMatch(/^=cmd\|' \/C calc'!A0 <script>alert\(1\)<\/script> x+$/)
    const partner = (await api.get(`/partners/${invoice.partner_id}`)).body
    const lengths = [partner.name, partner.ico, partner.dic, partner.address.street, partner.address.city]
    expect(lengths.map(text => text.length)).toEqual([200, 20, 20, 200, 120])
    expect((await api.patch(`/partners/${partner.id}`, { ...pickWritable(partner), notes: 'x' })).status).toBe(200)
  })

  test('nothing lies where no attachment says so', async () => {
    const written = await readdir(temporary, { recursive: true, withFileTypes: true })
    const found = written.filter(entry => entry.isFile()).map(entry => path.join(entry.parentPath, entry.name))
    const keys = found.map(name => path.relative(service.filesFolder, name).replaceAll(path.sep, '/'))
    expect(keys.filter(key => !isFileKey(key))).toEqual([])
    let held = 0
    for (let cursor = ''; ; ) {
      const { data, next_cursor } = (await api.get(`/attachments?limit=200${cursor}`)).body
      held += data.length
      if (!next_cursor) break
      cursor = `&cursor=${next_cursor}`
    }
    expect(keys).toHaveLength(held)
  })
})

/** What a partner may be told back. */
const pickWritable = ({ name, ico, dic, email, phone, address }: Told) => ({ name, ico, dic, email, phone, address })
