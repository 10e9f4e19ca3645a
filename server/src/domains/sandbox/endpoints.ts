/** POST /sandbox/actions/…: what only a test key may do to its book. */

import { Type } from 'typebox'
import { validationFailed } from '../../contract/problems.ts'
import { described, InstantText, Shape, type Static } from '../../contract/schema.ts'
import type { WriteContext } from '../../kernel/context.ts'
import { defineEndpoint } from '../../kernel/endpoint.ts'
import { toInstant, toMilliseconds } from '../../lib/instants.ts'
import { startBook } from '../accounts/index.ts'
import { seed } from '../demo/index.ts'
import { countContents, emptyBook, saveClock } from './store.ts'

const Sandbox = Shape({
  object: Type.Literal('sandbox'),
  partners: Type.Integer(),
  items: Type.Integer(),
  warehouses: Type.Integer(),
  is_changed: Type.Boolean({ description: 'Whether the action did anything.' }),
  time: described<string>(InstantText, 'What the clock of the sandbox shows.'),
  clock_ahead_seconds: Type.Integer({ description: 'How far the clock of the sandbox is ahead of the real time.' }),
  livemode: Type.Boolean(),
})

const common = {
  method: 'POST',
  access: { scopes: ['core:write'], isForSandbox: true },
  body: Shape({}),
  returns: { status: 200, schema: Sandbox },
  errors: [],
} as const

export const sandboxReset = defineEndpoint({
  ...common,
  id: 'sandbox.actions.reset',
  path: '/sandbox/actions/reset',
  summary: 'Empty the sandbox',
  description:
    'Deletes every record, event and setting of the sandbox, which then starts like a new one; keys, users and ' +
    'webhook endpoints stay. Its clock shows the real time again. Reading events from an earlier sequence then returns ' +
    '410 events_expired: sync again.',
  async handle(_input, ctx) {
    const { book, tenant } = ctx.account
    await emptyBook(ctx.tx, book.id)
    ctx.setClock(0)
    ctx.counts.partners = 0
    ctx.counts.storedBytes = 0
    await startBook(ctx.tx, { bookId: book.id, isLive: false, now: ctx.now, tenant })
    return contents(ctx, true)
  },
})

export const sandboxSeed = defineEndpoint({
  ...common,
  id: 'sandbox.actions.seed',
  path: '/sandbox/actions/seed',
  summary: 'Fill the sandbox with demo data',
  description:
    'A small brewery: partners, items, prices, stock, batches. A sandbox that already has partners or items is left as it is.',
  errors: ['partner_limit', 'excise_reported', 'inventory_locked'],
  emits: [
    'partner.created',
    'partner.updated',
    'item.created',
    'goods_receipt.created',
    'goods_receipt.confirmed',
    'stock_issue.created',
    'stock_issue.confirmed',
    'stock_issue.cancelled',
    'stock_level.changed',
    'order.created',
    'order.confirmed',
    'order.shipped',
    'order.delivered',
    'order.invoiced',
    'invoice.created',
    'invoice.issued',
    'invoice.paid',
    'received_invoice.created',
    'received_invoice.confirmed',
    'received_invoice.paid',
    'cashflow.created',
    'cashflow.paid',
    'cashflow.cancelled',
    'batch.phase_changed',
    'batch.measurement_added',
  ],
  async handle(_input, ctx) {
    return contents(ctx, await seed(ctx))
  },
})

/** Ten years: enough for every deadline, and days keep four digits. */
const maxAheadSeconds = 3_660 * 24 * 60 * 60

const AdvanceClock = Shape({
  seconds: Type.Integer({ minimum: 1, maximum: maxAheadSeconds, description: 'By how much; a day has 86400.' }),
})

export const sandboxAdvanceClock = defineEndpoint({
  ...common,
  id: 'sandbox.actions.advance_clock',
  path: '/sandbox/actions/advance_clock',
  summary: 'Move the clock of the sandbox forward',
  description:
    'From now on the sandbox lives that much later: today with all that goes by it, the times of records and ' +
    'events, and the deadlines of workflow steps, which are handed over within seconds. The clock goes on from there and never ' +
    'back; a reset sets it to the real time. Keys, idempotency keys, signed addresses and webhook retries follow the real ' +
    'time. At most ten years ahead.',
  body: AdvanceClock,
  async handle({ body }, ctx) {
    const aheadSeconds = ctx.clockAheadSeconds + body.seconds
    if (aheadSeconds > maxAheadSeconds) throw validationFailed([tooFar(ctx.clockAheadSeconds)])
    await saveClock(ctx.tx, ctx.account.book.id, aheadSeconds)
    ctx.setClock(aheadSeconds)
    return contents(ctx, true)
  },
})

const tooFar = (aheadSeconds: number) => ({
  field: 'seconds',
  code: 'not_allowed' as const,
  message: `The clock is ${aheadSeconds} s ahead; it can go ${maxAheadSeconds - aheadSeconds} s further.`,
})

async function contents(ctx: WriteContext, isChanged: boolean): Promise<{ body: Static<typeof Sandbox> }> {
  const counted = await countContents(ctx.tx, ctx.account.book.id)
  const body = {
    object: 'sandbox' as const,
    ...counted,
    is_changed: isChanged,
    // Not `now`: asking for it is writing.
    time: toInstant(toMilliseconds(ctx.serviceTime) + ctx.clockAheadSeconds * 1_000),
    clock_ahead_seconds: ctx.clockAheadSeconds,
    livemode: false,
  }
  return { body }
}
