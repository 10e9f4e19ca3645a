/** The order of the refusals of an import, and suppliers that people wrote in their own way. */
import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { newAccount } from '../support/account.ts'
import type { Client } from '../support/client.ts'
import { upload } from '../support/files.ts'
import { isdoc, isdocParty } from '../support/invoice-files.ts'
import { useService } from '../support/service.ts'

const service = useService()

async function sent(api: Client, document: string) {
  const { id } = await upload(api, service, {
    name: 'a.isdoc',
    mediaType: 'application/xml',
    bytes: Buffer.from(document),
  })
  return api.post('/received-invoices/isdoc', { attachment_id: id, file_name: 'a.isdoc' })
}

test('409 duplicate comes before 422 no_lines and currency_not_supported; the inbox says the same', async () => {
  const { api } = await newAccount(service)
  const header = { UUID: randomUUID() }
  const first = await sent(api, isdoc({ header }))
  const id = first.body.received_invoice_id
  const empty = isdoc({ header, lines: [] })
  const odd = isdoc({ header: { ...header, LocalCurrencyCode: 'XQX' } })
  for (const document of [empty, odd]) {
    const again = await sent(api, document)
    expect(again.body).toMatchObject({ code: 'duplicate', existing_id: id })
  }
  expect((await sent(api, isdoc({ header: { UUID: randomUUID() }, lines: [] }))).body.code).toBe('no_lines')
  const { id: attachment_id } = await upload(api, service, {
    name: 'b.isdoc',
    mediaType: 'application/xml',
    bytes: Buffer.from(`${empty} `),
  })
  const submitted = await api.post('/inbox/submissions', { attachment_id })
  expect(submitted.body).toMatchObject({ outcome: 'isdoc_imported', duplicate: true, received_invoice_id: id })
})

test('200: the supplier is found by a business id and a tax id that somebody wrote with spaces', async () => {
  const { api } = await newAccount(service)
  const malt = (await api.post('/partners', { name: 'Malt', ico: '27 45 976', is_supplier: true })).body.id
  const hops = (await api.post('/partners', { name: 'Hops', dic: 'cz 699 001 234', is_supplier: true })).body.id
  const of = async (party: Record<string, string>) => {
    const reply = await sent(api, isdoc({ header: { UUID: randomUUID() }, supplier: isdocParty(party) }))
    return (await api.get(`/received-invoices/${reply.body.received_invoice_id}`)).body.partner_id
  }
  expect(await of({ ico: '02745976', dic: '' })).toBe(malt)
  expect(await of({ ico: '', dic: 'CZ699001234' })).toBe(hops)
})
