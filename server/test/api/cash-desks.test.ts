/** Cash desks: set up in the settings, read in the API; what a new book and an older one start with. */
import { beforeAll, describe, expect, test } from 'vitest'
import { sql } from '../../src/db/sql.ts'
import { completeBooks } from '../../src/domains/accounts/books.ts'
import { newId } from '../../src/lib/ids.ts'
import { useService } from '../support/service.ts'
import { addNamed, type BookSettings, type Document, named, settingsOf } from '../support/settings.ts'

const service = useService()
const book = () => settingsOf(service)

const till = { code: 'TILL', type: 'cash', name: 'Till' } as const
const bar = { code: 'BAR', name: 'Bar', warehouse: 'SECOND', cash_account: 'TILL' }
const main = { code: 'MAIN', name: 'Pokladna', warehouse: 'MAIN', cash_account: 'CASH' }
const defaults = {
  shop: 'MAIN',
  currency: 'CZK',
  card_account: null,
  payment_methods: ['cash'],
  sells_only_in_stock: true,
  requires_session: false,
  cash_rounding: '1.00',
  categories: null,
  taps_of: null,
  tap_tolerance_pct: '5',
  anonymous_return_limit: '500.00',
  is_active: true,
}
const first = { ...main, ...defaults, card_account: 'BANK', payment_methods: ['cash', 'card'] }

const desks = (...entries: object[]) => ({ cash_desks: entries }) as Document
const desksOf = async (own: BookSettings) => (await own.current()).cash_desks!
const rowsOf = async (own: BookSettings, query = '') => (await own.api.get(`/cash-desks${query}`)).body.data
const idOf = async (own: BookSettings, path: string, member: object) =>
  (await own.api.get(path)).body.data.find((each: object) =>
    Object.entries(member).every(([name, value]) => each[name as never] === value),
  ).id

describe('the section', () => {
  test('a new book has a desk, so that the first sale needs no setting', async () => {
    for (const mode of ['live', 'test'] as const) {
      const own = await settingsOf(service, undefined, mode)
      expect(await desksOf(own)).toEqual([first])
    }
  })

  test('a desk is created with its defaults, changed, taken out of use and used again', async () => {
    const own = await book()
    await own.accept({ finance_accounts: [till] })
    expect(await own.accept(desks(bar))).toEqual(['create cash_desks BAR'])
    expect(await desksOf(own)).toEqual([{ ...bar, ...defaults }, first])
    const rich = {
      name: 'Výčep',
      card_account: 'BANK',
      payment_methods: ['card', 'cash'],
      sells_only_in_stock: false,
      requires_session: true,
      cash_rounding: '5',
      categories: ['product', 'goods'],
      taps_of: 'MAIN',
      tap_tolerance_pct: '12.5',
      anonymous_return_limit: '0',
    }
    expect(await own.accept(desks({ ...bar, ...rich }))).toEqual(['update cash_desks BAR'])
    const kept = {
      ...bar,
      ...defaults,
      ...rich,
      payment_methods: ['cash', 'card'],
      cash_rounding: '5.00',
      anonymous_return_limit: '0.00',
    }
    expect(await desksOf(own)).toEqual([kept, first])
    expect(await own.accept(desks({ ...bar, name: 'Bar', is_active: false }))).toEqual(['update cash_desks BAR'])
    expect((await desksOf(own))[0]).toEqual({ ...kept, name: 'Bar', is_active: false })
    expect(await own.accept(desks({ ...bar, is_active: true }))).toEqual(['update cash_desks BAR'])
  })

  test('the shop follows the warehouse, the coin the currency and the country', async () => {
    const slovak = await service.tenant()
    await service.database.run(sql`update tenants set country_code = 'SK' where slug = ${slovak.slug}`)
    const own = await settingsOf(service, slovak)
    await own.accept({
      shops: [{ code: 'PUB', name: 'Pub' }],
      warehouses: [{ code: 'CELLAR', name: 'Cellar', shop: 'PUB' }],
      finance_accounts: [
        { ...till, currency: 'EUR' },
        { code: 'FORINT', type: 'cash', name: 'F', currency: 'HUF' },
      ],
    })
    await own.accept(
      desks(
        { ...bar, warehouse: 'CELLAR', currency: 'EUR' },
        { ...bar, code: 'H', currency: 'HUF', cash_account: 'FORINT' },
      ),
    )
    expect((await desksOf(own)).map(({ code, shop, cash_rounding }) => [code, shop, cash_rounding])).toEqual([
      ['BAR', 'PUB', '0.05'],
      ['H', 'MAIN', '0.01'],
      ['MAIN', 'MAIN', '1.00'],
    ])
    const czech = await book()
    await czech.accept({ finance_accounts: [{ ...till, currency: 'EUR' }] })
    await czech.accept(desks({ ...bar, currency: 'EUR' }))
    expect((await desksOf(czech))[0]!.cash_rounding).toBe('0.01')
  })

  test('two desks change drawers with each other', async () => {
    const own = await book()
    await own.accept({ finance_accounts: [till], ...desks(bar) })
    const swapped = desks({ ...bar, cash_account: 'CASH' }, { ...main, cash_account: 'TILL' })
    expect(await own.accept(swapped)).toEqual(['update cash_desks BAR', 'update cash_desks MAIN'])
    expect((await desksOf(own)).map(desk => desk.cash_account)).toEqual(['CASH', 'TILL'])
  })
})

