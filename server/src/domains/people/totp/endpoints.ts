/** /profile/totp: a second step is set up, shown to work, and taken away again. */
import { Type } from 'typebox'
import { problem, validationFailed } from '../../../contract/problems.ts'
import { rowBecause } from '../../../contract/reasons.ts'
import { Shape, Text } from '../../../contract/schema.ts'
import { defineEndpoint, type PrepareContext } from '../../../kernel/endpoint.ts'
import { toMilliseconds } from '../../../lib/instants.ts'
import { auditOwn, memberOf, personOf } from '../personhood.ts'
import { requireProof } from '../proof.ts'
import { markStrong } from '../sessions-store.ts'
import { listMemberships } from '../store.ts'
import { hashRecoveryCode, newRecoveryCodes, newSecret, stepOf, uriOf } from './codes.ts'
import { openSecret, sealedFor } from './second-step.ts'
import { findTotp, replaceRecoveryCodes, saveSecret, turnOff, turnOn, useStep } from './store.ts'

const access = { scopes: [], persons: 'all', isOwnMatter: true } as const
const path = '/profile/totp'

const TotpSecret = Shape({
  object: Type.Literal('totp'),
  secret: Type.String({ description: 'In base 32, for who types it. Shown now, and never again.' }),
  uri: Type.String({ description: 'For the picture an authenticator reads.' }),
})

const RecoveryCodes = Shape({
  object: Type.Literal('recovery_codes'),
  recovery_codes: Type.Array(Type.String(), { description: 'Each works once. Shown now, and never again.' }),
})

async function proved(_input: unknown, { db, caller, nowMs }: PrepareContext) {
  await requireProof(db, caller, nowMs)
  return { ready: caller }
}

const create = defineEndpoint({
  id: 'profile.totp.create',
  method: 'POST',
  path,
  summary: 'Begin to set up a second step',
  description: 'It counts once a code of it was shown to actions/verify; beginning again gives another secret.',
  access,
  returns: { status: 200, schema: TotpSecret },
  errors: ['conflict'],
  prepare: proved,
  async handle({ ready: caller }, ctx) {
    const member = await memberOf(ctx.tx, caller)
    const person = await personOf(ctx.tx, member, ctx.serviceTime)
    if (person.has_totp) throw problem('conflict', { detail: 'A second step is set up already. Remove it first.' })
    const secret = newSecret()
    await saveSecret(ctx.tx, person.id, ctx.seals!.seal(secret, sealedFor(person.id)))
    return { body: { object: 'totp' as const, secret, uri: uriOf(secret, person.email) }, isSecret: true }
  },
})

const wrongCode = () => validationFailed([rowBecause({ field: 'code' }, 'wrong_code')])

const verify = defineEndpoint({
  id: 'profile.totp.actions.verify',
  method: 'POST',
  path: `${path}/actions/verify`,
  summary: 'Show a code, and turn the second step on',
  access,
  body: Shape({ code: Text(6, 10) }),
  returns: { status: 200, schema: RecoveryCodes },
  errors: ['conflict'],
  prepare: proved,
  async handle({ body, ready: caller }, ctx) {
    const person = await personOf(ctx.tx, await memberOf(ctx.tx, caller), ctx.serviceTime)
    const sealed = (await findTotp(ctx.tx, person.id))?.totp_secret
    if (!sealed || person.has_totp) throw problem('conflict', { detail: 'There is no second step to verify.' })
    const secret = openSecret(ctx.seals!, person.id, sealed)
    const step = secret && stepOf(secret, body.code.replace(/\s/g, ''), toMilliseconds(ctx.serviceTime))
    if (!step || !(await useStep(ctx.tx, person.id, step))) throw wrongCode()
    const codes = newRecoveryCodes()
    await turnOn(ctx.tx, person.id, ctx.serviceTime)
    await replaceRecoveryCodes(ctx.tx, person.id, codes.map(hashRecoveryCode))
    await markStrong(ctx.tx, caller.pass.id)
    auditOwn(ctx, caller, { action: 'second_step.set_up', details: {} })
    return { body: { object: 'recovery_codes' as const, recovery_codes: codes }, isSecret: true }
  },
})

const remove = defineEndpoint({
  id: 'profile.totp.actions.remove',
  method: 'POST',
  path: `${path}/actions/remove`,
  summary: 'Sign in without a second step again',
  access,
  body: Shape({}),
  returns: { status: 204, schema: Shape({}) },
  errors: ['conflict'],
  prepare: proved,
  async handle({ ready: caller }, ctx) {
    const person = await personOf(ctx.tx, await memberOf(ctx.tx, caller), ctx.serviceTime)
    if (!person.has_totp) return { body: {} }
    const memberships = await listMemberships(ctx.tx, person.id)
    const strict = memberships.find(({ needs_two_steps }) => needs_two_steps)
    if (strict && !person.has_passkeys) {
      throw problem('conflict', { detail: `${strict.tenant_name} wants a second step of its owners.` })
    }
    await turnOff(ctx.tx, person.id)
    auditOwn(ctx, caller, { action: 'second_step.removed', details: {} })
    return { body: {} }
  },
})

const renewCodes = defineEndpoint({
  id: 'profile.totp.actions.renew_codes',
  method: 'POST',
  path: `${path}/actions/renew_codes`,
  summary: 'Get ten new codes for paper',
  description: 'Those before work no more.',
  access,
  body: Shape({}),
  returns: { status: 200, schema: RecoveryCodes },
  errors: ['conflict'],
  prepare: proved,
  async handle({ ready: caller }, ctx) {
    const person = await personOf(ctx.tx, await memberOf(ctx.tx, caller), ctx.serviceTime)
    if (!person.has_totp) throw problem('conflict', { detail: 'No second step is set up.' })
    const codes = newRecoveryCodes()
    await replaceRecoveryCodes(ctx.tx, person.id, codes.map(hashRecoveryCode))
    auditOwn(ctx, caller, { action: 'second_step.codes_renewed', details: {} })
    return { body: { object: 'recovery_codes' as const, recovery_codes: codes }, isSecret: true }
  },
})

export const totpEndpoints = [create, verify, renewCodes, remove]
