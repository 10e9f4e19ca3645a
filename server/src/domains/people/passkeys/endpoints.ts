/** /profile/passkeys: those of a person, added and removed. */
import { apiPrefix } from '../../../contract/locations.ts'
import { problem } from '../../../contract/problems.ts'
import { Shape } from '../../../contract/schema.ts'
import { defineEndpoint, type PrepareContext } from '../../../kernel/endpoint.ts'
import { auditOwn, memberOf, personOf } from '../personhood.ts'
import { requireProof } from '../proof.ts'
import { listMemberships } from '../store.ts'
import { webAuthn } from './library.ts'
import { addingOf, addPasskey, makeRegistrationOptions } from './registration.ts'
import { Passkey, PasskeyCreate, Passkeys, RegistrationOptions } from './schema.ts'
import { deletePasskey, listPasskeys, type PasskeyRow } from './store.ts'

const access = { scopes: [], persons: 'all', isOwnMatter: true } as const
const path = '/profile/passkeys'

const viewPasskey = ({ id, name, created_at, last_used_at }: PasskeyRow): Passkey => ({
  object: 'passkey',
  id,
  name,
  created_at,
  last_used_at,
})

async function proved(_input: unknown, { db, caller, nowMs, files }: PrepareContext) {
  await requireProof(db, caller, nowMs)
  // Loaded before the book is taken: it takes its time.
  await webAuthn()
  return { ready: addingOf(caller, files.addresses) }
}

const list = defineEndpoint({
  id: 'profile.passkeys.list',
  method: 'GET',
  path,
  summary: 'List your passkeys',
  access,
  returns: { status: 200, schema: Passkeys },
  errors: [],
  async handle(_input, { caller, db }) {
    const { person_id } = await memberOf(db, caller)
    const rows = person_id ? await listPasskeys(db, person_id) : []
    return { body: { object: 'list' as const, data: rows.map(viewPasskey) } }
  },
})

const options = defineEndpoint({
  id: 'profile.passkey_options',
  method: 'POST',
  path: '/profile/passkey-options',
  summary: 'Ask what the browser has to make a passkey of',
  access,
  returns: { status: 200, schema: RegistrationOptions },
  errors: [],
  prepare: proved,
  handle: async ({ ready }, ctx) => ({ body: await makeRegistrationOptions(ctx, ready) }),
})

const create = defineEndpoint({
  id: 'profile.passkeys.create',
  method: 'POST',
  path,
  summary: 'Add a passkey',
  access,
  body: PasskeyCreate,
  returns: { status: 201, schema: Passkey },
  errors: [],
  prepare: proved,
  async handle({ body, ready }, ctx) {
    const passkey = await addPasskey(ctx, ready, body)
    const details = { passkey_id: passkey.id, name: passkey.name }
    auditOwn(ctx, ready.caller, { action: 'passkey.added', details })
    return { body: viewPasskey(passkey), location: `${apiPrefix}${path}` }
  },
})

const remove = defineEndpoint({
  id: 'profile.passkeys.actions.remove',
  method: 'POST',
  path: `${path}/{id}/actions/remove`,
  summary: 'Remove a passkey',
  access,
  body: Shape({}),
  returns: { status: 204, schema: Shape({}) },
  errors: ['conflict'],
  prepare: proved,
  async handle({ params, ready: { caller } }, ctx) {
    const person = await personOf(ctx.tx, await memberOf(ctx.tx, caller), ctx.serviceTime)
    const passkeys = await listPasskeys(ctx.tx, person.id)
    const passkey = passkeys.find(({ id }) => id === params.id)
    if (!passkey) throw problem('not_found')
    const isLast = passkeys.length === 1
    if (isLast && person.password_hash === null) {
      throw problem('conflict', { detail: 'It is the only way you sign in. Set a password first.' })
    }
    const strict = (await listMemberships(ctx.tx, person.id)).find(({ needs_two_steps }) => needs_two_steps)
    if (isLast && strict && !person.has_totp) {
      throw problem('conflict', { detail: `${strict.tenant_name} wants a second step of its owners.` })
    }
    await deletePasskey(ctx.tx, person.id, passkey.id)
    auditOwn(ctx, caller, { action: 'passkey.removed', details: { passkey_id: passkey.id, name: passkey.name } })
    return { body: {} }
  },
})

export const passkeyEndpoints = [list, options, create, remove]
