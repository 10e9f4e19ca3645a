/** A key is shown what it may read, by every way there is: derived from the declarations, for every kind of record. */

import { beforeAll, describe, expect, test } from 'vitest'
import { type EventType, readScopeOfObject, readScopesOf } from '../../src/contract/events.ts'
import type { AnyShape } from '../../src/contract/schema.ts'
import { modules, presets, type Scope } from '../../src/contract/scopes.ts'
import { described, serviceEndpoints } from '../../src/describe/service-document.ts'
import { atOneAddress } from '../../src/kernel/addresses.ts'
import type { Endpoint } from '../../src/kernel/endpoint.ts'
import { fileCarriers } from '../../src/kernel/file-carriers.ts'
import type { Client } from '../support/client.ts'
import { type EveryDocument, everyDocument } from '../support/every-document.ts'
import { announce, finalize, sent, upload } from '../support/files.ts'
import { useService } from '../support/service.ts'

const service = useService()
const writes = described(serviceEndpoints(atOneAddress('https://api.cellarbook.test'))).filter(
  endpoint => endpoint.kind === 'write',
)

interface ShownEvent {
  type: EventType
  sequence: number
  data: { object: object }
  redacted?: true
}

const scopesOf = ({ access }: Endpoint): Scope[] =>
  access === 'public' ? [] : [...access.scopes, ...(access.additionalScopes ?? [])]

/** What an action needs to work, where it needs something. */
const bodies: Record<string, object> = {
  mark_paid: { paid_at: '2026-11-16' },
  credit: { reason: 'Rozbité lahve' },
}

let book: EveryDocument
let reportId: string
beforeAll(async () => {
  book = await everyDocument(service)
  reportId = (await book.api.post('/excise-reports', { period: '2026-10' })).body.id
  await book.tenant.set({ max_keys: 100 })
})

/** One key for each set of scopes. */
const known = new Map<string, Promise<Client>>()
function keyWith(scopes: Scope[]): Promise<Client> {
  const name = scopes.toSorted().join()
  const key = known.get(name) ?? book.tenant.key({ scopes })
  known.set(name, key)
  return key
}

const actionsOf = (path: string) =>
  writes.flatMap(endpoint => {
    const pattern = new RegExp(`^${endpoint.path.replace('{id}', '[0-9a-f-]{36}')}$`)
    const key = /\/actions\/(\w+)$/.exec(endpoint.path)?.[1]
    return key && pattern.test(`${path}/actions/${key}`) ? [{ key, endpoint }] : []
  })

/** What is done at the counter moves money and goods, too: it takes those rights as the situation asks. */
const ofSituation = (path: string): Scope[] =>
  /^\/(pos-sales|packaging-returns|cash-desk-sessions)\//.test(path) ? ['finance:write', 'stock:write'] : []

/** The events and effects of a dry run, as a key with these scopes sees them. */
async function dryRun(endpoint: Endpoint, path: string, body: object, reads: Scope[]) {
  const held = [...new Set([...scopesOf(endpoint), ...ofSituation(path), ...reads])]
  const reply = await (await keyWith(held)).send(endpoint.method, `${path}?dry_run=true`, { body })
  const { events, effects } = reply.body as { events: ShownEvent[]; effects?: object }
  return {
    status: reply.status,
    events,
    effects,
    mayRead: (scopes: readonly Scope[]) => scopes.some(scope => held.includes(scope)),
  }
}

