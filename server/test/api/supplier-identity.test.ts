/** Who a partner is: a country and a number. The same digits of another country are somebody else. */
import { beforeAll, describe, expect, test } from 'vitest'
import { sql } from '../../src/db/sql.ts'
import { readInvoiceFile } from '../../src/invoice-files/read-file.ts'
import { newAccount } from '../support/account.ts'
import type { Client, Reply } from '../support/client.ts'
import { freshIsdoc, importedInvoice, importFile } from '../support/imports.ts'
import { bytesOf, isdocParty, ubl, ublParty } from '../support/invoice-files.ts'
import type { Told } from '../support/sales.ts'
import { useService } from '../support/service.ts'

const service = useService()

let countries: Record<string, string>
beforeAll(async () => {
  const { api } = await newAccount(service)
  const { data } = (await api.get('/countries')).body
  countries = Object.fromEntries(data.map(({ code, id }: Told) => [code, id]))
})

type Known = Record<string, unknown> & { country?: string }

/** A partner as people type it; without a country when none is named. */
const bodyOf = ({ country, ...rest }: Known) => ({
  name: 'Známý',
  is_supplier: true,
  ...rest,
  ...(country !== undefined && { address: { country_id: countries[country] } }),
})
const add = (api: Client, known: Known): Promise<Reply> => api.post('/partners', bodyOf(known))
const codeOf = ({ status, body }: Reply) => (status < 300 ? `${status}` : `${status} ${body.code}`)

describe('409 duplicate_ico', () => {
  test.for<[title: string, first: Known, second: Known, code: string]>([
    ['the same number', { ico: '25097563' }, { ico: '25097563' }, '409 duplicate_ico'],
    ['with spaces', { ico: '25097563' }, { ico: '250 97\u00a0563' }, '409 duplicate_ico'],
    ['without its zeros', { ico: '02611309' }, { ico: '2611309' }, '409 duplicate_ico'],
    ['no country is the account’s', { ico: '25097563' }, { ico: '25097563', country: 'CZ' }, '409 duplicate_ico'],
    ['Slovak zeros', { ico: '00151513', country: 'SK' }, { ico: '151513', country: 'SK' }, '409 duplicate_ico'],
    ['in capitals or not', { ico: 'HRB 4711', country: 'DE' }, { ico: 'hrb4711', country: 'DE' }, '409 duplicate_ico'],
    ['another country', { ico: '25097563' }, { ico: '25097563', country: 'SK' }, '201'],
    ['two other countries', { ico: '1234', country: 'DE' }, { ico: '1234', country: 'AT' }, '201'],
    ['zeros elsewhere', { ico: '223456789', country: 'NO' }, { ico: '0223456789', country: 'NO' }, '201'],
    ['empty ones', { ico: ' ' }, { ico: ' ' }, '201'],
  ])('%s', async ([, first, second, code]) => {
    const { api } = await newAccount(service)
    const known = await add(api, { ...first, name: 'První' })
    expect(codeOf(known)).toBe('201')
    const reply = await add(api, second)
    expect(codeOf(reply)).toBe(code)
    if (reply.status === 409) expect(reply.body).toMatchObject({ existingName: 'První', existing_id: known.body.id })
  })

  test('a change of the country, or of the number, looks too; one that stays the same firm does not', async () => {
    const { api } = await newAccount(service)
    const czech = (await add(api, { ico: '25097563' })).body
    const slovak = (await add(api, { ico: '25097563', country: 'SK' })).body
    const move = (partner: Told, body: object) => api.patch(`/partners/${partner.id}`, body)
    const to = (country: string | null) => ({ address: { country_id: country && countries[country] } })
    expect(codeOf(await move(slovak, to('CZ')))).toBe('409 duplicate_ico')
    expect(codeOf(await move(slovak, to(null)))).toBe('409 duplicate_ico')
    expect(codeOf(await move(czech, to('CZ')))).toBe('200')
    expect(codeOf(await move(czech, { ico: '250 97 563' }))).toBe('200')
    expect(codeOf(await move(slovak, { ico: '12345678', ...to('CZ') }))).toBe('200')
    expect(codeOf(await move(slovak, { ico: '25097563' }))).toBe('409 duplicate_ico')
    expect(codeOf(await move(slovak, { ico: '25097563', ...to('DE') }))).toBe('200')
  })
})

