/** GET /items/{id}/prices: the cascade of partner price, price list, discount and base price. */
import { describe, expect, test } from 'vitest'
import type { Settings } from '../../src/kernel/settings.ts'
import { dayIn, daysAfter } from '../../src/lib/days.ts'
import { newAccount, type TestAccount } from '../support/account.ts'
import { peopleService } from '../support/person.ts'
import { useService } from '../support/service.ts'
import { shared } from '../support/shared.ts'

const service = useService(peopleService)
const nobody = '01890000-0000-7000-8000-000000000000'

/** How the tests below call the items and the partners of a market. */
const malt = 'malt'
const hops = 'hops'
const pub = 'pub'
const rival = 'rival'

const added = async ({ api }: TestAccount, path: string, body: object): Promise<string> =>
  (await api.post(path, body)).body.id

/** Hops, and a price list. */
async function ownHouse(currency = 'CZK') {
  const account = await newAccount(service)
  const hopsId = await added(account, '/items', { name: 'Hops', unit: { unit_code: 'kg' }, sale_price: '7' })
  await account.apply({ price_lists: [{ code: 'PUBS', name: 'Pubs', currency }] })
  const [list] = (await account.api.get('/price-lists')).body.data
  return { ...account, hopsId, listId: list.id as string }
}
const sharedHouse = shared(service, ownHouse)

let markets = 0

/**
 * Malt for 100 a kilogram; a pub with a price list, its rival with none. Who changes what is not of this malt or of these
 * partners has a house alone.
 */
async function market({ currency = 'CZK', sale_price = '100' as string | null, alone = false } = {}) {
  markets += 1
  const number = markets
  const house = await (alone || currency !== 'CZK' ? ownHouse(currency) : sharedHouse())
  const { api, apply, listId, hopsId } = house
  const item = await added(house, '/items', { name: 'Malt', unit: { unit_code: 'kg' }, sale_price })
  const ids: Record<string, string> = {
    [malt]: item,
    [hops]: hopsId,
    [pub]: await added(house, '/partners', { name: 'Pub', price_list_id: listId }),
    [rival]: await added(house, '/partners', { name: 'Rival' }),
  }
  const find = async (partner: string | undefined = pub, quantity?: string) => {
    const query = new URLSearchParams({ ...(partner && { partner_id: ids[partner]! }), ...(quantity && { quantity }) })
    const reply = await api.get(`/items/${item}/prices?${query}`)
    expect(reply.status, reply.text).toBe(200)
    return reply.body
  }
  const withItem = <E extends Entry>(entry: E) => ({ ...entry, item: ids[entry.item ?? malt]! })
  const discount = ({ partner, item: of, ...wanted }: Partial<Discount>, index: number): Discount => ({
    code: `D${number}-${index}`,
    name: 'A discount',
    discount_pct: '10',
    ...wanted,
    ...(partner && { partner: ids[partner]! }),
    ...(of && { item: ids[of]! }),
  })
  return {
    ...house,
    item,
    partner: ids[pub]!,
    find,
    /** Such as `base 100`. */
    price: async (...asked: Parameters<typeof find>): Promise<string> => {
      const { price_source, unit_price } = await find(...asked)
      return `${price_source} ${unit_price}`
    },
    lists: (entries: Entry[], rest: object = {}) =>
      apply({ price_lists: [{ code: 'PUBS', name: 'Pubs', entries: entries.map(withItem), ...rest }] }),
    partnerPrices: (entries: (Entry & { currency?: string; partner?: string })[]) =>
      apply({ partner_prices: entries.map(entry => ({ ...withItem(entry), partner: ids[entry.partner ?? pub]! })) }),
    /** As the settings take them. */
    wanted: (wanted: readonly Partial<Discount>[]) => wanted.map(discount),
    discounts: (...wanted: Partial<Discount>[]) => apply({ discounts: wanted.map(discount) }),
  }
}

type Entry = Partial<NonNullable<NonNullable<Settings['price_lists']>[number]['entries']>[number]> & {
  unit_price: string
}
type Discount = NonNullable<Settings['discounts']>[number]
const nobodyInParticular = ''

