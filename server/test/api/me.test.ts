/** GET /me, /units, /countries, /health: what an integration reads first. */
import { describe, expect, test } from 'vitest'
import { readVersion } from '../../src/kernel/version.ts'
import { newAccount } from '../support/account.ts'
import { Client } from '../support/client.ts'
import { useService } from '../support/service.ts'
import { shared } from '../support/shared.ts'

const service = useService()
const theAccount = shared(service, () => newAccount(service))

describe('GET /health', () => {
  test('200: works without a key and counts nothing', async () => {
    const anonymous = new Client(service.address)
    const first = await anonymous.get('/health')
    const second = await anonymous.get('/health')
    expect(first.status).toBe(200)
    expect(first.body).toMatchObject({
      object: 'health',
      status: 'ok',
      api_version: '2026-09-17',
      version: readVersion(),
    })
    expect(second.headers['ratelimit-remaining']).toBe(first.headers['ratelimit-remaining'])
  })

  test('200: works with a key, even a wrong one', async () => {
    expect((await new Client(service.address, 'nonsense').get('/health')).status).toBe(200)
  })
})

describe('GET /openapi.json', () => {
  test('200: describes this service, without a key', async () => {
    const { body } = await new Client(service.address).get('/openapi.json')
    expect(body).toMatchObject({ openapi: '3.1.0', servers: [{ url: 'https://api.cellarbook.test/api/v1' }] })
    expect(body.paths['/partners'].post['x-scopes']).toEqual(['core:write'])
  })

  test('422 unknown_field: the query is strict here too', async () => {
    expect((await new Client(service.address).get('/openapi.json?v=2')).body.code).toBe('unknown_field')
    expect((await new Client(service.address).get('/health?verbose')).body.code).toBe('unknown_field')
  })
})

describe('GET /me', () => {
  test('200: shows the account, the key, the effective scopes and the plan', async () => {
    const tenant = await service.tenant({ name: 'Pivovar Test', modules: ['stock', 'sales', 'api'] })
    const api = await tenant.key({ scopes: ['core:read', 'sales:read', 'finance:read'] })
    const { body } = await api.get('/me')
    expect(body).toMatchObject({
      object: 'me',
      livemode: false,
      tenant: { name: 'Pivovar Test', slug: tenant.slug, vertical: 'brewery', country_code: 'CZ' },
      key: { id: api.keyId, name: 'test key' },
      scopes: ['core:read', 'sales:read'],
      modules: ['stock', 'sales', 'api'],
      limits: { rate_per_min: 600, max_keys: 10, max_webhook_endpoints: 10, events_retention_days: 30 },
    })
  })

  test('200: needs no scope', async () => {
    const api = await (await theAccount()).tenant.key({ scopes: ['webhooks:manage'] })
    expect((await api.get('/me')).status).toBe(200)
  })

  test('200: a live key sees livemode, a test key the sandbox header', async () => {
    const tenant = await service.tenant()
    const live = await (await tenant.key({ mode: 'live' })).get('/me')
    const sandbox = await (await tenant.key({ mode: 'test' })).get('/me')
    expect(live.body.livemode).toBe(true)
    expect(live.headers['x-service-sandbox']).toBeUndefined()
    expect(sandbox.body.livemode).toBe(false)
    expect(sandbox.headers['x-service-sandbox']).toBe('1')
  })

  test('200: the measure profile has all nine axes', async () => {
    const api = (await theAccount()).api
    const { body } = await api.get('/me')
    expect(body.measure_profile).toEqual({
      unit_system: 'metric',
      axes: {
        volume: { unit: 'hl', canonical_unit: 'l' },
        weight: { unit: 'kg', canonical_unit: 'kg' },
        hop_weight: { unit: 'g', canonical_unit: 'g' },
        temperature: { unit: 'c', canonical_unit: 'c' },
        gravity: { unit: 'plato', canonical_unit: 'plato' },
        pressure: { unit: 'bar', canonical_unit: 'bar' },
        carbonation: { unit: 'g_l', canonical_unit: 'g_l' },
        color: { unit: 'ebc', canonical_unit: 'ebc' },
        bitterness: { unit: 'ibu', canonical_unit: 'ibu' },
      },
    })
  })
})

describe('GET /units', () => {
  test('200: the system units of the account, with exact factors', async () => {
    const api = await (await theAccount()).tenant.key({ scopes: ['core:read'] })
    const { body } = await api.get('/units')
    expect(Object.keys(body)).toEqual(['data'])
    const units = new Map(body.data.map((unit: { code: string }) => [unit.code, unit]))
    expect(units.get('kg')).toMatchObject({
      object: 'unit',
      dimension: 'weight',
      base_unit_code: null,
      to_base_factor: '1',
      decimals: 3,
      is_system: true,
      name_cs: 'kilogram',
    })
    expect(units.get('hl')).toMatchObject({ dimension: 'volume', base_unit_code: 'l', to_base_factor: '100' })
    expect(units.get('pcs')).toMatchObject({ dimension: 'count', decimals: 0, symbol: 'ks', name_en: 'piece' })
    expect(units.has('lb')).toBe(false)
  })

  test('403 insufficient_scope: writing does not imply reading', async () => {
    const api = await (await theAccount()).tenant.key({ scopes: ['core:write'] })
    const reply = await api.get('/units')
    expect(reply.status).toBe(403)
    expect(reply.body).toMatchObject({ code: 'insufficient_scope', required_scopes: ['core:read'] })
  })

  test('422 unknown_field: a misspelt parameter is not ignored', async () => {
    const api = (await theAccount()).api
    const reply = await api.get('/units?limt=5')
    expect(reply.status).toBe(422)
    expect(reply.body).toMatchObject({ code: 'unknown_field', errors: [{ field: 'limt', code: 'unknown_field' }] })
  })
})

describe('GET /countries', () => {
  test('200: all 249 of ISO 3166 with names in both languages', async () => {
    const api = (await theAccount()).api
    const { body } = await api.get('/countries')
    expect(body.data).toHaveLength(249)
    expect(body.data.find((country: { code: string }) => country.code === 'CZ')).toMatchObject({
      name_cs: 'Česko',
      name_en: 'Czechia',
    })
  })
})
