/** The lines of orders: prices of the cascade, units, VAT, deposits, and what a change of a line does to its order. */
import { describe, expect, test } from 'vitest'
import { remove, salesBook, type Told } from '../support/sales.ts'
import { useService } from '../support/service.ts'
import { shared } from '../support/shared.ts'
import { faultsOf, nobody } from '../support/stock.ts'

const service = useService()

/** Items and prices by code: Z00001 the keg, Z00002 the ride, Z00003 malt in kilograms without a price. */
async function newMarket() {
  const book = await salesBook(service)
  const malt = await book.item({ name: 'Slad' })
  const { api, apply, partner } = book
  await apply({ price_lists: [{ code: 'PUBS', name: 'Hospody', entries: [{ item: 'Z00001', unit_price: '90' }] }] })
  const [list] = (await api.get('/price-lists')).body.data
  const guest = await partner({ name: 'Host', ico: '73104221', price_list_id: list.id })
  const kilos = (quantity: string, rest: object = {}) => ({
    item_id: malt,
    quantity,
    unit: { unit_code: 'kg' },
    ...rest,
  })
  return Object.assign(book, { malt, guest, kilos })
}
const market = shared(service, newMarket)

/** Such as `base 100`. */
const pricesOf = ({ lines }: Told): string[] =>
  lines.map(({ price_source, unit_price }: Told) => `${price_source} ${unit_price}`)

/** Returnable kegs and bottles: items by packaging type, deposits by code. */
async function newCellar() {
  const book = await salesBook(service)
  const { api, apply, item } = book
  const piece = { unit: { unit_code: 'pcs' } }
  await item({ name: 'Prázdný sud', item_type: 'packaging', packaging_type: 'keg', ...piece, sale_price: '1' })
  await item({ name: 'Přepravka', item_type: 'packaging', ...piece, sale_price: '1' })
  const lager = await item({ name: 'Ležák', ...piece, packaging_type: 'keg', volume_l: '50', sale_price: '1000' })
  const loose = await item({ name: 'Rozlévané', unit: { unit_code: 'l' }, packaging_type: 'keg', sale_price: '40' })
  const cider = await item({ name: 'Cider', ...piece, packaging_type: 'can', sale_price: '30' })
  await apply({
    deposits: [
      { code: 'CRATE', name: 'Přepravka', packaging_item: 'Z00004', amount: '100' },
      { code: 'KEG', name: 'Sud', packaging_item: 'Z00003', amount: '1500' },
      { code: 'KEGEUR', name: 'Sud', packaging_item: 'Z00003', amount: '60', currency: 'EUR' },
      { code: 'OLD', name: 'Láhev', packaging_item: 'Z00004', amount: '3', is_active: false },
    ],
  })
  const { data } = (await api.get('/deposits')).body
  const deposits: Record<string, string> = Object.fromEntries(data.map(({ code, id }: Told) => [code, id]))
  const pieces = (item_id: string, quantity: string, rest: object = {}) => ({
    item_id,
    quantity,
    unit: { unit_code: 'pcs' },
    ...rest,
  })
  return Object.assign(book, { lager, loose, cider, deposits, pieces })
}
const cellar = shared(service, newCellar)

