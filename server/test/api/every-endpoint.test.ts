/** The gates for every endpoint there is, derived from the declarations: a new endpoint is tested by being declared. */

import { beforeAll, describe, expect, test } from 'vitest'
import { addOns, moduleOfScope, modules } from '../../src/contract/scopes.ts'
import { described, serviceEndpoints } from '../../src/describe/service-document.ts'
import { listUsers, updateUser } from '../../src/domains/accounts/store.ts'
import { atOneAddress } from '../../src/kernel/addresses.ts'
import type { Endpoint } from '../../src/kernel/endpoint.ts'
import { newId } from '../../src/lib/ids.ts'
import { toInstant } from '../../src/lib/instants.ts'
import { Client, type Reply } from '../support/client.ts'
import { untilForgotten, useService } from '../support/service.ts'

const service = useService()
const guarded = described(serviceEndpoints(atOneAddress('https://api.cellarbook.test'))).filter(
  endpoint => endpoint.kind !== 'public',
)
const writes = guarded.filter(endpoint => endpoint.kind === 'write')

interface Callers {
  full: Client
  elsewhere: Client
  live: Client
  locked: Client
  withoutAddOn: Client
  withoutScopes: Client
  withoutModules: Client
  withoutExcise: Client
  powerless: Client
  hurried: Client
}
let callers: Callers

beforeAll(async () => {
  const tenant = () => service.tenant()
  const [plain, locked, bare, modest, taxless, poor, hurried] = await Promise.all(Array.from({ length: 7 }, tenant))
  callers = {
    full: await plain!.key(),
    elsewhere: await plain!.key({ allowedAddresses: ['203.0.113.1'] }),
    live: await plain!.key({ mode: 'live' }),
    withoutScopes: await plain!.key({ scopes: [] }),
    locked: await locked!.key(),
    withoutAddOn: await bare!.key(),
    withoutModules: await modest!.key(),
    withoutExcise: await taxless!.key(),
    powerless: await poor!.key(),
    hurried: await hurried!.key(),
  }
  const tenantId = (await callers.powerless.get('/me')).body.tenant.id
  const [owner] = await listUsers(service.database, tenantId)
  const now = toInstant(service.clock())
  await service.database.transaction(tx => updateUser(tx, { tenantId, now }, { ...owner!, rights: [] }))
  await hurried!.set({ rate_per_min: 1 })
  await callers.hurried.get('/me')
  await locked!.set({ is_locked: true })
  await bare!.set({ apiAddOn: false })
  await modest!.set({ modules: [...addOns] })
  await taxless!.set({ modules: [...modules] })
  await untilForgotten()
})

const pathOf = ({ path }: Endpoint) => path.replace(/\{\w+\}/g, newId())

const call = (client: Client, endpoint: Endpoint, headers: Record<string, string> = {}): Promise<Reply> =>
  client.send(endpoint.method, pathOf(endpoint), { headers, ...(endpoint.body && { body: {} }) })

const needsScope = ({ access }: Endpoint) => access !== 'public' && access.scopes.length > 0
const needsModule = ({ access }: Endpoint) =>
  access !== 'public' && access.scopes.length > 0 && access.scopes.every(scope => moduleOfScope(scope) !== null)

const codeWithoutModule = ({ access }: Endpoint) =>
  (access !== 'public' && access.withoutModule) || 'module_not_enabled'

describe.each(guarded.map(endpoint => [endpoint.id, endpoint] as const))('%s', (_, endpoint) => {
  const expectCode = async (reply: Promise<Reply>, code: string) => expect((await reply).body.code).toBe(code)

  test('401 unauthenticated', () => expectCode(call(new Client(service.address), endpoint), 'unauthenticated'))

  test('403 ip_not_allowed', () => expectCode(call(callers.elsewhere, endpoint), 'ip_not_allowed'))

  test('403 forbidden: a live key with the sandbox header', () =>
    expectCode(call(callers.live, endpoint, { 'x-service-sandbox': '1' }), 'forbidden'))

  test('403 account_locked', () => expectCode(call(callers.locked, endpoint), 'account_locked'))

  test('403 addon_required', () => expectCode(call(callers.withoutAddOn, endpoint), 'addon_required'))

  if (needsScope(endpoint))
    test('403 insufficient_scope', () => expectCode(call(callers.withoutScopes, endpoint), 'insufficient_scope'))

  if (needsScope(endpoint))
    test('403 forbidden: the owner has no right', () => expectCode(call(callers.powerless, endpoint), 'forbidden'))

  if (needsModule(endpoint)) {
    const code = codeWithoutModule(endpoint)
    test(`403 ${code}`, () => expectCode(call(callers.withoutModules, endpoint), code))
  }

  if (endpoint.access !== 'public' && endpoint.access.addOn === 'excise')
    test('403 excise_not_enabled', () => expectCode(call(callers.withoutExcise, endpoint), 'excise_not_enabled'))

  test('429 rate_limited', async () => {
    const first = await call(callers.hurried, endpoint)
    // On a slow machine a new minute may just have begun, which lets one call pass.
    const reply = first.body.code === 'rate_limited' ? first : await call(callers.hurried, endpoint)
    expect(reply.body.code).toBe('rate_limited')
    expect(Number(reply.headers['retry-after'])).toBeGreaterThanOrEqual(1)
  })
})

describe.each(writes.map(endpoint => [endpoint.id, endpoint] as const))('%s', (_, endpoint) => {
  const send = (raw: string, headers: Record<string, string> = {}) =>
    callers.full.send(endpoint.method, pathOf(endpoint), {
      raw,
      headers: { 'content-type': 'application/json', ...headers },
    })

  test('400 invalid_idempotency_key, before the body', async () => {
    expect((await send('{{{', { 'idempotency-key': 'a b' })).body.code).toBe('invalid_idempotency_key')
  })

  test('413 payload_too_large', async () => {
    expect((await send(`{"a":"${'x'.repeat(6 * 1024 * 1024)}"}`)).body.code).toBe('payload_too_large')
  })

  test('422 validation_failed: no JSON, before the record', async () => {
    expect((await send('{{{')).body).toMatchObject({ code: 'validation_failed', errors: [{ field: '' }] })
  })

  if (endpoint.kind === 'write' && endpoint.record)
    test('404 not_found: no such record, before its body', async () => {
      expect((await send('{"nonsense":1}')).body.code).toBe('not_found')
    })

  if (endpoint.kind === 'write' && !endpoint.record)
    test('422: unknown fields', async () => {
      const { errors } = (await send('{"nonsense":1}')).body
      expect(errors).toContainEqual(expect.objectContaining({ field: 'nonsense', code: 'unknown_field' }))
    })
})
