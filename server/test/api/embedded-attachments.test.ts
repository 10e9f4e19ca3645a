/** A UBL invoice with its PDF inside: the picture becomes a file of the invoice, however large the import allows it. */
import { randomBytes, randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { newAccount } from '../support/account.ts'
import type { Client, Reply } from '../support/client.ts'
import { contentOf } from '../support/files.ts'
import { importFile } from '../support/imports.ts'
import { embedded, ubl } from '../support/invoice-files.ts'
import { useService } from '../support/service.ts'
import { shared } from '../support/shared.ts'

const service = useService()
const theAccount = shared(service, () => newAccount(service))

const megabyte = 1024 * 1024
const pdfOf = (size: number): Buffer => Buffer.concat([Buffer.from('%PDF-1.7\n'), randomBytes(size)])
const documentWith = (more: string) => ubl({ header: { 'cbc:ID': randomUUID() }, more })

async function pdfOfInvoice(api: Client, id: string): Promise<Buffer> {
  const { data } = (await api.get(`/received-invoices/${id}/attachments`)).body
  expect(data[1]).toMatchObject({ purpose: 'isdoc_pdf', file_name: 'R-1.pdf', mime_type: 'application/pdf' })
  return (await contentOf(api, service, data[1].id)).bytes
}

const submit = (api: Client, name: string, document: string): Promise<Reply> => {
  const head = `--edge\r\nContent-Disposition: form-data; name="file"; filename="${name}"\r\n`
  const raw = Buffer.from(`${head}Content-Type: application/xml\r\n\r\n${document}\r\n--edge--\r\n`)
  return api.send('POST', '/inbox/submissions', {
    raw,
    headers: { 'content-type': 'multipart/form-data; boundary=edge' },
  })
}

test.for([1, 7])('200 pdf_attached: true, a PDF of %i MB, whole', async size => {
  const { api } = await theAccount()
  const pdf = pdfOf(size * megabyte)
  const { status, text, body } = await importFile(service, api, documentWith(embedded(pdf)))
  expect(status, text).toBe(200)
  expect(body).toMatchObject({ pdf_attached: true, warnings: [] })
  expect((await pdfOfInvoice(api, body.received_invoice_id)).equals(pdf)).toBe(true)
})

test('201 isdoc_imported: the same through the inbox, up to its 4 MB; 413 above', async () => {
  const { api } = await theAccount()
  const pdf = pdfOf(2.9 * megabyte)
  const { body } = await submit(api, 'a.xml', documentWith(embedded(pdf)))
  expect(body.outcome).toBe('isdoc_imported')
  expect((await pdfOfInvoice(api, body.received_invoice_id)).equals(pdf)).toBe(true)
  expect((await submit(api, 'a.xml', documentWith(embedded(pdfOf(3 * megabyte))))).status).toBe(413)
})

test('422 file_too_large: over 10 MB, or a large text that is no attachment', async () => {
  const { api } = await theAccount()
  const refused = async (document: string) => (await importFile(service, api, document)).body.code
  expect(await refused(documentWith(embedded(pdfOf(8 * megabyte))))).toBe('file_too_large')
  const note = `<cbc:Note>${'x'.repeat(megabyte + 1)}</cbc:Note>`
  expect(await refused(documentWith(note + embedded(pdfOf(2 * megabyte))))).toBe('file_too_large')
  expect(await refused(documentWith(embedded(`${'A'.repeat(2 * megabyte)}?`)))).toBe('file_too_large')
})
