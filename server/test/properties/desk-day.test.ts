/**
 * Random days at a cash desk, done on paper and by the service: after every step both agree on what is allowed, and at
 * its end on the cash in the drawer, the bottles, the beer in every keg and the pieces out there. MODEL_RUNS=100 tries
 * longer.
 */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Reply } from '../support/client.ts'
import type { Told } from '../support/sales.ts'
import { useService } from '../support/service.ts'
import { type TapRoom, tapRoom } from '../support/taps.ts'
import { Day, type PaperKeg, type PaperSale, prices } from './desk-model.ts'

const service = useService()
const runs = Number(process.env.MODEL_RUNS ?? 2)
const longestMs = process.env.MODEL_RUNS ? 3_600_000 : 6_000

const steps = [
  ...['sell', 'sell', 'sell', 'sell', 'refund', 'undo refund', 'cancel', 'bring back', 'session'],
  ...['cash in', 'cash out', 'invoice', 'receive', 'tap', 'empty', 'remove', 'retap'],
] as const

interface Step {
  what: string
  /** Which sale or keg, how many of what, and whether or not. */
  pick: number
  some: number
  more: number
  flag: boolean
  other: boolean
}

const step: fc.Arbitrary<Step> = fc.record({
  what: fc.constantFrom(...steps),
  pick: fc.nat({ max: 9 }),
  some: fc.nat({ max: 3 }),
  more: fc.nat({ max: 40 }),
  flag: fc.boolean(),
  other: fc.boolean(),
})

/** The paper and the service, side by side. */
interface Both {
  room: TapRoom
  day: Day
  bottle: string
  shell: string
  deposit: string
  partner: string
  cashAccount: string
  saleIds: Map<PaperSale, string>
  /** The last refund of a sale. */
  refundIds: Map<PaperSale, string>
  kegIds: Map<PaperKeg, string>
  session: string | undefined
}

const pcs = { unit_code: 'pcs' }
const crowns = (amount: number) => amount.toFixed(2)

async function newBoth(): Promise<Both> {
  const room = await tapRoom(service)
  const packaging_type = 'bottle_05'
  const shell = await room.item({ name: 'Prázdná', unit: pcs, item_type: 'packaging', packaging_type })
  const { code } = (await room.api.get(`/items/${shell}`)).body
  await room.apply({ deposits: [{ code: 'L3', name: 'Lahev', packaging_item: code, amount: String(prices.deposit) }] })
  const [deposit] = (await room.api.get('/deposits')).body.data
  const goods = { item_type: 'purchased_sale_item', pos_available: true, packaging_type }
  const bottle = await room.item({ name: 'Lahev', unit: pcs, ...goods })
  const partner = await room.partner()
  const accounts = (await room.api.get('/finance-accounts')).body.data
  const cashAccount = accounts.find(({ type }: Told) => type === 'cash').id
  const papers = { saleIds: new Map(), refundIds: new Map(), kegIds: new Map(), session: undefined }
  const both: Both = { room, day: new Day(), bottle, shell, deposit: deposit.id, partner, cashAccount, ...papers }
  await receive(both, 6)
  await receive(both, 9)
  await tap(both, { some: 0 })
  return both
}

/** Bottles, and a keg with every third delivery. */
async function receive({ room, day, bottle }: Both, bottles: number): Promise<void> {
  await room.received(bottle, String(bottles), '20', { unit: 'pcs' })
  day.receive(bottles)
  if (bottles % 3 !== 0) return
  await room.filled('1', '745')
  day.fullKegs += 1
}

const agreed = ({ status, body, text }: Reply, refusal: string | undefined) =>
  expect(status < 300 ? undefined : body.code, text).toBe(refusal)

