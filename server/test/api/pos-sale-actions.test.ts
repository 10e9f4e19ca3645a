/** What is done with a sale afterwards: refunds in parts, the whole taken back, and who may do it. */
import { describe, expect, test } from 'vitest'
import { type Counter, counter } from '../support/counter.ts'
import { type Told, typesOf } from '../support/sales.ts'
import { useService } from '../support/service.ts'
import { faultsOf, nobody } from '../support/stock.ts'

const service = useService()
const pcs = { unit_code: 'pcs' }

/** Six bottles less 10 % with their deposits: 210.06 + 18.00, in cash 228.00. */
async function sixBottles(head: object = {}): Promise<{ shop: Counter; sale: Told; line: string }> {
  const shop = await counter(service)
  await shop.received(shop.bottle, '10', '20', { unit: 'pcs' })
  const lines = [shop.bottles('6', { unit_price: '38.90', discount_pct: '10' })]
  const sale = await shop.sold({ lines, ...shop.cash('228.00'), ...head })
  return { shop, sale, line: sale.lines[0].id }
}

describe('refund', () => {
  test('200: G1, two of six bottles with their deposits, then the other four', async () => {
    const { shop, sale, line } = await sixBottles()
    const part = { lines: [{ line_id: line, quantity: '2', unit: pcs }], reason: 'Zvětralé', ...shop.cash('76.00') }
    let first: Told
    const types = await typesOf(shop, async () => {
      first = (await shop.run(sale.id, 'refund', part)).body
    })
    expect(types).toEqual([
      'goods_receipt.created',
      'goods_receipt.confirmed',
      'stock_level.changed',
      'cashflow.created',
      'cashflow.paid',
    ])
    expect(first).toMatchObject({
      kind: 'refund',
      status: 'settled',
      refund_of_id: sale.id,
      notes: 'Zvětralé',
      totals: {
        excl_vat: '-57.87',
        vat: '-12.15',
        incl_vat: '-70.02',
        deposit: '-6.00',
        returned: '0.00',
        rounding: '0.02',
        payable: '-76.00',
      },
      vat_recap: [{ vat_rate_pct: '21', excl_vat: '-57.87', vat: '-12.15', incl_vat: '-70.02' }],
      payments: [{ method: 'cash', amount: '-76.00' }],
      lines: [{ quantity: '-2', deposit: { pieces: '-2', total: '-6.00' } }],
      allowed_actions: ['cancel'],
    })
    expect(await shop.read(first.id)).toEqual(first)
    const receipt = (await shop.api.get(`/goods-receipts/${first.goods_receipt_id}`)).body
    expect(receipt).toMatchObject({
      movement_purpose: 'other',
      pos_sale_id: first.id,
      totals: { total_cost: '40.00' },
      allowed_actions: [],
    })
    const cashflow = (await shop.api.get(`/cashflows/${first.cashflow_id}`)).body
    expect(cashflow).toMatchObject({ type: 'expense', amount: '76.00', source: { object: 'pos_sale', id: first.id } })
    expect(await shop.read(sale.id)).toMatchObject({
      status: 'settled',
      refunded_amount: '76.00',
      lines: [{ refunded_quantity: '2' }],
      allowed_actions: ['refund'],
    })
    const rest = (await shop.run(sale.id, 'refund', shop.cash('152.00'))).body
    expect(rest.totals).toMatchObject({ incl_vat: '-140.04', deposit: '-12.00', payable: '-152.00' })
    expect(await shop.level(shop.bottle)).toMatchObject({ quantity: '10', value: '200.00' })
    expect((await shop.api.get('/packaging-balances')).body.data).toMatchObject([{ pieces: '0' }])
    expect((await shop.read(sale.id)).allowed_actions).toEqual([])
    const more = await shop.run(sale.id, 'refund', shop.cash('1.00'))
    expect(more.body.code).toBe('invalid_transition')
    // Both are taken back, and the sale is whole again.
    for (const { id } of [rest, first])
      expect((await shop.run(id, 'cancel')).body).toMatchObject({ status: 'cancelled' })
    expect(await shop.read(sale.id)).toMatchObject({
      refunded_amount: '0.00',
      lines: [{ refunded_quantity: '0' }],
      allowed_actions: ['refund', 'cancel'],
    })
    expect((await shop.run(sale.id, 'cancel')).body.status).toBe('cancelled')
    expect(await shop.level(shop.bottle)).toMatchObject({ quantity: '10', value: '200.00' })
  })

  test('200: all of a line brings all its pieces back, in whatever number', async () => {
    const shop = await counter(service)
    await shop.received(shop.bottle, '10', '20', { unit: 'pcs' })
    const lines = [shop.bottles('1', { unit_price: '50', deposit_quantity: '5' })]
    const sale = await shop.sold({ lines, ...shop.cash('65.00') })
    const { totals } = (await shop.run(sale.id, 'refund', shop.cash('65.00'))).body
    expect(totals).toMatchObject({ incl_vat: '-50.00', deposit: '-15.00', payable: '-65.00' })
  })

  test('200: goods come back at what is left of their cost, whichever refunds were taken back', async () => {
    const shop = await counter(service)
    const line = { item_id: shop.bottle, quantity: '4', unit: pcs, unit_price: '0' }
    const receipt = { warehouse_id: shop.main, additional_cost: '0.05', lines: [line] }
    const { id } = (await shop.api.post('/goods-receipts', receipt)).body
    await shop.act(`/goods-receipts/${id}`, 'confirm')
    const sale = await shop.sold({
      lines: [shop.bottles('4', { unit_price: '10', deposit_id: null })],
      ...shop.cash('40.00'),
    })
    const one = { lines: [{ line_id: sale.lines[0].id, quantity: '1', unit: pcs }], ...shop.cash('10.00') }
    const worth = async () => {
      const { id, goods_receipt_id } = (await shop.run(sale.id, 'refund', one)).body
      return { id, cost: (await shop.api.get(`/goods-receipts/${goods_receipt_id}`)).body.totals.total_cost }
    }
    const [first, second] = [await worth(), await worth()]
    expect([first.cost, second.cost]).toEqual(['0.01', '0.01'])
    await shop.run(first.id, 'cancel')
    expect([(await worth()).cost, (await worth()).cost, (await worth()).cost]).toEqual(['0.01', '0.02', '0.01'])
    expect(await shop.level(shop.bottle)).toMatchObject({ quantity: '4', value: '0.05' })
  })

  test('422: over what is left, of another sale, of what never was in stock', async () => {
    const { shop, sale, line } = await sixBottles()
    const ask = (lines: object[], rest: object = shop.cash('39.00')) => shop.run(sale.id, 'refund', { lines, ...rest })
    const of = (rest: object) => ({ line_id: line, quantity: '1', unit: pcs, ...rest })
    expect(faultsOf(await ask([of({ quantity: '7' })]))).toEqual(['lines[0].quantity not_allowed'])
    expect(faultsOf(await ask([of({ deposit_quantity: '7' })]))).toEqual(['lines[0].deposit_quantity not_allowed'])
    expect(faultsOf(await ask([of({ line_id: nobody })]))).toEqual(['lines[0].line_id invalid_reference'])
    expect(faultsOf(await ask([of({ unit: { unit_code: 'kg' } })]))).toEqual(['unit_mismatch'])
    expect(faultsOf(await ask([of({ quantity: '0.5' })]))).toEqual(['quantity_scale'])
    expect(faultsOf(await ask([of({})], {}))).toEqual(['payment required'])
    expect(faultsOf(await ask([of({})], shop.cash('39.00')))).toEqual(['payment_amount_mismatch'])
    const tendered = { payment: { method: 'cash', amount: '38.00', tendered: '40.00' } }
    expect(faultsOf(await ask([of({})], tendered))).toEqual(['payment.tendered unexpected_field'])
    const tip = { item_id: shop.tip, quantity: '1', unit: pcs, unit_price: '20' }
    const other = await shop.sold({ lines: [tip], ...shop.card('20.00') })
    const restock = { lines: [{ line_id: other.lines[0].id, quantity: '1', unit: pcs, restock: true }] }
    const refused = await shop.run(other.id, 'refund', { ...restock, ...shop.card('20.00') })
    expect(faultsOf(refused)).toEqual(['lines[0].restock not_allowed'])
    const kept = await ask([of({ restock: false, deposit_quantity: '0' })], shop.card('35.01'))
    expect(kept.body, kept.text).toMatchObject({
      goods_receipt_id: null,
      totals: { deposit: '0.00', rounding: '0.00' },
    })
    expect(await shop.level(shop.bottle)).toMatchObject({ quantity: '4' })
  })

  test('409 sale_kegs_partially_returned: the bottles came back already', async () => {
    const shop = await counter(service)
    await shop.received(shop.bottle, '10', '20', { unit: 'pcs' })
    const pub = await shop.partner()
    const sale = await shop.sold({ lines: [shop.bottles('6')], partner_id: pub, ...shop.cash('251.00') })
    const body = { lines: [shop.bottles('1')], returns: [{ deposit_id: shop.deposit, pieces: '6' }] }
    await shop.sold({ ...body, partner_id: pub, ...shop.cash('24.00') })
    const refused = await shop.run(sale.id, 'refund', shop.cash('251.00'))
    expect(refused.body.code).toBe('sale_kegs_partially_returned')
    expect((await shop.run(sale.id, 'cancel')).body.code).toBe('sale_kegs_partially_returned')
    const [, explained] = (await shop.api.get(`/pos-sales/${sale.id}/actions`)).body.data
    expect(explained).toMatchObject({ key: 'refund', allowed: true })
  })
})

