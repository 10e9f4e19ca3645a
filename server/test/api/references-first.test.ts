/** Gate 15 before gate 16: an unknown reference or unit is told before the state, by every body that names one. */

import { beforeAll, describe, expect, test } from 'vitest'
import type { AnyShape, TSchema } from '../../src/contract/schema.ts'
import { described, serviceEndpoints } from '../../src/describe/service-document.ts'
import { references } from '../../src/domains/references.ts'
import { atOneAddress } from '../../src/kernel/addresses.ts'
import { type EveryDocument, everyDocument } from '../support/every-document.ts'
import { upload } from '../support/files.ts'
import { useService } from '../support/service.ts'
import { faultsOf, nobody } from '../support/stock.ts'

const service = useService()
const writes = described(serviceEndpoints(atOneAddress('https://api.cellarbook.test'))).filter(
  endpoint => endpoint.kind === 'write' && endpoint.record,
)

/** Every field of a body that names a record, by its path. */
function* namesIn(schema: TSchema | undefined, prefix = ''): Generator<string> {
  const {
    properties = {},
    anyOf = [],
    items,
  } = (schema ?? {}) as Partial<AnyShape> & {
    anyOf?: TSchema[]
    items?: TSchema
  }
  for (const [name, member] of Object.entries(properties)) {
    if (/_ids?$/.test(name)) yield prefix + name
    else yield* namesIn(member as TSchema, `${prefix}${name}.`)
  }
  for (const each of anyOf) yield* namesIn(each, prefix)
  if (items) yield* namesIn(items, prefix)
}

const naming = writes.flatMap(endpoint => [...new Set(namesIn(endpoint.body))].map(field => ({ endpoint, field })))

/** They belong to what has no state, or are told by a code of their own. */
const elsewhere = ['address.country_id', 'price_list_id', 'sale_vat_rate_id', 'unit_id']

test('every reference a body can name is known', () => {
  const unknown = naming
    .map(({ field }) => field)
    .filter(field => !elsewhere.includes(field) && !field.endsWith('unit_id') && !/^batch_id$/.test(field))
    .filter(field => !Object.hasOwn(references, field.split('.').at(-1)!))
  expect([...new Set(unknown)]).toEqual([])
})

describe('422 invalid_reference before 409', () => {
  let book: EveryDocument
  /** Documents of which nothing can be changed any more, by the path of their kind. */
  const closed: Record<string, string> = {}
  beforeAll(async () => {
    book = await everyDocument(service)
    const idOf = (name: string) => book.places.find(place => place.name === name)!.path.split('/')[2]!
    closed['/goods-receipts'] = idOf('cancelled receipt')
    closed['/stock-issues'] = idOf('confirmed issue')
    closed['/inventory-counts'] = idOf('closed count')
    closed['/invoices'] = idOf('cancelled invoice')
    closed['/orders'] = idOf('draft order')
    closed['/received-invoices'] = idOf('confirmed received invoice')
    closed['/cashflows'] = idOf('confirmed cash-flow document')
    for (const kind of ['/orders', '/received-invoices', '/cashflows']) {
      const done = await book.api.post(`${kind}/${closed[kind]}/actions/cancel`)
      expect(done.status, done.text).toBe(200)
    }
  })

  const unit = { unit_code: 'crate' }
  const entity = { entity_type: 'partner', entity_id: nobody }
  /** The least body that is taken, with one reference that is not. */
  const bodyOf = (field: string, id: string): object => {
    const line = { item_id: book.itemId, quantity: '1', unit }
    const named: Record<string, object> = {
      account_id: { paid_at: '2026-11-16', account_id: nobody },
      stock_issue_ids: { stock_issue_ids: [nobody] },
      'lines.line_id': { reason: 'x', lines: [{ line_id: nobody, quantity: '1' }] },
      entity_id: entity,
    }
    if (named[field]) return named[field]
    if (!id.endsWith('lines.create')) return { [field]: nobody }
    if (id.startsWith('receivedInvoices'))
      return { description: 'x', amount: '1.00', vat_rate_pct: '21', [field]: nobody }
    if (id.startsWith('inventoryCounts')) return { item_id: book.itemId, counted_quantity: '1', unit, [field]: nobody }
    return { ...line, ...(id.startsWith('invoices') && { description: 'x', unit_price: '1' }), [field]: nobody }
  }

  const asked = naming.filter(({ field, endpoint }) => {
    const [, kind] = endpoint.path.split('/')
    return (
      [
        'goods-receipts',
        'stock-issues',
        'inventory-counts',
        'invoices',
        'orders',
        'received-invoices',
        'cashflows',
      ].includes(kind!) && !field.endsWith('unit_id')
    )
  })

  test.for(asked.map(({ endpoint, field }) => [endpoint.id, field] as const))('%s: %s', async ([id, field]) => {
    const endpoint = writes.find(each => each.id === id)!
    const [, kind] = endpoint.path.split('/')
    const document = `/${kind}/${closed[`/${kind}`]}`
    let path = endpoint.path.replace(`/${kind}/{id}`, document)
    if (path.includes('{line_id}')) {
      const [line] = (await book.api.get(document)).body.lines
      path = path.replace('{line_id}', line.id)
    }
    const body = bodyOf(field, id)
    const reply = await book.api.send(endpoint.method, path, { body })
    const rows = (reply.body.errors ?? []).map(({ field: name, code }: Record<string, string>) => [
      name!.replace(/\[\d+\]/g, ''),
      code,
    ])
    expect({ status: reply.status, rows }, reply.text).toEqual({ status: 422, rows: [[field, 'invalid_reference']] })
    // What is refused is the reference alone: without it the state speaks.
    if (endpoint.method === 'PATCH' && !path.includes('/lines/')) {
      expect((await book.api.send('PATCH', path, { body: { notes: 'x' } })).status).toBe(409)
    }
  })

  test('units too: one the account lacks, one that is not of the item, one that is too coarse', async () => {
    for (const kind of ['/goods-receipts', '/stock-issues', '/orders', '/invoices']) {
      const add = (unit_code: string, quantity = '1') =>
        book.api.post(`${kind}/${closed[kind]}/lines`, {
          ...{ item_id: book.itemId, quantity, unit: { unit_code } },
          ...(kind === '/invoices' && { description: 'x', unit_price: '1' }),
        })
      const other = await add('kg')
      expect(other.body, kind).toMatchObject({
        code: 'unit_mismatch',
        field: 'unit',
        expected_unit: { code: unit.unit_code },
      })
      expect((await add('sud')).body, kind).toMatchObject({ code: 'unit_not_available', field: 'unit' })
      const fine = await add(unit.unit_code, '0.0001')
      expect(fine.body, kind).toMatchObject({ code: 'quantity_scale', field: 'quantity' })
      expect((await add(unit.unit_code)).status, kind).toBe(409)
    }
    for (const kind of ['/goods-receipts', '/stock-issues', '/orders', '/invoices']) {
      const document = `${kind}/${closed[kind]}`
      const [line] = (await book.api.get(document)).body.lines
      const change = (unit_code: string, quantity = '1') =>
        book.api.patch(`${document}/lines/${line.id}`, { quantity, unit: { unit_code } })
      const expected_unit = { code: line.unit.code }
      expect((await change('kg')).body, kind).toMatchObject({ code: 'unit_mismatch', field: 'unit', expected_unit })
      expect((await change('sud')).body, kind).toMatchObject({ code: 'unit_not_available', field: 'unit' })
      expect((await change(line.unit.code, '0.0001')).body, kind).toMatchObject({ code: 'quantity_scale' })
      expect((await change(line.unit.code)).status, kind).toBe(409)
    }
    const counted = await book.api.post(`/inventory-counts/${closed['/inventory-counts']}/lines`, {
      ...{ item_id: book.itemId, counted_quantity: '0.0001', unit },
    })
    expect(counted.body).toMatchObject({ code: 'quantity_scale', field: 'counted_quantity' })
  })

  test('inbox.actions.sort: entity_id', async () => {
    const { id: attachment_id } = await upload(book.api, service, { name: 'letter.txt', mediaType: 'text/plain' })
    const { id } = (await book.api.post('/inbox/submissions', { attachment_id })).body
    const sort = (body: object) => book.api.post(`/inbox/submissions/${id}/actions/sort`, body)
    expect((await sort({})).status).toBe(200)
    expect((await sort(entity)).body).toMatchObject({ status: 422, errors: [{ field: 'entity_id' }] })
    expect((await sort({ ...entity, entity_id: book.partnerId })).body.code).toBe('invalid_transition')
  })
})