describe('refused', () => {
  let own: BookSettings
  beforeAll(async () => {
    own = await book()
    await own.accept({
      shops: [{ code: 'PUB', name: 'Pub' }],
      warehouses: [{ code: 'CELLAR', name: 'Cellar', shop: 'PUB' }],
      finance_accounts: [
        till,
        { code: 'EURO', type: 'cash', name: 'Euro', currency: 'EUR' },
        { code: 'EBANK', type: 'bank', name: 'Euro bank', currency: 'EUR' },
        { code: 'SPARE', type: 'cash', name: 'Spare' },
        { code: 'OLD', type: 'cash', name: 'Old', is_active: false },
      ],
      ...desks({ ...bar, taps_of: 'MAIN' }),
    })
  })

  const spare = { ...bar, code: 'NEW', cash_account: 'SPARE' }
  const refusals: [entry: object, key: string, reason: string][] = [
    [{ warehouse: 'NONE' }, 'NEW', 'There is no warehouse NONE.'],
    [{ warehouse: 'ON_TAP' }, 'NEW', 'ON_TAP is a system warehouse.'],
    [{ shop: 'NONE' }, 'NEW', 'There is no shop NONE.'],
    [{ warehouse: 'CELLAR', shop: 'MAIN' }, 'NEW', 'The warehouse CELLAR belongs to another shop than MAIN.'],
    [{ cash_account: 'NONE' }, 'NEW', 'There is no finance account NONE.'],
    [{ cash_account: 'BANK' }, 'NEW', 'cash_account needs an account of type cash.'],
    [{ cash_account: 'CASH' }, 'NEW', 'MAIN has this cash account: one drawer, one account.'],
    [{ cash_account: 'EURO' }, 'NEW', 'EURO is kept in EUR.'],
    [{ cash_account: 'OLD' }, 'NEW', 'It needs OLD, which is out of use.'],
    [{ card_account: 'NONE' }, 'NEW', 'There is no finance account NONE.'],
    [{ card_account: 'TILL' }, 'NEW', 'card_account needs an account of type card or bank.'],
    [{ card_account: 'EBANK' }, 'NEW', 'EBANK is kept in EUR.'],
    [{ payment_methods: ['card'] }, 'NEW', 'Payment by card needs card_account.'],
    [{ cash_rounding: '2.00' }, 'NEW', 'cash_rounding is one of 0.01, 0.05, 0.10, 0.50, 1.00, 5.00.'],
    [{ taps_of: 'NONE' }, 'NEW', 'There is no cash desk NONE.'],
    [{ taps_of: 'NEW' }, 'NEW', 'taps_of names another desk.'],
    [{ taps_of: 'BAR' }, 'NEW', 'BAR draws from the taps of another desk itself.'],
  ]
  test.for(refusals)('%o', async ([entry, key, reason]) => {
    const reasons = await own.refuse(desks({ ...spare, ...entry }))
    expect(reasons).toContain(`cash_desks ${key}: ${reason}`)
  })

  test('a chain made from its other end', async () => {
    await own.accept(desks(spare))
    expect(await own.refuse(desks({ ...main, taps_of: 'NEW' }))).toEqual([
      'cash_desks BAR: MAIN draws from the taps of another desk itself.',
    ])
    await own.accept(desks({ ...spare, is_active: false }))
  })

  const needed: [document: object, reason: string][] = [
    [{ finance_accounts: [{ ...till, is_active: false }] }, 'It needs TILL, which is out of use.'],
    [
      { warehouses: [{ code: 'SECOND', name: 'Druhý sklad', is_active: false }] },
      'It needs SECOND, which is out of use.',
    ],
    [
      { warehouses: [{ code: 'SECOND', name: 'Druhý sklad', shop: 'PUB' }] },
      'The warehouse SECOND belongs to another shop than MAIN.',
    ],
  ]
  test.for(needed)('what a desk in use needs: %o', async ([document, reason]) => {
    expect(await own.refuse(document as Document)).toEqual([`cash_desks BAR: ${reason}`])
  })

  test('a shop that a desk needs, though no warehouse of it is in use', async () => {
    const pub = { code: 'PUB2', name: 'Pub' }
    await own.accept({
      shops: [pub],
      warehouses: [{ code: 'LOFT', name: 'Loft' }],
      ...desks({ ...spare, warehouse: 'LOFT', shop: 'PUB2', is_active: true }),
    })
    expect(await own.refuse({ shops: [{ ...pub, is_active: false }] })).toEqual([
      'cash_desks NEW: It needs PUB2, which is out of use.',
    ])
    await own.accept({
      shops: [{ ...pub, is_active: false }],
      ...desks({ ...spare, warehouse: 'LOFT', is_active: false }),
    })
  })

  test('another amount of a deposit that was charged', async () => {
    const fresh = await book()
    await addNamed(fresh)
    const keg = { code: 'KEG', name: 'Keg', packaging_item: named.keg, amount: '1200.00' }
    await fresh.accept({ deposits: [keg] })
    await fresh.accept({ deposits: [{ ...keg, amount: '1500.00' }] })
    const partner = await fresh.api.post('/partners', { name: 'Hospoda' })
    const opening = await fresh.api.post('/packaging-adjustments', {
      partner_id: partner.body.id,
      reason: 'Opening balance',
      lines: [{ deposit_id: await idOf(fresh, '/deposits', { code: 'KEG' }), pieces: '3' }],
    })
    expect(opening.status, opening.text).toBe(201)
    const reason =
      'The amount cannot change: pieces out there were charged with it. Add a new deposit and take this one out of use.'
    expect(await fresh.refuse({ deposits: [keg] })).toEqual([`deposits KEG: ${reason}`])
    await fresh.accept({ deposits: [{ ...keg, name: 'Sud', amount: '1500', is_active: false }] })
  })
})

