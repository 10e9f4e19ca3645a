/** What a till asks beside selling: what a basket comes to, which kegs could be tapped, what is out with a partner. */
import { expect, test } from 'vitest'
import { roles } from '../../src/contract/scopes.ts'
import { counter } from '../support/counter.ts'
import { changeUser, peopleService, signInByLink } from '../support/person.ts'
import type { Told } from '../support/sales.ts'
import { useService } from '../support/service.ts'
import { faultsOf } from '../support/stock.ts'
import { tapRoom } from '../support/taps.ts'

const service = useService(peopleService)
const rehearsal = { query: '?dry_run=true' }

test('200: a rehearsal without the amount says what is payable, by cash in coins and by card exactly', async () => {
  const shop = await counter(service)
  await shop.received(shop.bottle, '6', '20', { unit: 'pcs' })
  await shop.received(shop.pretzel, '3', '5', { unit: 'pcs' })
  const lines = [shop.bottles('6', { discount_pct: '10' }), shop.pretzels('3')]
  const paidBy = async (method: string, rest: object = {}) =>
    (await shop.sell({ lines, payment: { method }, ...rest }, rehearsal)).body
  expect(await paidBy('cash')).toMatchObject({
    totals: { incl_vat: '284.76', deposit: '18.00', rounding: '0.24', payable: '303.00' },
    payments: [{ method: 'cash', amount: '303.00' }],
  })
  expect(await paidBy('card')).toMatchObject({ totals: { rounding: '0.00', payable: '302.76' } })
  const byBoth = { payment: undefined, payments: [{ method: 'card', amount: '100.50' }, { method: 'cash' }] }
  expect(await paidBy('both', byBoth)).toMatchObject({
    totals: { rounding: '-0.26', payable: '302.50' },
    payments: [{ amount: '100.50' }, { method: 'cash', amount: '202.00' }],
  })
  const whole = {
    lines: [shop.pretzels('1', { unit_price: '3' })],
    returns: [{ deposit_id: shop.deposit, pieces: '1' }],
  }
  expect(await paidBy('cash', whole)).toMatchObject({ totals: { payable: '0.00' }, payments: [] })
  const sold = await shop.sold({ lines, ...shop.cash('303.00') })
  const back = await shop.run(sold.id, 'refund', { payment: { method: 'cash' } }, '?dry_run=true')
  expect(back.body).toMatchObject({ kind: 'refund', totals: { payable: '-303.00' } })
})

test('422: what is sold or given back for good names its amount', async () => {
  const shop = await counter(service)
  await shop.received(shop.pretzel, '3', '5', { unit: 'pcs' })
  const payment = { method: 'cash' }
  const refused = await shop.sell({ lines: [shop.pretzels('1')], payment })
  expect([refused.status, faultsOf(refused)]).toEqual([422, ['payment.amount required']])
  const twice = await shop.sell({ lines: [shop.pretzels('1')], payments: [payment] })
  expect(faultsOf(twice)).toEqual(['payments[0].amount required'])
  const sold = await shop.sold({ lines: [shop.pretzels('1')], ...shop.cash('25.00') })
  expect(faultsOf(await shop.run(sold.id, 'refund', { payment }))).toEqual(['payment.amount required'])
})

test('200: full kegs that lie free at the desk can be tapped, bottles and what is held cannot', async () => {
  const room = await tapRoom(service)
  const kegsAt = async (desk: string): Promise<Told[]> => (await room.api.get(`/cash-desks/${desk}/kegs`)).body.data
  expect(await kegsAt(room.desk)).toEqual([])
  await room.filled('2', '745')
  expect(await kegsAt(room.desk)).toMatchObject([
    {
      object: 'tappable_keg',
      id: room.keg,
      item: { id: room.keg },
      base_item: { id: room.beer },
      quantity: '30',
      unit: { code: 'l' },
      available_quantity: '2',
    },
  ])
  await room.tapped()
  expect(await kegsAt(room.desk)).toMatchObject([{ available_quantity: '1' }])
  const bar = { code: 'BAR', name: 'Bar', warehouse: 'SECOND', cash_account: 'TILL' }
  await room.apply({ finance_accounts: [{ code: 'TILL', type: 'cash', name: 'Till' }], cash_desks: [bar] })
  const { id } = (await room.api.get('/cash-desks')).body.data.find((each: Told) => each.code === 'BAR')
  expect(await kegsAt(id)).toEqual([])
  await room.apply({ cash_desks: [{ ...bar, taps_of: 'MAIN' }] })
  expect(await kegsAt(id)).toMatchObject([{ id: room.keg }])
  await room.tapped({ tap_number: 2 })
  expect(await kegsAt(room.desk)).toEqual([])
})

test('200: who serves sees packaging that is out; a key with the same scopes does not', async () => {
  const shop = await counter(service)
  await changeUser(service, shop.tenant.slug, { role: 'bartender', rights: roles.bartender.scopes })
  const bartender = await signInByLink(service, shop.tenant.slug)
  const reads = ['/packaging-balances', '/packaging-balances/movements', '/packaging-returns']
  for (const path of reads) expect((await bartender.get(path)).status, path).toBe(200)
  expect((await bartender.get('/stock-levels')).status).toBe(403)
  const key = await shop.tenant.key({ scopes: roles.bartender.scopes })
  expect((await key.get('/packaging-balances')).body.required_scopes).toEqual(['stock:read', 'sales:read'])

  const lines = [{ deposit_id: shop.deposit, pieces: '1' }]
  const { body: brought } = await shop.api.post('/packaging-returns', { cash_desk_id: shop.desk.id, lines })
  const found = async (who: Pick<typeof key, 'get'>) =>
    (await who.get(`/search?q=${brought.number}`)).body.data.map(({ type }: Told) => type)
  expect(await found(bartender)).toEqual(['packaging_return'])
  expect(await found(key)).toEqual([])
})