describe('prices', () => {
  test('201: partner price, price list, discount, base, and a price that was sent', async () => {
    const { apply, guest, pub, line, service: ride, order } = await newMarket()
    expect(pricesOf(await order([line('1'), line('1', { unit_price: null })]))).toEqual(['base 100', 'base 100'])
    expect(pricesOf(await order([line('1'), ride()], { partner_id: guest }))).toEqual(['price_list 90', 'base 50'])
    await apply({
      discounts: [{ code: 'D', name: 'Desítka', item: 'Z00001', min_quantity: '10', discount_pct: '7.5' }],
      partner_prices: [{ partner: '73104221', item: 'Z00001', min_quantity: '5', unit_price: '81.123456' }],
    })
    expect(pricesOf(await order([line('9'), line('10')]))).toEqual(['base 100', 'discount 92.5'])
    const mixed = await order([line('4'), line('5'), line('5', { unit_price: '0' })], { partner_id: guest })
    expect(pricesOf(mixed)).toEqual(['price_list 90', 'partner_price 81.123456', 'manual 0'])
    // Of a discount of the cascade the line shows none; its own comes on top.
    const top = await order([line('10', { discount_pct: '10' })], { partner_id: pub })
    expect(top.lines[0]).toMatchObject({ unit_price: '92.5', discount_pct: '10', totals: { excl_vat: '832.50' } })
    expect(mixed.lines.map((each: Told) => each.discount_pct)).toEqual([null, null, null])
  })

  test('422 required: an item without any price needs one, line by line', async () => {
    const { api, pub, line, kilos, order } = await market()
    const body = { partner_id: pub, lines: [kilos('1'), line('1'), kilos('2', { unit_price: null })] }
    const rows = ['lines[0].unit_price required', 'lines[2].unit_price required']
    expect(faultsOf(await api.post('/orders', body))).toEqual(rows)
    const { id } = await order([])
    expect(faultsOf(await api.post(`/orders/${id}/lines`, kilos('1')))).toEqual(['unit_price required'])
    expect(pricesOf(await order([kilos('1', { unit_price: '12.5' })]))).toEqual(['manual 12.5'])
  })

  test('200: a price of the cascade follows the quantity, one that was sent stays, null returns to the cascade', async () => {
    const { api, apply, line, order } = await newMarket()
    await apply({ discounts: [{ code: 'D', name: 'Desítka', min_quantity: '10', discount_pct: '10' }] })
    const { id, lines } = await order([line('1'), line('1', { unit_price: '70' })])
    const change = async (index: number, body: object) => {
      const reply = await api.patch(`/orders/${id}/lines/${lines[index].id}`, body)
      expect(reply.status, reply.text).toBe(200)
      return `${reply.body.price_source} ${reply.body.unit_price}`
    }
    const ten = { quantity: '10', unit: { unit_code: 'pcs' } }
    expect(await change(0, ten)).toBe('discount 90')
    expect(await change(1, ten)).toBe('manual 70')
    expect(await change(1, { unit_price: null })).toBe('discount 90')
    expect(await change(0, { unit_price: '88' })).toBe('manual 88')
  })

  test('200: a new price list does not reach lines that only get a note', async () => {
    const { api, apply, guest, line, order } = await newMarket()
    const { id, lines } = await order([line('2')], { partner_id: guest })
    await apply({ price_lists: [{ code: 'PUBS', name: 'Hospody', entries: [{ item: 'Z00001', unit_price: '95' }] }] })
    const path = `/orders/${id}/lines/${lines[0].id}`
    const same = await api.patch(path, {})
    expect(same).toMatchObject({ headers: { etag: 'W/"1"' }, body: { unit_price: '90', price_source: 'price_list' } })
    const noted = await api.patch(path, { notes: 'Studené', discount_pct: '10' })
    expect(noted.body).toMatchObject({ unit_price: '90', price_source: 'price_list', totals: { excl_vat: '162.00' } })
    const more = await api.patch(path, { quantity: '3', unit: { unit_code: 'pcs' } })
    expect(more.body).toMatchObject({ unit_price: '95', price_source: 'price_list' })
  })
})