describe('422 invalid_reference: every one of a body is told at once, one row for each field', () => {
  const unit = { unit_code: 'crate' }
  const line = { item_id: nobody, quantity: '1', unit }
  const rowsOf = (names: string[]) => names.map(name => `${name} invalid_reference`).toSorted()
  let book: EveryDocument
  beforeAll(async () => {
    book = await everyDocument(service)
  })

  test('of a new document', async () => {
    const order = { partner_id: nobody, contact_id: nobody, warehouse_id: nobody, category_id: nobody }
    const told = await book.api.post('/orders', { ...order, lines: [{ ...line, deposit_id: nobody }] })
    expect(faultsOf(told)).toEqual(rowsOf([...Object.keys(order), 'lines[0].item_id', 'lines[0].deposit_id']))
    const head = { partner_id: nobody, warehouse_id: nobody, batch_id: nobody, target_warehouse_id: nobody }
    const issue = await book.api.post('/stock-issues', { ...head, lines: [{ ...line, lot_id: nobody }] })
    expect(faultsOf(issue)).toEqual(rowsOf([...Object.keys(head), 'lines[0].item_id', 'lines[0].lot_id']))
    const repack = { warehouse_id: nobody, from: [{ ...line, lot_id: nobody }], to: [line] }
    expect(faultsOf(await book.api.post('/repacks', repack))).toEqual(
      rowsOf(['warehouse_id', 'from[0].item_id', 'from[0].lot_id', 'to[0].item_id']),
    )
  })

  test('of a line', async () => {
    const draft = (name: string) => book.places.find(place => place.name === name)!.path
    const ordered = await book.api.post(`${draft('draft order')}/lines`, { ...line, deposit_id: nobody })
    expect(faultsOf(ordered)).toEqual(rowsOf(['item_id', 'deposit_id']))
    const { body } = await book.api.post('/stock-issues', {
      ...{ warehouse_id: book.main, lines: [{ ...line, item_id: book.itemId }] },
    })
    const issue = `/stock-issues/${body.id}`
    const added = await book.api.post(`${issue}/lines`, { ...line, lot_id: nobody })
    expect(faultsOf(added)).toEqual(rowsOf(['item_id', 'lot_id']))
    const changed = await book.api.patch(`${issue}/lines/${body.lines[0].id}`, { item_id: nobody, lot_id: nobody })
    expect(faultsOf(changed)).toEqual(rowsOf(['item_id', 'lot_id']))
    expect(faultsOf(await book.api.patch(issue, { target_warehouse_id: nobody }))).toEqual(
      rowsOf(['target_warehouse_id']),
    )
  })
})
