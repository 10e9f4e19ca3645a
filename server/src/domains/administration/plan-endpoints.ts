/** GET /settings/plan: what the account subscribes to, how far it reaches, and how much of it is used. */
import { Type } from 'typebox'
import { Shape } from '../../contract/schema.ts'
import { addOnMeanings, moduleMeanings } from '../../contract/scopes.ts'
import type { Account } from '../../kernel/account.ts'
import { defineEndpoint } from '../../kernel/endpoint.ts'
import { toInstant } from '../../lib/instants.ts'
import { type BookUsage, findUsage } from './store.ts'

const Part = Shape({ key: Type.String(), summary: Type.String(), is_subscribed: Type.Boolean() })

const Used = Shape({
  partners: Type.Integer(),
  webhook_endpoints: Type.Integer(),
  stored_bytes: Type.Integer(),
  events: Type.Integer({ description: 'Kept in the log now.' }),
})

const PlanOfAccount = Shape({
  object: Type.Literal('plan'),
  is_locked: Type.Boolean(),
  modules: Type.Array(Part),
  add_ons: Type.Array(Part),
  limits: Shape({
    rate_per_min: Type.Integer(),
    max_keys: Type.Integer(),
    max_webhook_endpoints: Type.Integer({ description: 'In each book.' }),
    max_partners: Type.Integer({ description: 'In each book.' }),
    storage_mb: Type.Integer({ description: 'In each book.' }),
    events_retention_days: Type.Integer(),
  }),
  usage: Shape({
    keys: Type.Integer({ description: 'That work now, of both books.' }),
    users: Type.Integer({ description: 'Active ones.' }),
    live: Used,
    test: Used,
  }),
})

const partsOf = (meanings: Readonly<Record<string, string>>, { tenant }: Account) =>
  Object.entries(meanings).map(([key, summary]) => ({ key, summary, is_subscribed: tenant.modules.includes(key) }))

const usedOf = (book: BookUsage) => ({
  partners: book.partners,
  webhook_endpoints: book.webhook_endpoints,
  stored_bytes: book.stored_bytes,
  events: book.events,
})

export const getPlan = defineEndpoint({
  id: 'settings.plan.get',
  method: 'GET',
  path: '/settings/plan',
  summary: 'Show the plan of the account and how much of it is used',
  access: { scopes: [], persons: ['owner', 'admin'] },
  returns: { status: 200, schema: PlanOfAccount },
  errors: [],
  async handle(_input, { account, db, nowMs }) {
    const { tenant } = account
    const { keys, users, books } = await findUsage(db, tenant.id, toInstant(nowMs))
    return {
      body: {
        object: 'plan' as const,
        is_locked: tenant.isLocked,
        modules: partsOf(moduleMeanings, account),
        add_ons: partsOf(addOnMeanings, account),
        limits: {
          rate_per_min: tenant.limits.ratePerMin,
          max_keys: tenant.limits.maxKeys,
          max_webhook_endpoints: tenant.limits.maxWebhookEndpoints,
          max_partners: tenant.limits.maxPartners,
          storage_mb: tenant.limits.storageMb,
          events_retention_days: tenant.limits.eventsRetentionDays,
        },
        usage: {
          keys,
          users,
          live: usedOf(books.find(book => book.is_live)!),
          test: usedOf(books.find(book => !book.is_live)!),
        },
      },
    }
  },
})