describe('dry runs', () => {
  const seen = { redacted: new Set<string>(), whole: new Set<string>(), effects: 0 }

  interface Tried {
    endpoint: Endpoint
    path: string
    body: object
    /** As a key with all rights sees it. */
    whole: { events: ShownEvent[]; effects?: object }
  }
  const withAllRights = (endpoint: Endpoint, path: string, body: object) =>
    book.api.send(endpoint.method, `${path}?dry_run=true`, { body })

  function expectDeclared(effects: object, { required = [], properties }: AnyShape): void {
    expect(Object.keys(effects)).toEqual(expect.arrayContaining([...required]))
    expect(Object.keys(properties)).toEqual(expect.arrayContaining(Object.keys(effects)))
  }

  async function compare({ endpoint, path, body, whole }: Tried): Promise<void> {
    for (const reads of [[], ['stock:read'], ['finance:read', 'sales:read']] as Scope[][]) {
      const shown = await dryRun(endpoint, path, body, reads)
      expect(shown.status).toBe(200)
      expect(shown.events.map(({ type }) => type)).toEqual(whole.events.map(({ type }) => type))
      for (const [index, event] of shown.events.entries()) {
        const full = whole.events[index] as { sequence: number; data: { object: { object: string } } }
        const isShown = shown.mayRead(readScopesOf(event.type, [...modules]))
        if (isShown) expect(Object.keys(event.data.object)).toEqual(Object.keys(full.data.object))
        else
          expect(event).toMatchObject({
            redacted: true,
            sequence: full.sequence,
            data: { object: { object: full.data.object.object } },
          })
        if (!isShown)
          expect([Object.keys(event.data), Object.keys(event.data.object)]).toEqual([['object'], ['object', 'id']])
        expect(event.redacted === true).toBe(!isShown)
        seen[isShown ? 'whole' : 'redacted'].add(event.type)
      }
      if (whole.effects) seen.effects += 1
      if (whole.effects) expectDeclared(whole.effects, endpoint.effects!.schema)
      if (whole.effects && shown.mayRead(endpoint.effects!.scopes))
        expect(Object.keys(shown.effects!)).toEqual(Object.keys(whole.effects))
      else expect(shown.effects).toEqual(whole.effects && { redacted: true })
    }
  }

  test('200: every action that works on some document', async () => {
    const documents = book.places.map(({ path }) => path).filter(path => /^\/[a-z-]+\/[0-9a-f-]{36}$/.test(path))
    const worked = new Set<string>()
    const compared = new Set<string>()
    for (const path of documents) {
      for (const { key, endpoint } of actionsOf(path)) {
        const body = bodies[key] ?? {}
        const action = `${path}/actions/${key}`
        const { status, body: whole } = await withAllRights(endpoint, action, body)
        if (status !== 200) continue
        worked.add(endpoint.id)
        // Another document of which the same is told shows nothing new.
        const told = [endpoint.id, ...whole.events.map(({ type }: ShownEvent) => type)].join(' ')
        if (!compared.has(told)) await compare({ endpoint, path: action, body, whole })
        compared.add(told)
      }
    }
    expect(worked.size).toBeGreaterThan(25)
    expect(seen.effects).toBeGreaterThan(0)
    for (const type of ['stock_level.changed', 'cashflow.created', 'invoice.created', 'order.confirmed']) {
      expect(seen.redacted, type).toContain(type)
      expect(seen.whole, type).toContain(type)
    }
  })

  test('200: creates and changes', async () => {
    const { partnerId: partner_id } = book
    const made: [string, string, object][] = [
      ['partners.create', '/partners', { name: 'A' }],
      ['partners.update', `/partners/${partner_id}`, { notes: 'seen' }],
      ['items.create', '/items', { name: 'Slad', unit: { unit_code: 'kg' } }],
      ['orders.create', '/orders', { partner_id }],
      [
        'cashflows.create',
        '/cashflows',
        { cashflow_type: 'income', amount: '5.00', description: 'x', payment_method: 'cash' },
      ],
    ]
    for (const [id, path, body] of made) {
      const endpoint = writes.find(each => each.id === id)!
      await compare({ endpoint, path, body, whole: (await withAllRights(endpoint, path, body)).body })
    }
    expect(seen.redacted).toContain('partner.updated')
  })

  test('the owner counts too: a full key of a person without rights to read sees nothing', async () => {
    await book.apply({
      users: [{ email: 'seller@example.com', name: 'Seller', role: 'sales', rights: ['sales:write'] }],
    })
    const key = await book.tenant.key({ scopes: presets.full.scopes, ownerEmail: 'seller@example.com' })
    const order = { partner_id: book.partnerId }
    const { events } = (await key.post('/orders?dry_run=true', order)).body
    expect(events).toMatchObject([{ type: 'order.created', redacted: true }])
  })
})

