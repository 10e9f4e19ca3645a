/** Documents imported in tests: uploaded, asked for, read back as the received invoice they became. */
import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import type { Client, Reply } from './client.ts'
import { upload } from './files.ts'
import { bankPayment, type IsdocParts, isdoc } from './invoice-files.ts'
import type { Told } from './sales.ts'
import type { Service } from './service.ts'

/** A document nobody has seen yet, unless it brings a UUID. */
export const freshIsdoc = ({ header, ...parts }: IsdocParts = {}): string =>
  isdoc({ ...parts, header: { UUID: randomUUID(), ...header } })

/** To be paid to this account, such as `19-2000145399/0800`, or to an IBAN. */
export const payableTo = (account: string): string => {
  const [id, bank] = account.split('/')
  return bankPayment(bank === undefined ? { IBAN: account } : { ID: id!, BankCode: bank, IBAN: '' })
}

export async function importFile(
  service: Pick<Service, 'address'>,
  api: Client,
  bytes: string | Uint8Array,
  name = 'a.isdoc',
): Promise<Reply> {
  const file = { name, mediaType: 'application/octet-stream', bytes: Buffer.from(bytes) }
  const { id } = await upload(api, service, file)
  return api.post('/received-invoices/isdoc', { attachment_id: id, file_name: name })
}

/** Imported, and expected to be; the invoice it became. */
export async function importedInvoice(
  service: Pick<Service, 'address'>,
  api: Client,
  bytes: string | Uint8Array,
  name = 'a.isdoc',
): Promise<Told> {
  const reply = await importFile(service, api, bytes, name)
  expect(reply.status, reply.text).toBe(200)
  return (await api.get(`/received-invoices/${reply.body.received_invoice_id}`)).body
}