describe('the answer', () => {
  test('200: every field, for one when no quantity is asked for', async () => {
    const { api, item } = await market({ sale_price: '100.50' })
    const unit = (await api.get(`/items/${item}`)).body.unit
    expect((await api.get(`/items/${item}/prices`)).body).toEqual({
      object: 'price',
      item_id: item,
      partner_id: null,
      quantity: '1',
      unit,
      unit_price: '100.5',
      currency: 'CZK',
      price_source: 'base',
      base_price: '100.5',
      discount_pct: null,
      livemode: false,
    })
  })

  test('200: the quantity and the partner asked for, and the discount that was found', async () => {
    const { partner, find, discounts } = await market()
    await discounts({ partner: pub, discount_pct: '12.5' })
    expect(await find(pub, '02.500')).toMatchObject({
      partner_id: partner,
      quantity: '2.5',
      unit_price: '87.5',
      price_source: 'discount',
      base_price: '100',
      discount_pct: '12.5',
    })
  })

  test('200 none: without any price it is 0, and a discount does not change that; 0 itself is a price', async () => {
    const { find, discounts } = await market({ sale_price: null })
    await discounts({ partner: pub })
    expect(await find()).toMatchObject({ price_source: 'none', unit_price: '0', base_price: '0', discount_pct: null })
    expect(await (await market({ sale_price: '0' })).price()).toBe('base 0')
  })
})

describe('partner price', () => {
  const steps = [
    { unit_price: '90' },
    { min_quantity: '10', unit_price: '80' },
    { min_quantity: '100.000', unit_price: '70.50' },
  ]

  test('200: of the steps the highest one the quantity reaches', async () => {
    const { price, partnerPrices } = await market()
    await partnerPrices(steps)
    const expected = {
      '90': ['0.001', '9.999'],
      '80': ['10', '10.000', '99.999'],
      '70.5': ['100', '999999999999999999'],
    }
    for (const [unitPrice, quantities] of Object.entries(expected)) {
      for (const quantity of quantities) expect(await price(pub, quantity), quantity).toBe(`partner_price ${unitPrice}`)
    }
  })

  test('200: it is of one partner and one item only', async () => {
    const { price, partnerPrices } = await market()
    await partnerPrices([{ item: hops, unit_price: '1' }])
    expect(await price()).toBe('base 100')
    await partnerPrices(steps)
    expect(await price(rival)).toBe('base 100')
    expect(await price(nobodyInParticular)).toBe('base 100')
  })

  test('200: one that is out of use, or not reached, leaves the next one', async () => {
    const { price, partnerPrices } = await market()
    await partnerPrices([{ min_quantity: '5', unit_price: '90' }])
    expect(await price(pub, '4.999')).toBe('base 100')
    await partnerPrices([{ min_quantity: '10', unit_price: '80', is_active: false }])
    expect(await price(pub, '10')).toBe('partner_price 90')
  })

  test('200: it comes first, though the list and a discount are better; 0 is a price', async () => {
    const { price, partnerPrices, lists, discounts } = await market()
    await lists([{ unit_price: '50' }])
    await discounts({ partner: pub, discount_pct: '60' })
    await partnerPrices([{ unit_price: '120' }, { min_quantity: '2', unit_price: '0' }])
    expect(await price()).toBe('partner_price 120')
    expect(await price(pub, '2')).toBe('partner_price 0')
  })

  test('200: of two for the same quantity the one that began later', async () => {
    const { price, partnerPrices } = await market()
    await partnerPrices([
      { unit_price: '95' },
      { unit_price: '93', valid_from: '2021-01-01' },
      { unit_price: '94', valid_from: '2020-01-01' },
    ])
    expect(await price()).toBe('partner_price 93')
  })
})

describe('price list', () => {
  test('200: the highest step reached, for partners that have the list', async () => {
    const { price, lists } = await market()
    await lists([
      { min_quantity: '2', unit_price: '98' },
      { min_quantity: '20', unit_price: '97.123456' },
    ])
    expect(await price(pub, '1.999')).toBe('base 100')
    expect(await price(pub, '2')).toBe('price_list 98')
    expect(await price(pub, '20')).toBe('price_list 97.123456')
    expect(await price(rival, '20')).toBe('base 100')
    expect(await price(nobodyInParticular, '20')).toBe('base 100')
  })

  test('200: it comes before a better discount', async () => {
    const { find, lists, discounts } = await market()
    await discounts({ partner: pub, discount_pct: '50' })
    await lists([{ unit_price: '110' }])
    expect(await find()).toMatchObject({ price_source: 'price_list', unit_price: '110', discount_pct: null })
  })

  test('200: an entry of another item, or out of use, prices nothing', async () => {
    const { price, lists } = await market()
    await lists([{ item: hops, unit_price: '1' }])
    expect(await price()).toBe('base 100')
    await lists([{ unit_price: '98' }, { min_quantity: '2', unit_price: '90', is_active: false }])
    expect(await price(pub, '2')).toBe('price_list 98')
  })

  test('200: an inactive list prices nothing, and its partner is back at the base price', async () => {
    const { price, lists } = await market({ alone: true })
    await lists([{ unit_price: '98' }])
    expect(await price()).toBe('price_list 98')
    await lists([], { is_active: false })
    expect(await price()).toBe('base 100')
  })
})

