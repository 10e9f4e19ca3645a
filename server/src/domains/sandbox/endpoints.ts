/** POST /sandbox/actions/…: what only a test key may do to its book. */

import { Type } from 'typebox'
import { problem } from '../../contract/problems.ts'
import { Shape, type Static } from '../../contract/schema.ts'
import type { WriteContext } from '../../kernel/context.ts'
import { defineEndpoint } from '../../kernel/endpoint.ts'
import { startBook } from '../accounts/index.ts'
import { seed } from '../demo/index.ts'
import { countContents, emptyBook } from './store.ts'

const Sandbox = Shape({
  object: Type.Literal('sandbox'),
  partners: Type.Integer(),
  items: Type.Integer(),
  warehouses: Type.Integer(),
  is_changed: Type.Boolean({ description: 'Whether the action did anything.' }),
  livemode: Type.Boolean(),
})

const common = {
  method: 'POST',
  access: { scopes: ['core:write'] },
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
    'webhook endpoints stay. Reading events from an earlier sequence then returns 410 events_expired: sync again.',
  async handle(_input, ctx) {
    refuseLive(ctx)
    const { book, tenant } = ctx.account
    await emptyBook(ctx.tx, book.id)
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
    'cashflow.created',
    'cashflow.paid',
    'cashflow.cancelled',
    'batch.phase_changed',
    'batch.measurement_added',
  ],
  async handle(_input, ctx) {
    refuseLive(ctx)
    return contents(ctx, await seed(ctx))
  },
})

function refuseLive({ account }: WriteContext): void {
  if (account.book.isLive)
    throw problem('forbidden', { detail: 'Only a test key may do this; live data is never reset.' })
}

async function contents(ctx: WriteContext, isChanged: boolean): Promise<{ body: Static<typeof Sandbox> }> {
  const counted = await countContents(ctx.tx, ctx.account.book.id)
  return { body: { object: 'sandbox', ...counted, is_changed: isChanged, livemode: false } }
}
