/** What a till caches: the items sold at a desk, with prices, deposits and how much there is. */
import { expect, test } from 'vitest'
import type { Told } from '../support/sales.ts'
import { useService } from '../support/service.ts'
import { tapRoom } from '../support/taps.ts'

const service = useService()

const itemsOf = async (book: Awaited<ReturnType<typeof tapRoom>>, query = ''): Promise<Told[]> =>
  (await book.api.get(`/cash-desks/${book.desk}/items${query}`)).body.data

test('200: active items offered here, with VAT, deposit and what is free', async () => {
  const book = await tapRoom(service)
  const crate = await book.item({ name: 'Lahev', item_type: 'packaging', packaging_type: 'bottle_05' })
  const { code } = (await book.api.get(`/items/${crate}`)).body
  await book.apply({ deposits: [{ code: 'BOT', name: 'Lahev', packaging_item: code, amount: '3' }] })
  const bottle = await book.item({
    name: 'Ležák lahev',
    item_type: 'base_product',
    base_item_id: book.beer,
    base_item_quantity: '0.5',
    packaging_type: 'bottle_05',
    sale_price: '32.148760',
    ean: '8594001000017',
    barcode: 'BAR-1',
    pos_available: true,
  })
  const wrapping = await book.item({ name: 'Balné', item_type: 'service', pos_available: true })
  await book.item({ name: 'Staré', sale_price: '1', pos_available: true, is_active: false })
  await book.item({ name: 'Jinde', sale_price: '1' })
  await book.received(bottle, '24', '10')
  const items = await itemsOf(book)
  expect(items.map(({ id }) => id)).toEqual([wrapping, bottle, book.small, book.half])
  expect(items[1]).toMatchObject({
    object: 'pos_item',
    item: { id: bottle, name: 'Ležák lahev' },
    ean: '8594001000017',
    barcode: 'BAR-1',
    stock_category: 'product',
    unit_price: '38.9',
    price_source: 'base',
    vat_rate_pct: '21',
    deposit: { amount: '3.00' },
    is_draft: false,
    available_quantity: '24',
    currency: 'CZK',
    livemode: false,
  })
  expect(items[0]).toMatchObject({ unit_price: null, price_source: 'none', deposit: null, available_quantity: null })
  expect(items[3]).toMatchObject({ unit_price: '55', is_draft: true, available_quantity: '0', deposit: null })
  expect((await itemsOf(book, '?ean=8594001000017')).map(({ id }) => id)).toEqual([bottle])
  expect((await itemsOf(book, '?barcode=BAR-1')).map(({ id }) => id)).toEqual([bottle])
  expect((await itemsOf(book, '?search=lezak%200')).map(({ id }) => id)).toEqual([book.small, book.half])
  expect((await itemsOf(book, `?updated_since=${items[0]!.updated_at}`)).map(({ id }) => id)).toEqual([wrapping])
  const [, second] = await itemsOf(book, '?limit=2')
  expect(second).toEqual(items[1])
})

test('200: of draft beer whole glasses in the kegs on tap, also at a desk that draws from another', async () => {
  const book = await tapRoom(service)
  await book.filled('2', '745')
  await book.tapped()
  const available = async (desk: string) =>
    (await book.api.get(`/cash-desks/${desk}/items`)).body.data.map((each: Told) => each.available_quantity)
  expect(await available(book.desk)).toEqual(['100', '60'])
  await book.tapped({ tap_number: 2 })
  expect(await available(book.desk)).toEqual(['200', '120'])
  const bar = { code: 'BAR', name: 'Bar', warehouse: 'SECOND', cash_account: 'TILL' }
  await book.apply({ finance_accounts: [{ code: 'TILL', type: 'cash', name: 'Till' }], cash_desks: [bar] })
  const { id } = (await book.api.get('/cash-desks')).body.data.find((each: Told) => each.code === 'BAR')
  expect(await available(id)).toEqual(['0', '0'])
  await book.apply({ cash_desks: [{ ...bar, taps_of: 'MAIN' }] })
  expect(await available(id)).toEqual(['200', '120'])
})

test('200: categories of the desk, the currency of the desk, and those who pay no VAT', async () => {
  const book = await tapRoom(service)
  const tip = await book.item({ name: 'Spropitné', item_type: 'service', sale_price: '10', pos_available: true })
  const main = { code: 'MAIN', name: 'Pokladna', warehouse: 'MAIN', cash_account: 'CASH' }
  await book.apply({ cash_desks: [{ ...main, categories: ['service'] }] })
  expect((await itemsOf(book)).map(({ id, unit_price }) => [id, unit_price])).toEqual([[tip, '12.1']])
  await book.apply({ discounts: [{ code: 'TEN', name: 'Ten', item: (await codeOf(book, tip))!, discount_pct: '10' }] })
  expect(await itemsOf(book)).toMatchObject([{ unit_price: '10.89', price_source: 'discount' }])
  await book.tenant.set({ is_vat_payer: false })
  expect(await itemsOf(book)).toMatchObject([{ unit_price: '9', vat_rate_pct: '0' }])
  await book.apply({ finance_accounts: [{ code: 'EUR', type: 'cash', name: 'Eura', currency: 'EUR' }] })
  await book.apply({
    cash_desks: [{ ...main, currency: 'EUR', cash_account: 'EUR', card_account: null, payment_methods: ['cash'] }],
  })
  expect(await itemsOf(book)).toMatchObject([{ unit_price: null, price_source: 'none', currency: 'EUR' }])
})

const codeOf = async ({ api }: Awaited<ReturnType<typeof tapRoom>>, id: string): Promise<string | null> =>
  (await api.get(`/items/${id}`)).body.code
