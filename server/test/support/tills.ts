/** A busy counter: tills that sell one thing after the other, each sale under its own key, until the connection breaks. */
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect } from 'vitest'
import { decimal, plain, sum } from '../../src/lib/decimal.ts'
import type { Client, Reply } from './client.ts'
import { openSession, reportOf } from './desk.ts'
import type { Told } from './sales.ts'
import { stockBook } from './stock.ts'

const received = 10_000
const unit = { unit_code: 'pcs' }
/** After each sale of a till. */
const breathMs = 100

/** A sale with its own key; `answer` is missing when the process died before it came. */
interface Sale {
  key: string
  body: object
  answer?: Reply
}

export interface Tills {
  readonly sales: Sale[]
  sellUntilBroken(): Promise<void>
  /** Repeats what was not answered. */
  settle(): Promise<{ open: number; saved: number }>
  /** Each sale is there once, with its stock and its cash. */
  expectEachOnce(): Promise<void>
}

const send = (api: Client, { key, body }: Sale): Promise<Reply> =>
  api.post('/pos-sales', body, { headers: { 'idempotency-key': key } })

/** As the contract tells a till: while the first try may still run, ask again. */
async function sendUntilKnown(api: Client, sale: Sale): Promise<Reply> {
  for (;;) {
    const reply = await send(api, sale)
    if (reply.status !== 503 && reply.body.code !== 'idempotency_in_progress') return reply
    await sleep(50)
  }
}

/** The sale an answer tells of, settled or not. */
function idIn({ status, body }: Reply): string {
  expect(status === 201 ? body.status : body.code).toBe(status === 201 ? 'settled' : 'settlement_failed')
  return status === 201 ? body.id : body.existing_id
}

async function everySale(api: Client): Promise<Told[]> {
  const found: Told[] = []
  for (let cursor = ''; ; ) {
    const { body } = await api.get(`/pos-sales?limit=200${cursor}`)
    found.push(...body.data)
    if (!body.has_more) return found
    cursor = `&cursor=${encodeURIComponent(body.next_cursor)}`
  }
}

export async function openTills(api: Client): Promise<Tills> {
  const book = await stockBook(api)
  const item = (name: string, rest: object = {}) => book.item({ name, unit, pos_available: true, ...rest })
  const bottle = await item('Lahev')
  await book.received(bottle, String(received), '5', { unit: 'pcs' })
  // Of what is there, of what no warehouse has, of a service.
  const items = [bottle, await item('Došlo'), await item('Obsluha', { item_type: 'service' }), bottle]
  const desk = (await api.get('/cash-desks')).body.data.find(({ code }: Told) => code === 'MAIN')
  const session = await openSession(api, '1000', { cash_desk_id: desk.id })
  const sales: Sale[] = []

  const next = (): Sale => {
    const quantity = String(1 + (sales.length % 3))
    const lines = [{ item_id: items[sales.length % items.length], quantity, unit, unit_price: '10' }]
    const happened = { offline: true, sold_at: new Date().toISOString() }
    const external_ref = { system: 'till', id: randomUUID() }
    const payment = { method: 'cash', amount: `${quantity}0.00` }
    return { key: randomUUID(), body: { cash_desk_id: desk.id, ...happened, external_ref, lines, payment } }
  }

  return {
    sales,
    async sellUntilBroken() {
      for (;;) {
        const sale = next()
        sales.push(sale)
        const reply = await send(api, sale).catch(() => undefined)
        if (!reply) return
        sale.answer = reply
        await sleep(breathMs)
      }
    },
    async settle() {
      const open = sales.filter(({ answer }) => !answer)
      for (const sale of open) sale.answer = await sendUntilKnown(api, sale)
      return { open: open.length, saved: open.filter(({ answer }) => answer!.headers['idempotent-replayed']).length }
    },
    async expectEachOnce() {
      for (const sale of sales) {
        const again = await send(api, sale)
        expect(again.headers['idempotent-replayed']).toBe('true')
        expect(idIn(again)).toBe(idIn(sale.answer!))
      }
      const there = (await everySale(api)).filter(({ session_id }) => session_id === session.id)
      expect(there.map(({ id }) => id).toSorted()).toEqual(sales.map(({ answer }) => idIn(answer!)).toSorted())
      const unsettled = there.filter(({ status }) => status === 'settlement_failed')
      const cashOf = (rows: Told[]) => sum(rows.map(({ totals }) => decimal(totals.payable)))
      expect(await reportOf(api, session)).toMatchObject({
        kind: 'X',
        sales: { count: sales.length, payable: cashOf(there).toFixed(2) },
        unsettled: { count: unsettled.length, payable: cashOf(unsettled).toFixed(2) },
        cash: { sales: cashOf(there).toFixed(2), expected: cashOf(there).plus(1000).toFixed(2) },
      })
      const sold = sales.flatMap(({ body }) => (body as Told).lines).filter(({ item_id }: Told) => item_id === bottle)
      const left = sum(sold.map(({ quantity }: Told) => decimal(quantity).times(-1))).plus(received)
      expect(await book.level(bottle)).toMatchObject({ quantity: plain(left) })
    },
  }
}
