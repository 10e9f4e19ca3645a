/** How single declarations become operations, schemas and names, on a service of five endpoints. */

import { Type } from 'typebox'
import { expect, test } from 'vitest'
import { Decimal, ListOf, Nullable, OnConflict, Patch, Shape, type TSchema, Uuid } from '../../src/contract/schema.ts'
import { operationName } from '../../src/describe/openapi/words.ts'
import { type DescribedEndpoint, openApiDocument } from '../../src/describe/openapi.ts'
import { atOneAddress } from '../../src/kernel/addresses.ts'

type Fields = Record<string, unknown>

const keysOf = (value: unknown): string[] => Object.keys(value as object)

const at = (root: unknown, ...keys: string[]): unknown =>
  keys.reduce<unknown>((part, key) => (part as Fields | undefined)?.[key], root)

const Line = Shape({ object: Type.Literal('crate_line'), amount: Nullable(Decimal) })
const CrateInList = Shape({ object: Type.Literal('crate'), id: Uuid })
const Crate = Shape({ object: Type.Literal('crate'), id: Uuid, lines: Type.Array(Line) })
const CrateEffects = Shape({ moved: Decimal }, { title: 'CrateEffects' })
const CrateCreate = Shape({ amount: Decimal, tint: Type.Optional(Shape({ hue: Decimal })) })
const declared = { summary: 'Does it', access: { scopes: ['core:read'] }, errors: [] } as const
const dryRun = Type.Optional(Type.Boolean())
const crates: DescribedEndpoint[] = [
  {
    ...declared,
    id: 'crates.list',
    method: 'GET',
    path: '/crates',
    query: Shape({ shops: Type.Array(Uuid) }),
    returns: { status: 200, schema: ListOf(CrateInList) },
  },
  {
    ...declared,
    id: 'crates.create',
    method: 'POST',
    path: '/crates',
    query: Shape({ on_conflict: OnConflict, dry_run: dryRun }),
    body: CrateCreate,
    returns: { status: 201, schema: Crate, etag: true },
    effects: { scopes: ['stock:read'], schema: CrateEffects },
  },
  {
    ...declared,
    id: 'crates.weigh',
    method: 'POST',
    path: '/crates/{id}/weights',
    body: CrateCreate,
    returns: { status: 201, schema: Crate, existing: 'It was weighed before.' },
  },
  {
    ...declared,
    id: 'crates.get',
    method: 'GET',
    path: '/crates/{id}',
    returns: { status: 200, schema: Crate, etag: true },
  },
  {
    ...declared,
    id: 'crates.update',
    method: 'PATCH',
    path: '/crates/{id}',
    body: Patch(CrateCreate),
    returns: { status: 200, schema: Crate, etag: true },
    errors: ['stale_version'],
  },
  {
    ...declared,
    id: 'crates.lines.delete',
    method: 'DELETE',
    path: '/crates/{id}/lines/{line_id}',
    query: Shape({ dry_run: dryRun }),
    returns: { status: 204, schema: Type.Null() },
  },
]
const small = openApiDocument({ endpoints: crates, addresses: atOneAddress('https://books.example') })
const schemas = small.components.schemas!
const operationOf = (id: string): Fields =>
  Object.values(small.paths)
    .flatMap(item => Object.values(item))
    .find(operation => operation.operationId === id)!

const reference = (name: string) => ({ $ref: `#/components/schemas/${name}` })

test('names records after their kind, lists after records and bodies after endpoints', () => {
  const own = keysOf(schemas).filter(name => !name.endsWith('Problem') && name !== 'ProblemRow')
  expect(own).toEqual([
    'Crate',
    'CrateCreate',
    'CrateEffects',
    'CrateLine',
    'CrateList',
    'CrateListItem',
    'CratePatch',
    'Decimal',
    'DryRun',
  ])
  const amount = { anyOf: [reference('Decimal'), { type: 'null' }], description: 'The amount of money.' }
  expect(at(schemas.CrateLine, 'properties', 'amount')).toEqual(amount)
})

