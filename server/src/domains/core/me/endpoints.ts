/** Who am I: the account, the key and what it may do. */
import { apiVersion } from '../../../contract/schema.ts'
import { effectiveScopes } from '../../../contract/scopes.ts'
import type { Caller } from '../../../kernel/caller.ts'
import { defineEndpoint } from '../../../kernel/endpoint.ts'
import { measureProfile } from './rules.ts'
import { Me } from './schema.ts'

export const getMe = defineEndpoint({
  id: 'me.get',
  method: 'GET',
  path: '/me',
  summary: 'Get the account and key behind this call',
  access: { scopes: [], isForKeys: true },
  returns: { status: 200, schema: Me },
  errors: [],
  handle: async (_input, { caller }) => ({ body: meView(caller) }),
})

const meView = ({ tenant, book, pass }: Caller): Me => ({
  object: 'me',
  api_version: apiVersion,
  livemode: book.isLive,
  tenant: {
    id: tenant.id,
    name: tenant.name,
    slug: tenant.slug,
    vertical: tenant.vertical,
    country_code: tenant.countryCode,
  },
  key: { id: pass.id, name: pass.name },
  scopes: effectiveScopes(pass.scopes, tenant.modules),
  modules: [...tenant.modules],
  limits: {
    rate_per_min: tenant.limits.ratePerMin,
    max_keys: tenant.limits.maxKeys,
    max_webhook_endpoints: tenant.limits.maxWebhookEndpoints,
    events_retention_days: tenant.limits.eventsRetentionDays,
  },
  measure_profile: measureProfile(tenant.unitSystem),
})