describe('discount', () => {
  const ofPartner = { partner: pub, discount_pct: '10' }
  const ofQuantity = { item: malt, min_quantity: '10', discount_pct: '15' }
  const ofAll = { min_quantity: '5', discount_pct: '4' }
  const ofBoth = { partner: pub, item: malt, min_quantity: '20', discount_pct: '12' }

  const rows = [
    ['of the partner', [ofPartner], pub, '1', 'discount 90'],
    ['of the partner, for another', [ofPartner], rival, '1', 'base 100'],
    ['of the partner, for nobody', [ofPartner], nobodyInParticular, '1', 'base 100'],
    ['of a quantity', [ofQuantity], rival, '10', 'discount 85'],
    ['of a quantity, for nobody', [ofQuantity], nobodyInParticular, '10', 'discount 85'],
    ['of a quantity not reached', [ofQuantity], pub, '9.999', 'base 100'],
    ['of any item', [ofAll], nobodyInParticular, '5', 'discount 96'],
    ['of partner and item', [ofBoth], pub, '20', 'discount 88'],
    ['of partner and item, for another', [ofBoth], rival, '20', 'base 100'],
    ['of another item', [{ ...ofPartner, item: hops }], pub, '1', 'base 100'],
    ['out of use', [{ ...ofPartner, is_active: false }], pub, '1', 'base 100'],
    ['the best, the partner’s', [ofPartner, ofQuantity, ofAll], pub, '9', 'discount 90'],
    ['the best, the quantity’s', [ofPartner, ofQuantity, ofAll, ofBoth], pub, '20', 'discount 85'],
    ['the best, whatever the quantity', [{ ...ofPartner, discount_pct: '30' }, ofQuantity], pub, '10', 'discount 70'],
    ['of everything', [{ ...ofPartner, discount_pct: '100' }], pub, '1', 'discount 0'],
  ] as const
  const isForAll = (wanted: readonly Partial<Discount>[]) => wanted.includes(ofAll)

  test('200: of a partner, of an item, of both; the best of those that hold', async () => {
    const own = rows.filter(([, wanted]) => !isForAll(wanted))
    const tried: Awaited<ReturnType<typeof market>>[] = []
    for (const _ of own) tried.push(await market())
    await tried[0]!.apply({ discounts: own.flatMap(([, wanted], index) => tried[index]!.wanted(wanted)) })
    for (const [index, [name, , partner, quantity, expected]] of own.entries()) {
      expect(await tried[index]!.price(partner, quantity), name).toBe(expected)
    }
  })

  test.for(rows.filter(([, wanted]) => isForAll(wanted)))(
    '200: %s',
    async ([, wanted, partner, quantity, expected]) => {
      const { price, discounts } = await market({ alone: true })
      await discounts(...wanted)
      expect(await price(partner, quantity)).toBe(expected)
    },
  )

  const rounded = [
    ['99.99', '12.3456', '87.645635'],
    ['1.000005', '50', '0.500003'],
    ['1.000003', '50', '0.500002'],
    ['0.000001', '50', '0.000001'],
    ['0.000001', '50.0001', '0'],
    ['10', '33.3333', '6.66667'],
    ['999999999999999999', '0.0001', '999998999999999999.000001'],
  ] as const

  test('200: a price has six places, rounded half up', async () => {
    const tried: Awaited<ReturnType<typeof market>>[] = []
    for (const [sale_price] of rounded) tried.push(await market({ sale_price }))
    const discounts = rounded.flatMap(([, discount_pct], index) =>
      tried[index]!.wanted([{ partner: pub, discount_pct }]),
    )
    await tried[0]!.apply({ discounts })
    for (const [index, [sale_price, discount_pct, expected]] of rounded.entries()) {
      const found = await tried[index]!.find()
      expect(found, `${sale_price} less ${discount_pct} %`).toMatchObject({
        unit_price: expected,
        discount_pct,
        base_price: sale_price,
      })
    }
  })
})