describe('reads', () => {
  test('a desk is read with its version; lists are filtered', async () => {
    const own = await book()
    await own.accept({ finance_accounts: [till], ...desks({ ...bar, is_active: false }) })
    const [desk] = await rowsOf(own, '?is_active=true')
    expect(desk).toMatchObject({
      object: 'cash_desk',
      code: 'MAIN',
      shop_id: await idOf(own, '/shops', { name: 'Hlavní provozovna' }),
      warehouse_id: await idOf(own, '/warehouses', { code: 'MAIN' }),
      cash_account_id: await idOf(own, '/finance-accounts', { name: 'Pokladna' }),
      card_account_id: await idOf(own, '/finance-accounts', { type: 'bank' }),
      payment_methods: ['cash', 'card'],
      cash_rounding: '1.00',
      tap_tolerance_pct: '5',
      anonymous_return_limit: '500.00',
      categories: null,
      taps_of_id: null,
      open_session_id: null,
      livemode: false,
    })
    const read = await own.api.get(`/cash-desks/${desk.id}`)
    expect([read.body, read.headers.etag]).toEqual([desk, 'W/"1"'])
    await own.accept(desks({ ...main, name: 'Kasa' }))
    const after = await own.api.get(`/cash-desks/${desk.id}`)
    expect([after.body.name, after.headers.etag]).toEqual(['Kasa', 'W/"2"'])
    expect(await rowsOf(own, `?warehouse_id=${desk.warehouse_id}`)).toEqual([after.body])
    expect(await rowsOf(own, `?shop_id=${desk.shop_id}&is_active=false`)).toMatchObject([{ code: 'BAR' }])
    expect(await rowsOf(own, `?updated_since=${after.body.updated_at}`)).toEqual([after.body])
    const refused = await own.api.get(`/cash-desks/${newId()}`)
    expect(refused.body.code).toBe('not_found')
  })

  test('403 insufficient_scope, module_not_enabled: pos:read and the module pos', async () => {
    const tenant = await service.tenant()
    const other = await tenant.key({ scopes: ['core:read'] })
    expect((await other.get('/cash-desks')).body).toMatchObject({
      code: 'insufficient_scope',
      required_scopes: ['pos:read'],
    })
    const without = await service.tenant({ modules: ['core', 'stock', 'sales', 'finance', 'api'] })
    expect((await (await without.key()).get('/cash-desks')).body.code).toBe('module_not_enabled')
  })
})

test('an older book gets its desk once, and only where its codes are as they were', async () => {
  const { database, clock } = service
  const complete = () => completeBooks(database, clock, { loadDomains: async () => {}, isMigrated: false })
  const age = async ({
    account: {
      book: { id },
    },
  }: BookSettings) => {
    await database.run(sql`delete from cash_desks where book_id = ${id}`)
    await database.run(sql`update books set completed_by = array_remove(completed_by, 'pos') where id = ${id}`)
  }
  const own = await book()
  await age(own)
  await complete()
  expect(await desksOf(own)).toEqual([first])
  await complete()
  expect(await desksOf(own)).toHaveLength(1)
  const other = await book()
  await other.accept({ finance_accounts: [till], finance_defaults: [{ payment_method: 'cash', account: 'TILL' }] })
  await age(other)
  await other.accept({ finance_accounts: [{ code: 'CASH', type: 'cash', name: 'Old', is_active: false }] })
  await complete()
  expect(await desksOf(other)).toEqual([])
})
