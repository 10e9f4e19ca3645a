/** What the model of stock found, told once each: the price of what a count finds, the hold of a line that grows. */
import { describe, expect, test } from 'vitest'
import { orderBook } from '../support/reservations.ts'
import { useService } from '../support/service.ts'
import { type StockBook, stockBook } from '../support/stock.ts'

const service = useService()
const newBook = async (): Promise<StockBook> => stockBook(await (await service.tenant()).key())

const counted = (item: string, quantity: string) => ({
  item_id: item,
  counted_quantity: quantity,
  unit: { unit_code: 'kg' },
})

describe('a count', () => {
  const started = async (book: StockBook) => {
    const { id } = (await book.api.post('/inventory-counts', { warehouse_id: book.main })).body
    await book.act(`/inventory-counts/${id}`, 'start')
    return `/inventory-counts/${id}`
  }

  test('what is found costs what the newest layer costs, however little it is, and hands that price on', async () => {
    const book = await newBook()
    const malt = await book.item()
    await book.received(malt, '10', '7.33')
    for (const quantity of ['10.001', '110.001']) {
      const path = await started(book)
      await book.api.post(`${path}/lines`, counted(malt, quantity))
      await book.act(path, 'finish')
    }
    expect(await book.lots(malt)).toMatchObject([
      { quantity: '10', price: '7.33' },
      { quantity: '0.001', price: '7.33' },
      { quantity: '100', price: '7.33' },
    ])
    expect(await book.level(malt)).toMatchObject({ quantity: '110.001', value: '806.31' })
  })

  test('a surplus that is opened again and corrected costs what it then says', async () => {
    const book = await newBook()
    const malt = await book.item()
    await book.received(malt, '10', '5')
    const path = await started(book)
    await book.api.post(`${path}/lines`, counted(malt, '14'))
    const { goods_receipt_id: id } = (await book.act(path, 'finish')).body
    const { lines } = (await book.act(`/goods-receipts/${id}`, 'revert_to_draft')).body
    const change = { quantity: '1', unit: { unit_code: 'kg' }, unit_price: '6' }
    expect((await book.api.patch(`/goods-receipts/${id}/lines/${lines[0].id}`, change)).status).toBe(200)
    const receipt = (await book.act(`/goods-receipts/${id}`, 'confirm')).body
    expect(receipt.totals.total_cost).toBe('6.00')
    expect(await book.level(malt)).toMatchObject({ quantity: '11', value: '56.00' })
  })
})

test('an order line that was issued whole and then grows holds what it lacks', async () => {
  const tenant = await service.tenant()
  const book = await stockBook(await tenant.key())
  const orders = await orderBook(service, tenant.slug)
  const malt = await book.item()
  await book.received(malt, '20', '5')
  const [line] = await orders.reserve([{ item: malt, warehouse: book.main, quantity: '6' }])
  await book.issued(malt, '6', { order_id: line!.order })
  await orders.change(line!, '10')
  const { data } = (await book.api.get(`/stock-levels/reservations?order_id=${line!.order}`)).body
  expect(data).toMatchObject([{ wanted_quantity: '10', issued_quantity: '6', reserved_quantity: '4' }])
  expect(await book.level(malt)).toMatchObject({ quantity: '14', reserved: '4', available: '10' })
})