describe('currency', () => {
  test('200: a list in EUR prices in EUR; the base price and discounts in CZK do not count', async () => {
    const { find, lists, discounts } = await market({ currency: 'EUR' })
    const inEuro = { currency: 'EUR', base_price: '0', discount_pct: null }
    await discounts({ partner: pub, discount_pct: '50' }, { min_quantity: '1', discount_pct: '60' })
    expect(await find()).toMatchObject({ ...inEuro, price_source: 'none', unit_price: '0' })
    await lists([{ unit_price: '4.20' }])
    expect(await find()).toMatchObject({ ...inEuro, price_source: 'price_list', unit_price: '4.2' })
    expect(await find(rival)).toMatchObject({ price_source: 'discount', currency: 'CZK', unit_price: '40' })
  })

  test('200: a partner price in another currency than the list is not used', async () => {
    const { price, find, lists, partnerPrices } = await market({ currency: 'EUR' })
    await lists([{ unit_price: '4' }])
    await partnerPrices([{ unit_price: '80' }])
    expect(await price()).toBe('price_list 4')
    await partnerPrices([{ unit_price: '3', currency: 'EUR' }])
    expect(await find()).toMatchObject({ price_source: 'partner_price', unit_price: '3', currency: 'EUR' })
    await lists([], { is_active: false })
    expect(await find()).toMatchObject({ price_source: 'partner_price', unit_price: '80', currency: 'CZK' })
  })

  test('200: without a list a partner price in EUR is not used', async () => {
    const { price, partnerPrices } = await market()
    await partnerPrices([{ partner: rival, currency: 'EUR', unit_price: '3' }])
    expect(await price(rival)).toBe('base 100')
  })
})

describe('validity', () => {
  const zone = 'Europe/Prague'
  const today = () => dayIn(zone, service.clock())
  const day = 24 * 3_600_000

  /** Forward to this time of the day in Prague, so that no test begins just before midnight. */
  function advanceTo(hour: number, minute: number) {
    const format = new Intl.DateTimeFormat('en-GB', { timeZone: zone, hour: '2-digit', minute: '2-digit' })
    const [h, m] = format.format(service.clock()).split(':').map(Number)
    service.clock.advance(((hour * 60 + minute - h! * 60 - m! + 1_440) % 1_440) * 60_000)
  }

  type Market = Awaited<ReturnType<typeof market>>
  type Validity = { valid_from?: string; valid_to?: string }
  const sources: [string, (market: Market, validity: Validity) => Promise<void>][] = [
    ['partner_price', ({ partnerPrices }, validity) => partnerPrices([{ unit_price: '90', ...validity }])],
    ['price_list', ({ lists }, validity) => lists([{ unit_price: '90', ...validity }])],
    ['discount', ({ discounts }, validity) => discounts({ partner: pub, ...validity })],
  ]

  test.for(sources)('200: a %s holds from its first day to its last, both included', async ([source, give]) => {
    advanceTo(12, 0)
    const tried = await market()
    await give(tried, { valid_from: daysAfter(today(), 1), valid_to: daysAfter(today(), 2) })
    const seen: string[] = []
    for (let days = 0; days < 4; days += 1) {
      seen.push(await tried.price())
      service.clock.advance(day)
    }
    expect(seen).toEqual(['base 100', `${source} 90`, `${source} 90`, 'base 100'])
  })

  test.for(sources)('200: a %s without an end, or without a beginning', async ([source, give]) => {
    advanceTo(12, 0)
    const [begun, ending] = [await market(), await market()]
    await give(begun, { valid_from: today() })
    await give(ending, { valid_to: today() })
    expect([await begun.price(), await ending.price()]).toEqual([`${source} 90`, `${source} 90`])
    service.clock.advance(day)
    expect([await begun.price(), await ending.price()]).toEqual([`${source} 90`, 'base 100'])
  })

  test('200: a higher step that is over gives way to a lower one that holds', async () => {
    advanceTo(12, 0)
    const { price, partnerPrices } = await market()
    await partnerPrices([{ unit_price: '90' }, { min_quantity: '10', unit_price: '80', valid_to: today() }])
    expect(await price(pub, '10')).toBe('partner_price 80')
    service.clock.advance(day)
    expect(await price(pub, '10')).toBe('partner_price 90')
  })

  test('200: today is the day in Prague, though in Greenwich it is still yesterday', async () => {
    advanceTo(12, 0)
    const { price, partnerPrices } = await market()
    await partnerPrices([
      { unit_price: '80', valid_to: today() },
      { unit_price: '70', valid_from: daysAfter(today(), 1) },
    ])
    advanceTo(23, 30)
    expect(await price()).toBe('partner_price 80')
    advanceTo(0, 30)
    expect(dayIn('UTC', service.clock())).toBe(daysAfter(today(), -1))
    expect(await price()).toBe('partner_price 70')
  })
})

