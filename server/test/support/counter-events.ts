/** What is sold over the counter and what comes back, each told by its events. */
import { expect } from 'vitest'
import { counterIn } from './counter.ts'
import type { SalesBook, Told } from './sales.ts'

interface Telling {
  run<T>(operation: string, work: () => Promise<T>): Promise<T>
  post(path: string, body?: object): Promise<Told>
  act(id: string, action: string, body?: object): Promise<Told>
}

/** A glass for one crown. */
export async function counterSale(book: SalesBook, item: string): Promise<void> {
  const lines = [{ item_id: item, quantity: '1', unit: { unit_code: 'pcs' }, unit_price: '1.00' }]
  const sold = await book.api.post('/pos-sales', { lines, payment: { method: 'cash', amount: '1.00' } })
  expect(sold.status, sold.text).toBe(201)
}

export async function tellSessions(book: SalesBook, { run, post, act }: Telling): Promise<void> {
  const open = (opening_float: string) =>
    run('POST /cash-desk-sessions', () => post('/cash-desk-sessions', { opening_float }))
  const { id } = await open('100.00')
  await act(id, 'cash-desk-sessions/cash_in', { amount: '50.00', description: 'Drobné' })
  const bank = (await book.api.get('/finance-accounts')).body.data.find(({ type }: Told) => type === 'bank')
  const out = { amount: '30.00', description: 'Do banky', account_id: bank.id }
  await act(id, 'cash-desk-sessions/cash_out, to another account', out)
  const closing = { counted_cash: '110.00', withdraw: { amount: '10.00' } }
  await act(id, 'cash-desk-sessions/close, with a difference', closing)
  const { id: next } = await open('90.00')
  await act(next, 'cash-desk-sessions/explain_float')
  await act(next, 'cash-desk-sessions/close', { counted_cash: '90.00' })
}

export async function tellCounter(book: SalesBook, { run, post, act }: Telling): Promise<void> {
  const shop = await counterIn(book)
  const price = { unit_price: '39.00' }
  await shop.received(shop.bottle, '20', '20', { unit: 'pcs' })
  const sell = (operation: string, body: object) => run(operation, () => shop.sold(body))
  const bottle = { lines: [shop.bottles('1', price)], ...shop.cash('42.00') }
  const sale = await sell('POST /pos-sales', bottle)
  await act(sale.id, 'pos-sales/refund', shop.cash('42.00'))
  await act((await sell('POST /pos-sales', bottle)).id, 'pos-sales/cancel')
  const tip = { item_id: shop.tip, quantity: '1', unit: { unit_code: 'pcs' }, unit_price: '20.00' }
  await sell('POST /pos-sales, of a service', { lines: [tip], ...shop.cash('20.00') })
  const returns = [{ deposit_id: shop.deposit, pieces: '2' }]
  await sell('POST /pos-sales, with empties', { ...bottle, returns, ...shop.cash('36.00') })

  await shop.setDesk({ sells_only_in_stock: false, card_account: 'BANK' })
  const unsettled = () =>
    run('POST /pos-sales, not settled', async (): Promise<string> => {
      const { body } = await shop.sell({ lines: [shop.bottles('30', price)], ...shop.cash('1260.00') })
      expect(body.code).toBe('settlement_failed')
      return body.existing_id
    })
  await act(await unsettled(), 'pos-sales/cancel, not settled')
  const waiting = await unsettled()
  await shop.received(shop.bottle, '30', '20', { unit: 'pcs' })
  await act(waiting, 'pos-sales/retry_settlement')

  const lines = [{ deposit_id: shop.deposit, pieces: '5' }]
  const adjustment = { partner_id: book.pub, reason: 'Počáteční stav', lines: [{ ...lines[0], pieces: '20' }] }
  await run('POST /packaging-adjustments', () => post('/packaging-adjustments', adjustment))
  const back = { warehouse_id: book.main, partner_id: book.pub, lines }
  await run('POST /packaging-returns', () => post('/packaging-returns', back))
  const paid = await run('POST /packaging-returns, with a refund', () =>
    post('/packaging-returns', { ...back, refund: { method: 'cash' } }),
  )
  await act(paid.id, 'packaging-returns/cancel')
}
