/** The answer of a dry run is its declaration: what is not declared does not leave. */
import { Type } from 'typebox'
import { expect, test } from 'vitest'
import { dryRunShape, eventsOf } from '../../src/contract/dry-run.ts'
import { Shape } from '../../src/contract/schema.ts'
import { validator } from '../../src/contract/validate.ts'
import { routeOf } from '../../src/http/route.ts'
import { defineEndpoint } from '../../src/kernel/endpoint.ts'

const effects = { scopes: ['stock:read'], schema: Shape({ moved: Type.String() }) } as const
const common = {
  method: 'POST',
  path: '/crates',
  summary: 'Does it',
  access: { scopes: ['core:write'] },
  returns: { status: 200, schema: Shape({ name: Type.String() }) },
  errors: [],
} as const

const moving = defineEndpoint({
  ...common,
  id: 'crates.move',
  emits: () => ['stock_level.changed'],
  effects,
  handle: async () => ({ body: { name: 'A' }, effects: { moved: '5' } }),
})

test('what is not declared is not shown', () => {
  const { serializeDryRun } = routeOf(moving)
  const answer = { name: 'A', cost: '9', dry_run: true, events: [], effects: { moved: '5', cost: '9' } }
  const shown = { name: 'A', dry_run: true, events: [], effects: { moved: '5' } }
  expect(JSON.parse(serializeDryRun(answer))).toEqual(shown)
  expect(JSON.parse(serializeDryRun({ ...shown, effects: { redacted: true } })).effects).toEqual({ redacted: true })
})

test('events and effects that are not declared are faults', () => {
  const check = validator()(dryRunShape(moving))
  const shown = { name: 'A', dry_run: true, events: [] }
  expect(check({ ...shown, effects: { moved: '5' } })).toEqual([])
  expect(check({ ...shown, effects: { moved: '5', cost: '9' } })).toMatchObject([{ field: 'effects.cost' }])
  expect(check({ ...shown, events: [{ type: 'order.created' }] })).toContainEqual(
    expect.objectContaining({ field: 'events[0].type', code: 'not_allowed' }),
  )
})

test('a write that declares neither shows neither', () => {
  const quiet = defineEndpoint({ ...common, id: 'crates.look', handle: async () => ({ body: { name: 'A' } }) })
  expect(eventsOf(quiet)).toEqual([])
  const check = validator()(dryRunShape(quiet))
  expect(check({ name: 'A', dry_run: true, events: [] })).toEqual([])
  expect(check({ name: 'A', dry_run: true, events: [], effects: {} })).toMatchObject([{ field: 'effects' }])
})

test('effects of another type, or none declared, do not compile', () => {
  const body = { name: 'A' }
  // @ts-expect-error moved is a text
  const wrong = defineEndpoint({ ...common, id: 'a', effects, handle: async () => ({ body, effects: { moved: 5 } }) })
  // @ts-expect-error no effects are declared
  const undeclared = defineEndpoint({ ...common, id: 'b', handle: async () => ({ body, effects: { moved: '5' } }) })
  expect([wrong.effects, undeclared.effects]).toEqual([effects, undefined])
})