test('lets a title name a shape, and refuses one title for two shapes', () => {
  const read = (path: `/${string}`, amount: TSchema): DescribedEndpoint => ({
    ...declared,
    id: `${path.slice(1)}.get`,
    method: 'GET',
    path,
    returns: { status: 200, schema: Type.Object({ amount }, { title: 'Keg' }) },
  })
  const documentOf = (...reads: DescribedEndpoint[]) =>
    openApiDocument({ endpoints: reads, addresses: atOneAddress('') })
  expect(keysOf(documentOf(read('/kegs', Uuid), read('/tanks', Uuid)).components.schemas)).toContain('Keg')
  expect(() => documentOf(read('/kegs', Uuid), read('/tanks', Decimal))).toThrow('two different shapes are titled Keg')
})

test('is strict in what it takes and open in what it answers', () => {
  expect(schemas.CrateCreate!.additionalProperties).toBe(false)
  expect(at(schemas.CrateCreate, 'properties', 'tint', 'additionalProperties')).toBe(false)
  expect(schemas.Crate!.additionalProperties).toBeUndefined()
})

test('tells every way to succeed', () => {
  const { responses } = operationOf('crates.create')
  const noEvents = { type: 'array', items: {}, maxItems: 0 }
  const own = {
    type: 'object',
    required: ['events'],
    properties: { events: noEvents, effects: reference('CrateEffects') },
  }
  const tried = { allOf: [reference('Crate'), reference('DryRun'), own] }
  const schemaOf = (status: string) => at(responses, status, 'content', 'application/json', 'schema')
  expect(schemaOf('201')).toEqual(reference('Crate'))
  expect(schemaOf('200')).toMatchObject({ anyOf: [reference('Crate'), tried] })
  expect(keysOf(at(responses, '201', 'headers'))).toEqual(
    expect.arrayContaining(['Location', 'ETag', 'Idempotent-Replayed', 'X-Request-Id', 'RateLimit-Policy']),
  )
  const weighed = at(operationOf('crates.weigh'), 'responses', '200') as Fields
  expect(weighed.description).toBe('It was weighed before.')
  expect(at(weighed, 'content', 'application/json', 'schema')).toEqual(reference('Crate'))
  expect(keysOf(at(operationOf('crates.get'), 'responses'))).toContain('304')
  const deletion = operationOf('crates.lines.delete').responses
  expect(at(deletion, '204', 'content')).toBeUndefined()
  expect(at(deletion, '200', 'content', 'application/json', 'schema')).toMatchObject({
    allOf: [reference('DryRun'), { type: 'object', required: ['events'], properties: { events: noEvents } }],
  })
  expect(keysOf(schemas.CrateEffects!.properties)).toEqual(['moved', 'redacted'])
  expect(schemas.CrateEffects!.required).toBeUndefined()
  expect(keysOf(at(operationOf('crates.list'), 'responses', '200', 'headers'))).toContain('X-Service-Latest-Sequence')
})

test('gives each operation the parameters it reads', () => {
  const names = (id: string) =>
    (operationOf(id).parameters as Fields[]).map(
      parameter => parameter.name ?? String(parameter.$ref).split('/').at(-1),
    )
  expect(names('crates.list')).toEqual(['shops', 'XServiceSandbox'])
  expect(names('crates.create')).toEqual(['OnConflict', 'DryRun', 'IdempotencyKey', 'XServiceSandbox'])
  expect(names('crates.get')).toEqual(['id', 'IfNoneMatch', 'XServiceSandbox'])
  expect(names('crates.update')).toEqual(['id', 'IdempotencyKey', 'IfMatch', 'XServiceSandbox'])
  const [shops] = operationOf('crates.list').parameters as Fields[]
  expect(shops).toMatchObject({ in: 'query', required: true, style: 'form', explode: true })
  const [crate, line] = operationOf('crates.lines.delete').parameters as Fields[]
  expect([crate!.description, line!.description]).toEqual(['Id of the crate.', 'Id of the line.'])
})

test.each([
  ['orders.lines.create', 'OrderLineCreate'],
  ['goods-receipts.update', 'GoodsReceiptPatch'],
  ['received_invoices.actions.mark_paid', 'ReceivedInvoiceMarkPaid'],
  ['batches.measurements.create', 'BatchMeasurementCreate'],
  ['categories.list', 'CategoryList'],
  ['numberSeries.get', 'NumberSeriesGet'],
  ['warehouses.get', 'WarehouseGet'],
])('the endpoint %s gives the name %s', (id, name) => {
  expect(operationName(id)).toBe(name)
})
