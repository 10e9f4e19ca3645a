/** GET /search: whatever has this number, id or name, of all kinds the caller may read. */
import { beforeAll, describe, expect, test } from 'vitest'
import { newAccount, type TestAccount } from '../support/account.ts'
import type { Client } from '../support/client.ts'
import { useService } from '../support/service.ts'

const service = useService()
let account: TestAccount
let api: Client
beforeAll(async () => {
  account = await newAccount(service)
  await account.tenant.set({ rate_per_min: 100_000 })
  api = account.api
})

interface Found {
  type: string
  id: string
  number: string | null
  title: string
  state: string | null
}

const find = async (words: string, rest = '', client: Client = api): Promise<Found[]> => {
  const reply = await client.get(`/search?q=${encodeURIComponent(words)}${rest}`)
  expect(reply.status, reply.text).toBe(200)
  return reply.body.data
}

const made = async (path: string, body: object) => {
  const reply = await api.post(path, body)
  expect(reply.status, reply.text).toBe(201)
  return reply.body
}

describe('words', () => {
  test('200: find names without accents, in all kinds, the kinds in their order', async () => {
    const partner = await made('/partners', { name: 'Hospoda Žižkov', ico: '12345679' })
    const item = await made('/items', { name: 'Žižkovský ležák', unit: { unit_code: 'l' } })
    const order = await made('/orders', { partner_id: partner.id, lines: [] })
    expect(await find('zizkov')).toMatchObject([
      { object: 'search_hit', type: 'partner', id: partner.id, number: '12345679', title: 'Hospoda Žižkov' },
      { type: 'item', id: item.id, number: item.code, state: 'active' },
      { type: 'order', id: order.id, number: order.number, title: 'Hospoda Žižkov', state: 'draft' },
    ])
    expect(await find(order.number.toLowerCase())).toMatchObject([{ type: 'order', id: order.id }])
    expect((await find(order.id)).map(({ id }) => id)).toEqual([order.id])
  })

  test('200: at most five of a kind; what has exactly this code first, then what begins so', async () => {
    for (let index = 0; index < 7; index++) {
      await made('/items', { name: `Novinka Kvasnicové ${index}`, unit: { unit_code: 'l' } })
    }
    const first = await made('/items', { name: 'Kvasnicové', unit: { unit_code: 'l' } })
    await made('/items', { name: 'Staré Kvasnicové', unit: { unit_code: 'l' } })
    const hits = await find('kvasnicove')
    expect([hits.length, hits[0]!.id]).toEqual([5, first.id])
    const named = await made('/partners', { name: `Odběratel ${first.code}` })
    const exact = await find(first.code)
    expect(exact[0]).toMatchObject({ type: 'item', id: first.id })
    expect(exact.map(({ id }) => id)).toContain(named.id)
  })

  test('200: two letters find partners and items that begin with them; wildcards are letters', async () => {
    const partner = await made('/partners', { name: 'Qx pub' })
    await made('/partners', { name: 'Pub of Qx' })
    expect((await find('qx')).map(({ id }) => id)).toEqual([partner.id])
    expect(await find('%')).toEqual([])
    expect(await find('___')).toEqual([])
    expect(await find('   ')).toEqual([])
  })

  test('200: lots by the beginning of their number, events by their id, counts and repacks by a part of their number', async () => {
    const { id } = await made('/items', { name: 'Chmel', unit: { unit_code: 'kg' } })
    const warehouse = (await api.get('/warehouses')).body.data.find((each: { is_default: boolean }) => each.is_default)
    const lines = [
      { item_id: id, quantity: '5', unit: { unit_code: 'kg' }, unit_price: '10', lot_number: 'LOT-Saaz-1' },
    ]
    const receipt = await made('/goods-receipts', { warehouse_id: warehouse.id, movement_purpose: 'purchase', lines })
    expect((await api.post(`/goods-receipts/${receipt.id}/actions/confirm`)).status).toBe(200)
    expect(await find('lot-saa')).toMatchObject([{ type: 'stock_lot', number: 'LOT-Saaz-1', title: 'Chmel' }])
    expect(await find(receipt.number)).toMatchObject([{ type: 'goods_receipt', id: receipt.id, state: 'confirmed' }])
    const event = (await api.get(`/events?object_id=${receipt.id}`)).body.data[0]
    expect(await find(event.id)).toMatchObject([{ type: 'event', id: event.id, title: 'goods_receipt.created' }])
    const count = await made('/inventory-counts', { warehouse_id: warehouse.id })
    const side = [{ item_id: id, quantity: '1', unit: { unit_code: 'kg' } }]
    const repack = await made('/repacks', { warehouse_id: warehouse.id, from: side, to: side })
    for (const [type, { id, number }] of Object.entries({ inventory_count: count, repack })) {
      const hit = { type, id, number, title: warehouse.name, state: 'draft' }
      expect(await find(number.slice(1).toLowerCase())).toMatchObject([hit])
      expect(await find(id)).toMatchObject([hit])
    }
  })
})

describe('who may see what', () => {
  test('200: only kinds the key may read, only those asked for, only of its book', async () => {
    const partner = await made('/partners', { name: 'Tajný odběratel' })
    await made('/orders', { partner_id: partner.id, lines: [] })
    const typesOf = async (rest: string, client?: Client) => (await find('tajny', rest, client)).map(({ type }) => type)
    expect(await typesOf('')).toEqual(['partner', 'order'])
    expect(await typesOf('&objects=order,invoice')).toEqual(['order'])
    expect(await typesOf('', await account.tenant.key({ scopes: ['core:read'] }))).toEqual(['partner'])
    expect(await typesOf('', await account.tenant.key({ scopes: ['events:read'] }))).toEqual([])
    expect(await typesOf('', account.live)).toEqual([])
    expect(await typesOf('', (await newAccount(service)).api)).toEqual([])
  })

  test('200: invoices belong to sales where there are sales, else to finance', async () => {
    const partner = await made('/partners', { name: 'Fakturovaný' })
    const warehouse = (await api.get('/warehouses')).body.data.find((each: { is_default: boolean }) => each.is_default)
    await made('/invoices', { partner_id: partner.id, warehouse_id: warehouse.id, lines: [] })
    const typesOf = async (client: Client) => (await find('fakturovany', '', client)).map(({ type }) => type)
    expect(await typesOf(await account.tenant.key({ scopes: ['finance:read'] }))).toEqual([])
    expect(await typesOf(await account.tenant.key({ scopes: ['sales:read'] }))).toEqual(['invoice'])
  })

  test('422 validation_failed: no words, a kind there is not', async () => {
    for (const path of ['/search', '/search?q=', '/search?q=a&objects=orders', '/search?q=a&kind=order']) {
      expect((await api.get(path)).status, path).toBe(422)
    }
  })
})
