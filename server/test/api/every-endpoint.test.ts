/** The gates for every endpoint there is, derived from the declarations: a new endpoint is tested by being declared. */

import { beforeAll, describe, expect, test } from 'vitest'
import { addOns, moduleOfScope, modules } from '../../src/contract/scopes.ts'
import { described, serviceEndpoints } from '../../src/describe/service-document.ts'
import { listUsers, updateUser } from '../../src/domains/accounts/store.ts'
import { largestJsonBytes } from '../../src/http/body.ts'
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
  await Promise.all([
    plain!.set({ rate_per_min: 1_000_000 }),
    hurried!.set({ rate_per_min: 1 }),
    locked!.set({ is_locked: true }),
    bare!.set({ apiAddOn: false }),
    modest!.set({ modules: [...addOns] }),
    taxless!.set({ modules: [...modules] }),
  ])
  await callers.hurried.get('/me')
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

/** Asks one after the other; what each answers stands beside its name. */
async function expectEach<Answer>(
  asked: readonly Endpoint[],
  ask: (endpoint: Endpoint) => Promise<Answer>,
  wanted: (endpoint: Endpoint) => Answer,
): Promise<void> {
  expect(asked.length).toBeGreaterThan(0)
  const answers: [id: string, answer: Answer][] = []
  for (const endpoint of asked) answers.push([endpoint.id, await ask(endpoint)])
  expect(answers).toEqual(asked.map(endpoint => [endpoint.id, wanted(endpoint)]))
}

describe('every endpoint', () => {
  const refuses = (code: string, asked: readonly Endpoint[], client: () => Client, headers?: Record<string, string>) =>
    expectEach(
      asked,
      async endpoint => (await call(client(), endpoint, headers)).body.code,
      () => code,
    )
  const scoped = guarded.filter(needsScope)

  test('401 unauthenticated', async () => {
    const anybody = new Client(service.address)
    await refuses('unauthenticated', guarded, () => anybody)
  })

  test('403 ip_not_allowed', () => refuses('ip_not_allowed', guarded, () => callers.elsewhere))

  test('403 forbidden: a live key with the sandbox header', () =>
    refuses('forbidden', guarded, () => callers.live, { 'x-service-sandbox': '1' }))

  test('403 account_locked', () => refuses('account_locked', guarded, () => callers.locked))

  test('403 addon_required', () => refuses('addon_required', guarded, () => callers.withoutAddOn))

  test('403 insufficient_scope', () => refuses('insufficient_scope', scoped, () => callers.withoutScopes))

  test('403 forbidden: the owner has no right', () => refuses('forbidden', scoped, () => callers.powerless))

  test('403 module_not_enabled, or what is said instead of it', () =>
    expectEach(
      guarded.filter(needsModule),
      async endpoint => (await call(callers.withoutModules, endpoint)).body.code,
      codeWithoutModule,
    ))

  test('403 excise_not_enabled', () =>
    refuses(
      'excise_not_enabled',
      guarded.filter(({ access }) => access !== 'public' && access.addOn === 'excise'),
      () => callers.withoutExcise,
    ))

  test('429 rate_limited', () =>
    expectEach(
      guarded,
      async endpoint => {
        const first = await call(callers.hurried, endpoint)
        // A new minute may just have begun, which lets one call pass.
        const { body, headers } = first.body.code === 'rate_limited' ? first : await call(callers.hurried, endpoint)
        return `${body.code}, ${Number(headers['retry-after']) >= 1 ? 'later' : 'at once'}`
      },
      () => 'rate_limited, later',
    ))
})

describe('every write', () => {
  const send = async (endpoint: Endpoint, raw: string, headers: Record<string, string> = {}) => {
    const sent = { raw, headers: { 'content-type': 'application/json', ...headers } }
    return (await callers.full.send(endpoint.method, pathOf(endpoint), sent)).body
  }
  const onRecord = (endpoint: Endpoint) => endpoint.kind === 'write' && endpoint.record !== undefined

  test('400 invalid_idempotency_key, before the body', () =>
    expectEach(
      writes,
      async endpoint => (await send(endpoint, '{{{', { 'idempotency-key': 'a b' })).code,
      () => 'invalid_idempotency_key',
    ))

  test('413 payload_too_large, by the length that is announced', () => {
    // A connection each: what was announced never comes.
    const announcing = new Client(service.address, callers.full.key)
    const sent = { raw: '{', headers: { 'content-length': String(largestJsonBytes + 1) } }
    return expectEach(
      writes,
      async endpoint => (await announcing.send(endpoint.method, pathOf(endpoint), sent)).body.code,
      () => 'payload_too_large',
    )
  })

  test('422 validation_failed: no JSON, before the record', () =>
    expectEach(
      writes,
      async endpoint => {
        const { code, errors } = await send(endpoint, '{{{')
        return [code, ...errors.map(({ field }: { field: string }) => field)]
      },
      () => ['validation_failed', ''],
    ))

  test('404 not_found: no such record, before its body', () =>
    expectEach(
      writes.filter(onRecord),
      async endpoint => (await send(endpoint, '{"nonsense":1}')).code,
      () => 'not_found',
    ))

  test('422: unknown fields', () =>
    expectEach(
      writes.filter(endpoint => !onRecord(endpoint)),
      async endpoint => {
        const { errors } = await send(endpoint, '{"nonsense":1}')
        const unknown = { field: 'nonsense', code: 'unknown_field' }
        return errors.some(({ field, code }: typeof unknown) => field === unknown.field && code === unknown.code)
      },
      () => true,
    ))
})
