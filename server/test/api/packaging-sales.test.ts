/** Packaging sold over the counter and brought back: at most what is left of its sale, and who holds it meanwhile. */
import { expect, test } from 'vitest'
import { type KegBook, kegBook } from '../support/empties.ts'
import type { Told } from '../support/sales.ts'
import { useService } from '../support/service.ts'
import { faultsOf } from '../support/stock.ts'

const service = useService()

interface Till extends KegBook {
  desk: string
  /** Kegs of 30 l, 121.00 each and 1 200.00 on deposit, paid by card. */
  sold(quantity: number, rest?: object): Promise<Told>
  bring(sale: Told, pieces: string, rest?: object): ReturnType<KegBook['api']['post']>
}

async function till(): Promise<Till> {
  const book = await kegBook(service)
  await book.api.patch(`/items/${book.full30}`, { pos_available: true })
  const [desk] = (await book.api.get('/cash-desks')).body.data
  return Object.assign(book, {
    desk: desk.id,
    async sold(quantity: number, rest: object = {}) {
      const reply = await book.api.post('/pos-sales', {
        cash_desk_id: desk.id,
        lines: [{ item_id: book.full30, quantity: String(quantity), unit: { unit_code: 'pcs' }, unit_price: '121' }],
        payment: { method: 'card', amount: `${quantity * 1321}.00` },
        ...rest,
      })
      expect(reply.status, reply.text).toBe(201)
      return reply.body
    },
    bring: (sale: Told, pieces: string, rest: object = {}) =>
      book.api.post('/packaging-returns', {
        cash_desk_id: desk.id,
        pos_sale_id: sale.id,
        lines: [{ deposit_id: book.keg30, pieces }],
        refund: { method: 'card' },
        ...rest,
      }),
  })
}

test('422 packaging_return_exceeds_balance: a sale to nobody gives back what was sold with it, beyond the limit of the desk', async () => {
  const book = await till()
  const sale = await book.sold(3)
  const first = await book.bring(sale, '2')
  expect(first.status, first.text).toBe(201)
  expect(first.body).toMatchObject({ partner: null, pos_sale_id: sale.id, totals: { refund: '2400.00' } })
  const second = await book.bring(sale, '2')
  expect(second.body).toMatchObject({
    code: 'packaging_return_exceeds_balance',
    balances: [{ deposit_id: book.keg30, pieces: '1', requested: '2' }],
  })
  const refused = await book.run(`/pos-sales/${sale.id}`, 'cancel')
  expect([refused.status, refused.body.code]).toEqual([409, 'sale_kegs_partially_returned'])
  await book.act(`/packaging-returns/${first.body.id}`, 'cancel')
  expect((await book.run(`/pos-sales/${sale.id}`, 'cancel')).status).toBe(200)
  expect(faultsOf(await book.bring(sale, '1'))).toEqual(['pos_sale_id invalid_reference'])
  // Its lines are known, so it is the state that refuses.
  const lines = [{ line_id: sale.lines[0].id, quantity: '1', unit: { unit_code: 'pcs' } }]
  const payment = { method: 'card', amount: '1321.00' }
  expect((await book.run(`/pos-sales/${sale.id}`, 'refund', { lines, payment })).body.code).toBe('invalid_transition')
  expect(await book.moved()).toEqual(['sale 3', 'return -2', 'reversal 2', 'reversal -3'])
})

test('201: the partner is that of the sale, and another one is refused', async () => {
  const book = await till()
  const sale = await book.sold(2, { partner_id: book.pub })
  expect(await book.held()).toBe('0 / 2')
  const other = await book.partner({ name: 'Jiná' })
  expect(faultsOf(await book.bring(sale, '1', { partner_id: other }))).toEqual(['partner_id invalid_reference'])
  expect((await book.bring(sale, '1')).body).toMatchObject({ partner: { id: book.pub }, balances: [{ pieces: '1' }] })
  expect(await book.held()).toBe('0 / 1')
  const back = await book.bring(sale, '1', { cash_desk_id: undefined, warehouse_id: book.main, refund: undefined })
  expect(back.status, back.text).toBe(201)
  const list = await book.api.get(`/packaging-returns?pos_sale_id=${sale.id}`)
  expect(list.body.data).toHaveLength(2)
})