async function sell(both: Both, { some, more, flag, other }: Step): Promise<void> {
  const { room, day, bottle, partner } = both
  // A large party now and then, so that kegs come to their end.
  const glasses = some === 3 ? more : some
  const wanted = { bottles: glasses === 0 ? 1 + (more % 3) : more % 3, glasses, isCash: flag, isKnown: other }
  const sale = day.sell(wanted)
  const line = (item_id: string, quantity: number, price: number) =>
    quantity === 0 ? [] : [{ item_id, quantity: String(quantity), unit: pcs, unit_price: String(price) }]
  const amount = wanted.bottles * (prices.bottle + prices.deposit) + glasses * prices.glass
  const reply = await room.api.post('/pos-sales', {
    cash_desk_id: room.desk,
    ...(other && { partner_id: partner }),
    lines: [...line(bottle, wanted.bottles, prices.bottle), ...line(room.half, glasses, prices.glass)],
    payment: { method: flag ? 'cash' : 'card', amount: crowns(amount) },
  })
  agreed(reply, typeof sale === 'string' ? sale : undefined)
  if (typeof sale !== 'string') both.saleIds.set(sale, reply.body.id)
}

async function takeBack(both: Both, key: 'refund' | 'cancel', { pick }: Step): Promise<void> {
  const { room, day, saleIds, refundIds } = both
  const sale = day.sales[pick % Math.max(day.sales.length, 1)]
  if (!sale) return
  const payment = { method: 'cash', amount: crowns(sale.amount) }
  const refusal = key === 'refund' ? day.refund(sale) : day.cancel(sale)
  const path = `/pos-sales/${saleIds.get(sale)}/actions/${key}`
  const reply = await room.api.post(path, key === 'refund' ? { payment } : undefined)
  agreed(reply, refusal)
  if (key === 'refund' && !refusal) refundIds.set(sale, reply.body.id)
}

async function undoRefund({ room, day, refundIds }: Both, { pick }: Step): Promise<void> {
  const sale = [...refundIds.keys()][pick % Math.max(refundIds.size, 1)]
  if (!sale) return
  const reply = await room.api.post(`/pos-sales/${refundIds.get(sale)}/actions/cancel`)
  agreed(reply, day.undoRefund(sale))
}

/** Somebody pays an invoice at the desk, and may get the money back at once. */
async function payInvoice({ room, day, partner, cashAccount }: Both, { more, flag }: Step): Promise<void> {
  const amount = (more + 1) * 10
  const { body: invoice } = await room.api.post('/invoices', {
    partner_id: partner,
    warehouse_id: room.main,
    lines: [{ description: 'Sud', quantity: '1', unit_price: String(amount), vat_rate_pct: '0' }],
  })
  const run = async (key: string, body?: object) =>
    agreed(await room.api.post(`/invoices/${invoice.id}/actions/${key}`, body), undefined)
  await run('issue')
  await run('mark_paid', { paid_at: invoice.issue_date, account_id: cashAccount })
  if (flag) await run('revert_payment')
  else day.drawer += amount
}

async function bringBack({ room, day, deposit, partner }: Both, { some, flag }: Step): Promise<void> {
  const pieces = some + 1
  const reply = await room.api.post('/packaging-returns', {
    cash_desk_id: room.desk,
    ...(flag && { partner_id: partner }),
    lines: [{ deposit_id: deposit, pieces: String(pieces) }],
    refund: { method: 'cash' },
  })
  agreed(reply, day.bringBack(pieces, flag))
}

async function moveCash({ room, day, session }: Both, sign: 1 | -1, { more }: Step): Promise<void> {
  if (session === undefined) return
  const amount = (more + 1) * 10
  const path = `/cash-desk-sessions/${session}/actions/${sign === 1 ? 'cash_in' : 'cash_out'}`
  const reply = await room.api.post(path, { amount: crowns(amount), description: 'Drobné' })
  agreed(reply, day.isOpen ? undefined : 'invalid_transition')
  if (day.isOpen) day.drawer += sign * amount
}

/** Opens one with what is in the drawer, or counts and closes it. */
async function changeShift(both: Both, { some, flag }: Step): Promise<void> {
  const { room, day } = both
  if (!day.isOpen || flag) {
    const opened = await room.api.post('/cash-desk-sessions', {
      cash_desk_id: room.desk,
      opening_float: crowns(day.drawer),
    })
    const refusal = day.open()
    agreed(opened, refusal)
    if (refusal) return
    both.session = opened.body.id
    expect(['0.00', null]).toContain(opened.body.float_difference)
    return
  }
  const [difference, withdrawn] = [some - 1, some * 100]
  const expected_cash = crowns(day.drawer)
  const counted_cash = crowns(day.drawer + difference)
  const closed = await room.api.post(`/cash-desk-sessions/${both.session}/actions/close`, {
    counted_cash,
    ...(withdrawn > 0 && { withdraw: { amount: crowns(withdrawn) } }),
  })
  day.close({ difference, withdrawn })
  const closing_float = crowns(day.drawer)
  expect(closed.body).toMatchObject({ expected_cash, counted_cash, difference: crowns(difference), closing_float })
}