describe('units', () => {
  test('422: rows for a missing or doubtful unit, codes with field for another unit or too many decimals', async () => {
    const { api, pub, keg, line, kilos, order } = await market()
    const units = (await api.get('/units')).body.data
    const pcs = units.find((unit: Told) => unit.code === 'pcs')
    const kg = units.find((unit: Told) => unit.code === 'kg')
    const { id } = await order([])
    const both = { unit_id: pcs.id, unit_code: 'pcs' }
    const cases: [object, object][] = [
      [{ item_id: keg, quantity: '1' }, { errors: [{ field: 'unit', code: 'unit_required' }] }],
      [line('1', { unit: {} }), { errors: [{ field: 'unit', code: 'exactly_one_of' }] }],
      [line('1', { unit: both }), { errors: [{ field: 'unit', code: 'exactly_one_of' }] }],
      [
        line('1', { unit: { unit_code: 'kg' } }),
        { code: 'unit_mismatch', field: 'unit', expected_unit: { code: 'pcs' } },
      ],
      [
        line('1', { unit: { unit_id: kg.id } }),
        { code: 'unit_mismatch', field: 'unit', expected_unit: { id: pcs.id } },
      ],
      [line('1', { unit: { unit_code: 'sud' } }), { code: 'unit_not_available', field: 'unit' }],
      [line('1.5'), { code: 'quantity_scale', field: 'quantity' }],
      [kilos('1.0001', { unit_price: '1' }), { code: 'quantity_scale', field: 'quantity' }],
    ]
    for (const [each, refusal] of cases) {
      const added = await api.post(`/orders/${id}/lines`, each)
      expect(added.body, JSON.stringify(each)).toMatchObject({ status: 422, ...refusal })
      const created = await api.post('/orders', { partner_id: pub, lines: [line('1'), each] })
      const within = JSON.parse(JSON.stringify(refusal).replace(/"field":"/g, '"field":"lines[1].'))
      expect(created.body, JSON.stringify(each)).toMatchObject({ status: 422, ...within })
    }
    const whole = await order([line('2.000', { unit: { unit_id: pcs.id } }), kilos('1.125', { unit_price: '1' })])
    expect(whole.lines).toMatchObject([{ quantity: '2', unit: { code: 'pcs' } }, { quantity: '1.125' }])
  })

  test('422: quantities, prices and percentages out of range', async () => {
    const { api, line, order } = await market()
    const { id } = await order([])
    const cases: Record<string, unknown[]> = {
      quantity: ['0', '-1', 1, '1e3', ''],
      unit_price: ['-1', '0.1234567', 100],
      vat_rate_pct: ['-1', '100.01', '21.555', null],
      discount_pct: ['-1', '100.0001', '5.55555'],
      deposit_quantity: ['-1', '1.5'],
      notes: ['x'.repeat(2001)],
    }
    for (const [field, values] of Object.entries(cases)) {
      for (const value of values) {
        const reply = await api.post(`/orders/${id}/lines`, line('1', { [field]: value }))
        expect(faultsOf(reply), `${field} ${value}`).toEqual([`${field} not_allowed`])
      }
    }
    const unknown = await api.post(`/orders/${id}/lines`, line('1', { price: '1' }))
    expect(unknown.body.code).toBe('unknown_field')
    expect((await api.get(`/orders/${id}`)).body.lines).toEqual([])
  })

  test('422 unit_required: a changed quantity comes with its unit', async () => {
    const { api, line, order } = await market()
    const { id, lines } = await order([line('1')])
    const path = `/orders/${id}/lines/${lines[0].id}`
    expect(faultsOf(await api.patch(path, { quantity: '2' }))).toEqual(['unit unit_required'])
    expect((await api.patch(path, { quantity: '2', unit: { unit_code: 'kg' } })).body.code).toBe('unit_mismatch')
    expect((await api.patch(path, { quantity: '2.5', unit: { unit_code: 'pcs' } })).body.code).toBe('quantity_scale')
    expect((await api.patch(path, { item_id: nobody })).body.code).toBe('unknown_field')
    expect((await api.patch(`/orders/${id}/lines/${nobody}`, { notes: 'x' })).status).toBe(404)
  })
})

describe('VAT', () => {
  test('201: by default the rate of the item; 0 for who pays no VAT, whatever was sent', async () => {
    const { api, tenant, item, line, order } = await newMarket()
    const rates = (await api.get('/vat-rates')).body.data
    const reduced = rates.find((rate: Told) => rate.rate_pct === '12').id
    const water = await item({ name: 'Voda', unit: { unit_code: 'pcs' }, sale_price: '10', sale_vat_rate_id: reduced })
    const lines = [line('1'), line('1', { item_id: water }), line('1', { vat_rate_pct: '15.50' })]
    const ratesOf = (shown: Told) => shown.lines.map((each: Told) => each.vat_rate_pct)
    const taxed = await order(lines)
    expect(ratesOf(taxed)).toEqual(['21', '12', '15.5'])
    expect(taxed.totals).toMatchObject({ excl_vat: '210.00', vat: '37.70', incl_vat: '247.70' })
    await tenant.set({ is_vat_payer: false })
    const free = await order(lines)
    expect(ratesOf(free)).toEqual(['0', '0', '0'])
    expect(free.totals).toMatchObject({ excl_vat: '210.00', vat: '0.00', incl_vat: '210.00' })
  })
})

describe('deposits', () => {
  test('201: that of the packaging by default, none by null, another by id; pieces are whole', async () => {
    const { lager, loose, cider, deposits, pieces, order } = await cellar()
    const { lines, totals } = await order([
      pieces(lager, '3'),
      pieces(lager, '3', { deposit_id: null, deposit_quantity: '3' }),
      pieces(lager, '3', { deposit_id: deposits.CRATE, deposit_quantity: '1' }),
      pieces(loose, '2.125', { unit: { unit_code: 'l' } }),
      pieces(cider, '24'),
      pieces(lager, '2', { deposit_quantity: '0' }),
    ])
    expect(lines.map(({ deposit, volume_l }: Told) => [deposit.id, deposit.pieces, deposit.total, volume_l])).toEqual([
      [deposits.KEG, '3', '4500.00', '150'],
      [null, '0', '0.00', '150'],
      [deposits.CRATE, '1', '100.00', '150'],
      [deposits.KEG, '3', '4500.00', null],
      [null, '0', '0.00', null],
      [deposits.KEG, '0', '0.00', '100'],
    ])
    // Deposits stand outside VAT and outside the total.
    expect(totals).toEqual({ excl_vat: '11805.00', vat: '2479.05', incl_vat: '14284.05', deposit: '9100.00' })
  })

  test('422 not_allowed: more packaging than an amount of 18 digits, on an order as on its invoice', async () => {
    const { api, pub, lager, pieces, order } = await cellar()
    const many = { deposit_quantity: '999999999999999999' }
    const refused = await api.post('/orders', { partner_id: pub, lines: [pieces(lager, '1', many)] })
    expect(faultsOf(refused)).toEqual(['lines not_allowed'])
    const { id, lines } = await order([pieces(lager, '1')])
    expect(faultsOf(await api.patch(`/orders/${id}/lines/${lines[0].id}`, many))).toEqual(['lines not_allowed'])
  })

  test('201: the litres of a line are its quantity times those of its item, to the last place', async () => {
    const { item, pieces, order } = await cellar()
    const unit = { unit_code: 'l' }
    const sample = await item({ name: 'Vzorek', unit, volume_l: '0.12345678', sale_price: '1' })
    const { lines } = await order([pieces(sample, '2.125', { unit })])
    expect(lines[0].volume_l).toBe('0.2623456575')
  })

  test('422 invalid_reference: malformed, unknown, out of use, of another currency', async () => {
    const { api, pub, lager, deposits, pieces, order } = await cellar()
    const { id, lines } = await order([pieces(lager, '1')])
    for (const deposit_id of ['x', nobody, deposits.OLD, deposits.KEGEUR]) {
      const body = { partner_id: pub, lines: [pieces(lager, '1'), pieces(lager, '1', { deposit_id })] }
      expect(faultsOf(await api.post('/orders', body))).toEqual(['lines[1].deposit_id invalid_reference'])
      const changed = await api.patch(`/orders/${id}/lines/${lines[0].id}`, { deposit_id })
      expect(faultsOf(changed)).toEqual(['deposit_id invalid_reference'])
    }
  })

  test('200: pieces follow a changed quantity; a deposit out of use stays on old lines', async () => {
    const { api, apply, lager, deposits, pieces, order } = await newCellar()
    const { id, lines } = await order([pieces(lager, '3')])
    const path = `/orders/${id}/lines/${lines[0].id}`
    const more = await api.patch(path, { quantity: '4', unit: { unit_code: 'pcs' } })
    expect(more.body.deposit).toEqual({ id: deposits.KEG, pieces: '4', total: '6000.00' })
    expect((await api.get(`/orders/${id}`)).body.totals.deposit).toBe('6000.00')
    await apply({
      deposits: [{ code: 'KEG', name: 'Sud', packaging_item: 'Z00003', amount: '1500', is_active: false }],
    })
    const noted = await api.patch(path, { notes: 'Studené' })
    expect(noted).toMatchObject({ status: 200, body: { notes: 'Studené', deposit: more.body.deposit } })
    const fewer = await api.patch(path, { quantity: '2', unit: { unit_code: 'pcs' } })
    expect(fewer.body.deposit).toEqual({ id: deposits.KEG, pieces: '2', total: '3000.00' })
    const none = await api.patch(path, { deposit_id: null })
    expect(none.body.deposit).toEqual({ id: null, pieces: '0', total: '0.00' })
  })
})

describe('the order of a line', () => {
  test('201, 200, 204: with the tag of the order, its Location and its new totals', async () => {
    const { api, line, service: ride, order, read } = await market()
    const { id, lines } = await order([line('1')])
    const path = `/orders/${id}`
    const added = await api.post(`${path}/lines`, ride('2', { notes: 'Ráno' }))
    expect(added).toMatchObject({ status: 201, headers: { etag: 'W/"2"' }, body: { order_id: id, sort_order: 2 } })
    expect(added.headers.location).toMatch(new RegExp(`${path}$`))
    expect((await read(path)).now.totals).toMatchObject({ excl_vat: '200.00', incl_vat: '242.00' })
    const stale = { headers: { 'if-match': 'W/"1"' } }
    expect((await api.patch(`${path}/lines/${added.body.id}`, { notes: null }, stale)).body.code).toBe('stale_version')
    expect((await api.send('DELETE', `${path}/lines/${lines[0].id}`, stale)).body.code).toBe('stale_version')
    const same = await api.patch(`${path}/lines/${added.body.id}`, { notes: 'Ráno', unit_price: null })
    expect(same.headers.etag).toBe('W/"2"')
    const changed = await api.patch(`${path}/lines/${added.body.id}`, { notes: null, unit_price: '60' })
    expect(changed).toMatchObject({ headers: { etag: 'W/"3"' }, body: { notes: null, totals: { excl_vat: '120.00' } } })
    expect(await remove({ api }, `${path}/lines/${lines[0].id}`)).toEqual({ status: 204, etag: 'W/"4"' })
    const { now, etag } = await read(path)
    expect(now).toMatchObject({ lines: [{ id: added.body.id }], totals: { excl_vat: '120.00' } })
    expect(etag).toBe('W/"4"')
    expect((await api.send('DELETE', `${path}/lines/${lines[0].id}`)).status).toBe(404)
  })

  test('200, 201, 204: what the other lines show of the VAT is shared out anew', async () => {
    const { api, line, order, read } = await market()
    const cheap = line('1', { unit_price: '0.12' })
    const { id, lines } = await order([cheap, cheap])
    const path = `/orders/${id}`
    const taxes = async () => {
      const { now } = await read(path)
      return [now.totals.vat, ...now.lines.map(({ totals }: Told) => totals.vat)]
    }
    expect(await taxes()).toEqual(['0.05', '0.03', '0.02'])
    await api.patch(`${path}/lines/${lines[0].id}`, { vat_rate_pct: '12' })
    expect(await taxes()).toEqual(['0.04', '0.01', '0.03'])
    await api.post(`${path}/lines`, cheap)
    expect(await taxes()).toEqual(['0.06', '0.01', '0.03', '0.02'])
    await api.send('DELETE', `${path}/lines/${lines[1].id}`)
    expect(await taxes()).toEqual(['0.04', '0.01', '0.03'])
  })

  test('201 with 500 lines, then 409 conflict for one more', async () => {
    const { api, line, order } = await market()
    const { id, lines, totals } = await order(Array(500).fill(line('1', { unit_price: '0.33' })))
    expect(lines.map((each: Told) => each.sort_order)).toEqual(Array.from({ length: 500 }, (_, index) => index + 1))
    expect(totals).toMatchObject({ excl_vat: '165.00', vat: '34.65' })
    expect((await api.post(`/orders/${id}/lines`, line('1'))).body.code).toBe('conflict')
  })
})

describe('read while it is written', () => {
  test('200: the lines and the totals of one version, with its tag', async () => {
    const { api, line, order, read: readNow } = await newMarket()
    const { id, lines } = await order([line('1'), line('1')])
    let isRead = false
    const write = async () => {
      for (let pieces = 2; !isRead; pieces += 1) {
        const body = { quantity: String(pieces), unit: { unit_code: 'pcs' } }
        expect((await api.patch(`/orders/${id}/lines/${lines[0].id}`, body)).status).toBe(200)
      }
    }
    const read = async () => {
      for (let count = 0; count < 40; count += 1) {
        const { now, etag } = await readNow(`/orders/${id}`)
        const pieces = Number(now.lines[0].quantity)
        expect([now.totals.excl_vat, etag]).toEqual([`${100 * (pieces + 1)}.00`, `W/"${pieces}"`])
      }
    }
    const writing = write()
    await Promise.all([read(), read(), read()]).finally(() => {
      isRead = true
    })
    await writing
  })
})
