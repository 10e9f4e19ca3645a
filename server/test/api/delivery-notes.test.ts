/** The delivery note of a stock issue. */
import { beforeAll, describe, expect, test } from 'vitest'
import { deliveryPaper } from '../../src/domains/sales/papers/delivery-paper.ts'
import { deliveryFacts } from '../../src/domains/sales/papers/load.ts'
import { stockIssues } from '../../src/domains/stock/documents/document.ts'
import { company, type PaperBook, paperBook, readPdf, wordsOf } from '../support/papers.ts'
import { useService } from '../support/service.ts'
import { nobody } from '../support/stock.ts'

const service = useService()

let book: PaperBook
beforeAll(async () => {
  book = await paperBook(service)
})

describe('GET /stock-issues/{id}/pdf', () => {
  const paperOf = async (id: string, language: 'cs' | 'en' = 'cs') => {
    const db = service.database
    const document = (await stockIssues.table.find(db, book.account.book.id, id))!
    return deliveryPaper(await deliveryFacts({ db, account: book.account }, document), language)
  }

  test('200: what was given out by lots, without a price, with a place to sign', async () => {
    const item = await book.item({ name: 'Slad plzeňský' })
    const partner_id = await book.partner({ name: 'Hospoda', ico: '11223344' })
    for (const [lot, expiry, quantity] of [
      ['L1', '2027-03-01', '5'],
      ['L2', '2027-04-01', '10'],
    ] as const) {
      const { body } = await book.receipt([{ item, quantity, price: '77.77', lot, expiry }])
      await book.act(`/goods-receipts/${body.id}`, 'confirm')
    }
    const { body: issue } = await book.issue([{ item, quantity: '7.5' }], { partner_id, notes: 'Zadní vchod.' })
    expect(await paperOf(issue.id)).toMatchObject({ mark: 'KONCEPT' })
    await book.act(`/stock-issues/${issue.id}`, 'confirm')
    const reply = await book.api.get(`/stock-issues/${issue.id}/pdf?language=en`)
    expect(reply.headers['content-disposition']).toBe(`attachment; filename="${issue.number}.pdf"`)
    expect(readPdf(reply.bytes)).toMatchObject({ pages: 1, title: `Delivery note ${issue.number}` })
    const paper = await paperOf(issue.id)
    expect(paper).toMatchObject({
      title: 'Dodací list',
      mark: null,
      signatures: ['Vydal: test key', 'Převzal'],
      totals: [],
    })
    expect(paper.lines.rows.map(row => wordsOf(row).slice(1))).toEqual([
      ['Slad plzeňský', 'L1', '1. 3. 2027', '5 kg'],
      ['Slad plzeňský', 'L2', '1. 4. 2027', '2,5 kg'],
    ])
    const words = wordsOf(paper)
    expect(words).toEqual(expect.arrayContaining([company.name, 'Hospoda', 'IČO: 11223344', 'Zadní vchod.']))
    expect(words.join()).not.toContain('77,77')
  })

  test('200: beer by whole °Plato and rate, of an account with excise alone', async () => {
    const lines = []
    for (const [plato, quantity] of [
      ['12.4', '3'],
      ['12', '1'],
      ['10', '2'],
      [null, '5'],
    ] as const) {
      const item = await book.item({ name: 'Pivo', plato, volume_l: '50' })
      await book.received(item, '10')
      lines.push({ item, quantity })
    }
    const { body: issue } = await book.issue(lines, { date: '2026-03-01' })
    expect((await paperOf(issue.id)).recapitulation).toMatchObject({
      title: 'Pivo podle původního extraktu',
      table: {
        rows: [
          ['10', '1', '32,00\u00a0CZK'],
          ['12', '2', '32,00\u00a0CZK'],
        ],
      },
    })
    const { tenant } = book.account
    const modules = tenant.modules.filter(name => name !== 'excise')
    const account = { ...book.account, tenant: { ...tenant, modules } }
    const document = (await stockIssues.table.find(service.database, book.account.book.id, issue.id))!
    expect((await deliveryFacts({ db: service.database, account }, document)).beers).toEqual([])
  })

  test('200: a transfer names the warehouse it goes to', async () => {
    const item = await book.item()
    await book.received(item, '5')
    const head = { movement_purpose: 'transfer', target_warehouse_id: book.second }
    const { body: issue } = await book.issue([{ item, quantity: '2' }], head)
    const paper = await paperOf(issue.id, 'en')
    expect(paper.parties.map(({ label }) => label)).toEqual(['Supplier', 'Target warehouse'])
    expect((await book.api.get(`/stock-issues/${issue.id}/pdf`)).status).toBe(200)
  })

  test('200: the address of the order, when it is not that of the customer', async () => {
    const item = await book.item({ name: 'Sud', sale_price: '1' })
    await book.received(item, '99')
    const { data } = (await book.api.get('/countries')).body
    const country_id = data.find(({ code }: { code: string }) => code === 'CZ').id
    const address = { street: 'Krátká 3', city: 'Praha', zip: '110 00', country_id }
    const partner_id = await book.partner({ name: 'Hospoda', address })
    const parties = async (delivery: object, language: 'cs' | 'en' = 'cs') => {
      const line = { item_id: item, quantity: '1', unit: { unit_code: 'kg' } }
      const order = await book.api.post('/orders', { partner_id, delivery, lines: [line] })
      await book.act(`/orders/${order.body.id}`, 'confirm')
      const { created } = (await book.act(`/orders/${order.body.id}`, 'create_stock_issue')).body
      expect(readPdf((await book.api.get(`/stock-issues/${created.id}/pdf`)).bytes).pages).toBe(1)
      return (await paperOf(created.id, language)).parties
    }
    const brought = { type: 'courier', street: 'Nádražní 45', city: 'Brno', zip: '602 00', country: 'Slovensko' }
    expect((await parties(brought))[2]).toEqual({
      label: 'Dodací adresa',
      name: null,
      lines: ['Nádražní 45', '602 00 Brno', 'Slovensko'],
    })
    const inside = await parties({ street: 'Zadní 1', country: 'CZ' }, 'en')
    expect(inside[2]).toEqual({ label: 'Delivery address', name: null, lines: ['Zadní 1'] })
    const same = { street: ' krátká 3', city: 'Praha', zip: '11000', country: 'Česko' }
    expect(await parties(same)).toHaveLength(2)
    expect(await parties({ type: 'pickup' })).toHaveLength(2)
  })

  test('who gave it out stands where it is signed', async () => {
    const item = await book.item()
    await book.received(item, '5')
    const { body: issue } = await book.issued(item, '1')
    const db = service.database
    const document = (await stockIssues.table.find(db, book.account.book.id, issue.id))!
    const facts = await deliveryFacts({ db, account: book.account }, document)
    expect(deliveryPaper({ ...facts, issuedBy: 'Karel Skladník' }, 'cs').signatures).toEqual([
      'Vydal: Karel Skladník',
      'Převzal',
    ])
    expect(JSON.parse(JSON.stringify(facts))).toEqual(facts)
  })

  test('403 insufficient_scope without stock:read; 404 not_found for a receipt', async () => {
    const item = await book.item()
    const receipt = await book.received(item, '1')
    expect((await book.api.get(`/stock-issues/${receipt.body.id}/pdf`)).body.code).toBe('not_found')
    const stranger = await book.tenant.key({ scopes: ['sales:read'] })
    expect((await stranger.get(`/stock-issues/${nobody}/pdf`)).body.code).toBe('insufficient_scope')
  })
})