async function tap(both: Both, { some }: Pick<Step, 'some'>): Promise<void> {
  const keg = both.day.tap(some % 2 === 0 ? 1 : 2)
  const reply = await both.room.tap({ tap_number: some % 2 === 0 ? 1 : 2 })
  agreed(reply, typeof keg === 'string' ? keg : undefined)
  if (typeof keg !== 'string') both.kegIds.set(keg, reply.body.id)
}

async function change(both: Both, key: 'empty' | 'remove' | 'retap', { pick, some }: Step): Promise<void> {
  const { room, day, kegIds } = both
  const keg = [...kegIds.keys()][pick % Math.max(kegIds.size, 1)]
  if (!keg) return
  const tap_number = (some % 2) + 1
  const refusal = key === 'retap' ? day.retap(keg, tap_number) : day[key](keg)
  const path = `/keg-taps/${kegIds.get(keg)}/actions/${key}`
  agreed(await room.api.post(path, key === 'retap' ? { tap_number } : undefined), refusal)
}

const doing: Record<string, (both: Both, step: Step) => Promise<void>> = {
  sell,
  refund: (both, each) => takeBack(both, 'refund', each),
  cancel: (both, each) => takeBack(both, 'cancel', each),
  'undo refund': undoRefund,
  invoice: payInvoice,
  'bring back': bringBack,
  'cash in': (both, each) => moveCash(both, 1, each),
  'cash out': (both, each) => moveCash(both, -1, each),
  session: changeShift,
  receive: (both, { some }) => receive(both, some + 3),
  tap,
  empty: (both, each) => change(both, 'empty', each),
  remove: (both, each) => change(both, 'remove', each),
  retap: (both, each) => change(both, 'retap', each),
}

const litres = (millilitres: number) => String(millilitres / 1000)

async function agree({ room, day, bottle, shell, kegIds, session }: Both): Promise<void> {
  expect((await room.level(bottle)).quantity).toBe(String(day.bottles))
  expect((await room.level(shell)).quantity).toBe(String(day.empties))
  expect((await room.level(room.keg)).quantity).toBe(String(day.fullKegs))
  expect((await room.level(room.beer, room.onTap)).quantity).toBe(litres(day.onTap))
  for (const [keg, id] of kegIds) {
    expect(await room.keg_tap(id)).toMatchObject({
      status: keg.status,
      sold_quantity: litres(keg.sold),
      overdrawn_quantity: litres(keg.beyond),
      wasted_quantity: litres(keg.wasted),
      remaining_quantity: litres(keg.left),
    })
  }
  const balances = (await room.api.get('/packaging-balances')).body.data
  const piecesOf = (isKnown: boolean) =>
    balances.find(({ partner }: Told) => (partner !== null) === isKnown)?.pieces ?? '0'
  expect([piecesOf(true), piecesOf(false)]).toEqual([String(day.held.partner), String(day.held.anonymous)])
  if (!day.isOpen) return
  const report = (await room.api.get(`/cash-desk-sessions/${session}/report`)).body
  expect(report.cash.expected).toBe(crowns(day.drawer))
}

test(
  'any day at a desk leaves the cash, the bottles, the beer and the pieces the rules say',
  async () => {
    const from = performance.now()
    let done = 0
    const history = fc.asyncProperty(fc.array(step, { minLength: 15, maxLength: 35, size: 'max' }), async planned => {
      if (performance.now() - from > longestMs) return
      const both = await newBoth()
      for (const each of planned) await doing[each.what]!(both, each)
      await agree(both)
      done += planned.length
    })
    await fc.assert(history, { numRuns: runs, endOnFailure: true })
    expect(done).toBeGreaterThan(10)
  },
  longestMs + 60_000,
)