describe('cancel', () => {
  test('200: a dry run shows the balances of the empties that were brought along, too', async () => {
    const shop = await counter(service)
    const tip = { item_id: shop.tip, quantity: '1', unit: pcs, unit_price: '50' }
    const returns = [{ deposit_id: shop.deposit, pieces: '2' }]
    const sale = await shop.sold({ lines: [tip], returns, ...shop.card('44.00') })
    const { effects } = (await shop.run(sale.id, 'cancel', undefined, '?dry_run=true')).body
    expect(effects.balances).toMatchObject([{ deposit_id: shop.deposit, pieces: '0' }])
  })

  test('200: stock, packaging and money are as before; the papers stay, cancelled', async () => {
    const { shop, sale } = await sixBottles({ returns: [], ...{} })
    const types = await typesOf(shop, async () => {
      expect((await shop.run(sale.id, 'cancel')).body).toMatchObject({ status: 'cancelled', allowed_actions: [] })
    })
    expect(types).toEqual(['stock_issue.cancelled', 'stock_level.changed', 'cashflow.cancelled'])
    expect(await shop.level(shop.bottle)).toMatchObject({ quantity: '10', value: '200.00' })
    expect((await shop.api.get('/packaging-balances')).body.data).toMatchObject([{ pieces: '0' }])
    const issue = (await shop.api.get(`/stock-issues/${sale.stock_issue_id}`)).body
    const cashflow = (await shop.api.get(`/cashflows/${sale.cashflow_id}`)).body
    expect([issue.status, cashflow.status]).toEqual(['cancelled', 'cancelled'])
    for (const key of ['cancel', 'refund', 'retry_settlement']) {
      expect((await shop.run(sale.id, key, shop.cash('1.00'))).status, key).toBeGreaterThanOrEqual(400)
    }
    expect((await shop.run(sale.id, 'cancel')).body).toMatchObject({ code: 'invalid_transition', allowed_actions: [] })
  })

  test('409: what a sale made is closed to its own actions', async () => {
    const { shop, sale } = await sixBottles()
    const issue = `/stock-issues/${sale.stock_issue_id}`
    for (const key of ['cancel', 'revert_to_draft']) {
      expect((await shop.api.post(`${issue}/actions/${key}`)).body.code, key).toBe('invalid_transition')
    }
    expect((await shop.api.patch(issue, { notes: 'x' })).body.code).toBe('invalid_transition')
    const cashflow = `/cashflows/${sale.cashflow_id}`
    expect((await shop.api.get(cashflow)).body.allowed_actions).toEqual([])
    expect((await shop.api.post(`${cashflow}/actions/cancel`)).body.code).toBe('invalid_transition')
  })

  test('409 receipt_has_allocations: the empties left since', async () => {
    const shop = await counter(service)
    await shop.received(shop.bottle, '10', '20', { unit: 'pcs' })
    const body = { lines: [shop.bottles('2')], returns: [{ deposit_id: shop.deposit, pieces: '3' }] }
    const sale = await shop.sold({ ...body, ...shop.cash('75.00') })
    await shop.issued(shop.empty, '1', { unit: 'pcs', movement_purpose: 'waste' })
    expect((await shop.run(sale.id, 'cancel')).body.code).toBe('receipt_has_allocations')
  })
})