describe('attachments', () => {
  const placeOf = (path: string) => book.places.find(place => place.path.startsWith(`${path}/`))!.path.split('/')[2]!
  const idOf: Record<string, () => string> = {
    partner: () => book.partnerId,
    item: () => book.itemId,
    order: () => placeOf('/orders'),
    goods_receipt: () => placeOf('/goods-receipts'),
    stock_issue: () => placeOf('/stock-issues'),
    invoice: () => placeOf('/invoices'),
    received_invoice: () => placeOf('/received-invoices'),
    cashflow: () => placeOf('/cashflows'),
    batch: () => placeOf('/batches'),
    excise_report: () => reportId,
  }

  test.for(fileCarriers)('of a %s need the scopes of its kind, on top of those of attachments', async type => {
    const entity = { entity_type: type, entity_id: idOf[type]!() }
    const read = readScopeOfObject(type, [...modules])
    const write = read.replace(':read', ':write') as Scope
    const isCore = read === 'core:read'
    const [blind, seeing] = [
      await keyWith(['core:read', 'core:write']),
      await keyWith(['core:read', 'core:write', read]),
    ]
    const writing = await keyWith(['core:read', 'core:write', write])
    const refusedFor = (scope: Scope) =>
      isCore ? {} : { status: 403, body: { code: 'insufficient_scope', required_scopes: [scope] } }

    expect(await announce(blind, { entity })).toMatchObject(refusedFor(write))
    expect(await announce(seeing, { entity })).toMatchObject(refusedFor(write))
    const nowhere = { ...entity, entity_id: '00000000-0000-7000-8000-000000000000' }
    expect(await announce(seeing, { entity: nowhere })).toMatchObject(refusedFor(write))
    expect((await announce(writing, { entity: nowhere })).body.errors).toMatchObject([{ code: 'invalid_reference' }])
    const file = await sent(writing, service, { entity })
    expect(await finalize(seeing, file, { entity })).toMatchObject(isCore ? { status: 201 } : refusedFor(write))
    const done = await finalize(writing, file, { entity })
    expect(done.status).toBe(201)
    expect(await finalize(blind, file, { entity })).toMatchObject(refusedFor(write))

    const { id } = done.body
    const seen = async (key: Client) => [
      (await key.get(`/attachments/${id}`)).status,
      (await key.get(`/attachments/${id}/content`)).status,
      (await key.get(`/attachments?entity_type=${type}`)).status,
      (await key.get(`/attachments?entity_id=${entity.entity_id}`)).body.data.length,
    ]
    expect(await seen(seeing)).toEqual([200, 302, 200, 1])
    expect(await seen(blind)).toEqual(isCore ? [200, 302, 200, 1] : [403, 403, 403, 0])
    expect((await blind.get(`/attachments/${id}`)).body).toMatchObject(refusedFor(read).body ?? {})
    const { data } = (await blind.get('/attachments?limit=200')).body
    expect(data.some((each: { id: string }) => each.id === id)).toBe(isCore)
  })

  test('of a received invoice: neither sorted into it nor read from it without its scopes', async () => {
    const entity = { entity_type: 'received_invoice', entity_id: idOf.received_invoice!() }
    const invoice = `/received-invoices/${entity.entity_id}`
    const clerk = await keyWith(['core:read', 'core:write'])
    const before = await book.api.get(invoice)
    const loose = await upload(book.api, service, {
      name: 'letter.txt',
      mediaType: 'text/plain',
      bytes: Buffer.from('a letter'),
    })
    const { id } = (await clerk.post('/inbox/submissions', { attachment_id: loose.id })).body
    const sort = (key: Client) => key.post(`/inbox/submissions/${id}/actions/sort`, entity)
    expect((await sort(clerk)).body).toMatchObject({ code: 'insufficient_scope', required_scopes: ['finance:write'] })
    expect((await book.api.get(invoice)).headers.etag).toBe(before.headers.etag)
    expect((await sort(book.api)).status).toBe(200)
    const again = await clerk.post('/inbox/submissions', { attachment_id: loose.id })
    expect(again.body).toMatchObject({ code: 'insufficient_scope', required_scopes: ['finance:read'] })
    const other = await keyWith(['sales:write', 'core:write'])
    expect((await other.get(`/attachments/${loose.id}/content`)).body.required_scopes).toEqual(['core:read'])
  })

  test('403 module_not_enabled, forbidden: a dropped module and a lost right count as well', async () => {
    const entity = { entity_type: 'received_invoice', entity_id: idOf.received_invoice!() }
    const { id } = await upload(book.api, service, { entity })
    await book.apply({ users: [{ email: 'clerk@example.com', name: 'Clerk', role: 'viewer', rights: ['core:read'] }] })
    const clerk = await book.tenant.key({ scopes: presets.full.scopes, ownerEmail: 'clerk@example.com' })
    expect((await clerk.get(`/attachments/${id}`)).body.code).toBe('forbidden')
    await book.tenant.set({ modules: ['stock', 'sales'] })
    expect((await book.api.get(`/attachments/${id}`)).body.code).toBe('module_not_enabled')
    expect((await book.api.get(`/attachments/${id}/content`)).body.code).toBe('module_not_enabled')
  })
})
