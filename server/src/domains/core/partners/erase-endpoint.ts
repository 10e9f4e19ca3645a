/** For people who manage an account: a partner is forgotten. */
import { defineEndpoint } from '../../../kernel/endpoint.ts'
import { erasePartner } from './erase.ts'
import { partnerOfPath, partners } from './record.ts'
import { Partner } from './schema.ts'

export const erase = defineEndpoint({
  id: 'partners.erase',
  method: 'POST',
  path: '/settings/partners/{id}/erase',
  summary: 'Replace the name, contacts and notes of a partner, for good',
  description:
    'Open documents follow; issued and posted ones keep what they said, as tax law asks. The partner is inactive afterwards.',
  access: { scopes: ['core:write'], persons: ['owner', 'admin'] },
  returns: { status: 200, schema: Partner, etag: true },
  errors: [],
  emits: ['partner.updated'],
  record: partnerOfPath,
  handle: async ({ record }, ctx) => partners.reply(await erasePartner(ctx, record), ctx),
})