describe('refusals', () => {
  test('422 not_allowed: a quantity that is none', async () => {
    const { api, item } = await market()
    for (const quantity of ['0', '0.000', '-1', '-0', 'ten', '', '1e3', '+1', '.5', '1,5', '1'.repeat(19)]) {
      const reply = await api.get(`/items/${item}/prices?quantity=${encodeURIComponent(quantity)}`)
      expect(reply, quantity).toMatchObject({ status: 422, body: { code: 'validation_failed' } })
      expect(reply.body.errors).toMatchObject([{ field: 'quantity', code: 'not_allowed' }])
    }
    const unit = await api.get(`/items/${item}/prices?quantity=1&unit_code=kg`)
    expect(unit.body).toMatchObject({ code: 'unknown_field', errors: [{ field: 'unit_code' }] })
  })

  test('422 quantity_scale: finer than the unit of the item; zeros do not count, null means three', async () => {
    const { api, item, apply } = await market()
    const finer = await api.get(`/items/${item}/prices?quantity=1.2345`)
    expect(finer).toMatchObject({ status: 422, body: { code: 'quantity_scale', field: 'quantity' } })
    const { id } = (await api.post('/items', { name: 'Glass', unit: { unit_code: 'pcs' } })).body
    expect((await api.get(`/items/${id}/prices?quantity=1.5`)).body.code).toBe('quantity_scale')
    expect((await api.get(`/items/${id}/prices?quantity=2.000`)).body.quantity).toBe('2')
    const scoop = {
      code: 'scoop',
      symbol: 's',
      name_cs: 's',
      name_en: 's',
      dimension: 'count',
      decimals: null,
    } as const
    await apply({ units: [scoop] })
    const sugar = (await api.post('/items', { name: 'Sugar', unit: { unit_code: 'scoop' } })).body
    expect((await api.get(`/items/${sugar.id}/prices?quantity=0.125`)).status).toBe(200)
    expect((await api.get(`/items/${sugar.id}/prices?quantity=0.1255`)).body.code).toBe('quantity_scale')
  })

  test('422 invalid_reference: a partner of another book is as unknown as none', async () => {
    const [own, other] = [await market(), await market({ alone: true })]
    const foreign = (await own.live.post('/partners', { name: 'Live' })).body.id
    for (const id of [nobody, foreign, other.partner, own.item]) {
      const reply = await own.api.get(`/items/${own.item}/prices?partner_id=${id}`)
      expect(reply).toMatchObject({ status: 422, body: { code: 'validation_failed' } })
      const unknown = await own.api.get(`/items/${own.item}/prices?partner_id=${nobody}`)
      expect(reply.body.errors).toEqual(unknown.body.errors)
      expect(reply.body.errors).toMatchObject([{ field: 'partner_id', code: 'invalid_reference' }])
    }
    const malformed = await own.api.get(`/items/${own.item}/prices?partner_id=pub`)
    expect(malformed.body.errors).toMatchObject([{ field: 'partner_id', code: 'invalid_reference' }])
  })

  test('404 not_found: an item of another book', async () => {
    const [own, other] = [await market(), await market({ alone: true })]
    for (const api of [own.live, other.api]) {
      expect((await api.get(`/items/${own.item}/prices`)).body.code).toBe('not_found')
      expect((await api.get(`/items/${own.item}/prices?quantity=0`)).body.code).toBe('not_found')
    }
  })
})