describe('who may sell', () => {
  test('403 insufficient_scope: the right to stock, only where stock moves', async () => {
    const shop = await counter(service)
    await shop.received(shop.bottle, '10', '20', { unit: 'pcs' })
    const till = await shop.tenant.key({ scopes: ['pos:read', 'pos:write', 'finance:write'] })
    const goods = await till.post('/pos-sales', { lines: [shop.bottles('1')], ...shop.cash('42.00') })
    expect(goods.body).toMatchObject({ code: 'insufficient_scope', required_scopes: ['stock:write'] })
    const tip = { item_id: shop.tip, quantity: '1', unit: pcs, unit_price: '20' }
    expect((await till.post('/pos-sales', { lines: [tip], ...shop.cash('20.00') })).status).toBe(201)
    const poor = await shop.tenant.key({ scopes: ['pos:read', 'pos:write'] })
    const refused = await poor.post('/pos-sales', { lines: [tip], ...shop.cash('20.00') })
    expect(refused.body).toMatchObject({ code: 'insufficient_scope', required_scopes: ['finance:write'] })
  })

  test('403 module_not_enabled: without stock goods are sold and nothing leaves; empties cannot come', async () => {
    const shop = await counter(service)
    await shop.tenant.set({ modules: ['api', 'sales', 'finance', 'pos'] })
    const sale = await shop.sold({ lines: [shop.bottles('2')], ...shop.cash('84.00') })
    expect(sale).toMatchObject({ status: 'settled', stock_issue_ids: [], totals: { deposit: '6.00' } })
    const body = { lines: [shop.bottles('2')], returns: [{ deposit_id: shop.deposit, pieces: '1' }] }
    expect((await shop.sell({ ...body, ...shop.cash('81.00') })).body.code).toBe('module_not_enabled')
    expect((await shop.run(sale.id, 'refund', shop.cash('84.00'))).body).toMatchObject({ goods_receipt_id: null })
    await shop.tenant.set({ modules: ['api', 'sales', 'stock', 'pos'] })
    expect((await shop.sell({ lines: [shop.bottles('2')], ...shop.cash('84.00') })).body.code).toBe(
      'module_not_enabled',
    )
  })
})
