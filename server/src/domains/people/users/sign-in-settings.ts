/** /settings/sign-in: what an account asks of those who sign in. */
import { auditWrite, changesOf } from '../../../kernel/audit.ts'
import { defineEndpoint, type PrepareContext } from '../../../kernel/endpoint.ts'
import { requireProof } from '../proof.ts'
import { SignInSettings, SignInSettingsPatch } from './schema.ts'
import { findTwoSteps, saveTwoSteps } from './store.ts'

const path = '/settings/sign-in'
const object = 'sign_in_settings' as const

const get = defineEndpoint({
  id: 'signInSettings.get',
  method: 'GET',
  path,
  summary: 'Show what the account asks of those who sign in',
  access: { scopes: [], persons: ['owner', 'admin'] },
  returns: { status: 200, schema: SignInSettings },
  errors: [],
  handle: async (_input, { db, account }) => ({
    body: { object, owners_need_two_steps: await findTwoSteps(db, account.tenant.id) },
  }),
})

const patch = defineEndpoint({
  id: 'signInSettings.update',
  method: 'PATCH',
  path,
  summary: 'Change what the account asks of those who sign in',
  access: { scopes: [], persons: ['owner'] },
  body: SignInSettingsPatch,
  returns: { status: 200, schema: SignInSettings },
  errors: [],
  async prepare(_input, { db, caller, nowMs }: PrepareContext) {
    await requireProof(db, caller, nowMs)
    return { ready: undefined }
  },
  async handle({ body }, ctx) {
    const { id } = ctx.account.tenant
    const before = { owners_need_two_steps: await findTwoSteps(ctx.tx, id) }
    const after = { ...before, ...body }
    const changes = changesOf(before, after)
    if (Object.keys(changes).length > 0) {
      await saveTwoSteps(ctx.tx, id, after.owners_need_two_steps)
      auditWrite(ctx, { action: 'sign_in_settings.changed', details: { changes } })
    }
    return { body: { object, ...after } }
  },
})

export const signInSettingsEndpoints = [get, patch]