describe('the supplier of a document', () => {
  test.for<[title: string, known: Known, written: Record<string, string>, isSame: boolean]>([
    ['Norwegian is not Swedish', { ico: '223456789', country: 'NO' }, { ico: '0223456789', country: 'SE' }, false],
    ['the same digits elsewhere', { ico: '223456789', country: 'NO' }, { ico: '223456789', country: 'SE' }, false],
    ['zeros matter elsewhere', { ico: '0223456789', country: 'SE' }, { ico: '223456789', country: 'SE' }, false],
    ['the same number there', { ico: '223456789', country: 'NO' }, { ico: '223 456 789', country: 'NO' }, true],
    ['Slovak without zeros', { ico: '00151513', country: 'SK' }, { ico: '151513', country: 'SK' }, true],
    ['Czech is not Slovak', { ico: '25097563' }, { ico: '25097563', country: 'SK' }, false],
    ['neither says a country', { ico: '25097563' }, { ico: '25097563', country: '' }, true],
    ['the document says none', { ico: '25097563', country: 'CZ' }, { ico: '25097563', country: '' }, true],
    ['we say none', { ico: '25097563' }, { ico: '25097563', country: 'CZ' }, true],
    ['a foreign one, we say none', { ico: '25097563' }, { ico: '25097563', country: 'DE' }, false],
    ['a country nobody knows', { ico: '25097563' }, { ico: '25097563', country: 'XX' }, true],
    ['told by its tax id', { ico: '151513', country: 'SK' }, { ico: '151513', country: '', dic: 'SK202' }, true],
    ['tax id of another country', { ico: '151513' }, { ico: '151513', country: '', dic: 'SK202' }, false],
    ['the same tax id', { dic: 'DE 123 456 789', country: 'DE' }, { dic: 'de123456789', country: 'DE' }, true],
    ['a tax id of another country', { dic: 'DE123456789' }, { dic: 'AT123456789', country: 'AT' }, false],
    ['kept without its prefix', { dic: '123456789', country: 'DE' }, { dic: 'DE123456789', country: 'DE' }, true],
    ['written without it', { dic: 'DE123456789', country: 'DE' }, { dic: '123456789', country: 'DE' }, true],
    ['bare, elsewhere', { dic: '123456789', country: 'DE' }, { dic: '123456789', country: 'AT' }, false],
    ['bare, and we say no country', { dic: '25097563' }, { dic: 'CZ25097563' }, true],
    [
      'one tax id, one number, only we say no country',
      { ico: '223456789', dic: 'NO223456789MVA' },
      { ico: '223456789', dic: 'NO223456789MVA', country: 'NO' },
      true,
    ],
    ['by name, of another country', { name: 'Chmel a.s.' }, { country: 'DE' }, false],
    ['by name', { name: 'Chmel a.s.', country: 'DE' }, { country: 'DE' }, true],
  ])('%s', async ([, known, written, isSame]) => {
    const { api } = await newAccount(service)
    const { body } = await add(api, known)
    const document = () => freshIsdoc({ supplier: isdocParty({ ico: '', dic: '', ...written }) })
    const invoice = await importedInvoice(service, api, document())
    expect(invoice.partner_id === body.id).toBe(isSame)
    // Whoever it is, the next document finds them again.
    expect((await importedInvoice(service, api, document())).partner_id).toBe(invoice.partner_id)
  })

  test('the same number and day of suppliers of two countries are two UBL documents', async () => {
    const { api } = await newAccount(service)
    const of = (country: string) =>
      ubl({ supplier: ublParty().replace('>DE<', `>${country}<`).replace('DE 123456789', '') })
    const german = await importedInvoice(service, api, of('DE'))
    const austrian = await importedInvoice(service, api, of('AT'))
    expect(austrian.partner_id).not.toBe(german.partner_id)
    expect(austrian.isdoc_uuid).not.toBe(german.isdoc_uuid)
  })

  test('409 duplicate: a UBL document imported before its country counted is still the same one', async () => {
    const { api } = await newAccount(service)
    const { id } = await importedInvoice(service, api, ubl())
    const reading = await readInvoiceFile({ name: 'a.isdoc', bytes: bytesOf(ubl()) })
    const former = reading.ok && reading.invoice.formerUuid
    await service.database.run(sql`update received_invoices set isdoc_uuid = ${former} where id = ${id}`)
    const again = await importFile(service, api, ubl({ header: { 'cbc:Note': 'once more' } }))
    expect(again.body).toMatchObject({ code: 'duplicate', existing_id: id })
    const elsewhere = ubl({ supplier: ublParty().replace('>DE<', '>AT<').replace('DE 123456789', '') })
    expect((await importFile(service, api, elsewhere)).status).toBe(200)
  })

  test('in an account of another country that country counts, and its zeros', async () => {
    const { api, tenant } = await newAccount(service)
    await service.database.run(sql`update tenants set country_code = 'NO' where slug = ${tenant.slug}`)
    const other = await newAccount(service)
    await tenant.set({ rate_per_min: 1_000 })
    expect(codeOf(await add(api, { ico: '1234567' }))).toBe('201')
    expect(codeOf(await add(api, { ico: '01234567' }))).toBe('201')
    expect(codeOf(await add(api, { ico: '1234567', country: 'NO' }))).toBe('409 duplicate_ico')
    expect(codeOf(await add(api, { ico: '1234567', country: 'CZ' }))).toBe('201')
    const document = freshIsdoc({ supplier: isdocParty({ ico: '7654321', dic: '', country: '' }) })
    const supplier = async (client: Client) =>
      (await client.get(`/partners/${(await importedInvoice(service, client, document)).partner_id}`)).body.ico
    expect([await supplier(api), await supplier(other.api)]).toEqual(['7654321', '07654321'])
  })
})
