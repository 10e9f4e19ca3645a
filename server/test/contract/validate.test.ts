/** The validator: its own keywords, the words of its messages, and one row for every field that is at fault. */

import { Ajv2020 } from 'ajv/dist/2020.js'
import { Type } from 'typebox'
import { describe, expect, test } from 'vitest'
import { problemCodes, problemSchema, validationFailed } from '../../src/contract/problems.ts'
import {
  DateText,
  Decimal,
  DecimalWithin,
  InstantText,
  Money,
  Nullable,
  OneOf,
  Percentage,
  PositiveQuantity,
  Shape,
  Text,
  type TSchema,
  UnitInput,
  UnitPrice,
  Uuid,
  VatRate,
} from '../../src/contract/schema.ts'
import { validator } from '../../src/contract/validate.ts'
import { serviceEndpoints } from '../../src/describe/service-document.ts'
import { EnableBody } from '../../src/domains/webhooks/endpoints/schema.ts'
import { atOneAddress } from '../../src/kernel/addresses.ts'

const compile = validator()

const faultsOf = (schema: TSchema, value: unknown): string[] =>
  compile(schema)(value).map(({ field, code, message }) => `${field}|${code}|${message}`)

const messageOf = (schema: TSchema, value: unknown): string | undefined => {
  const rows = compile(Shape({ value: schema }))({ value })
  expect(rows.length).toBeLessThan(2)
  return rows[0] && `${rows[0].field}|${rows[0].code}|${rows[0].message}`
}

test('the commonest faults tell their reason and its values', () => {
  const schema = Shape({ name: Text(1, 3), rate: VatRate, day: DateText, count: Decimal })
  const rows = compile(schema)({ name: 'long', rate: '100.001', day: 'soon', count: 'x' })
  const reasons = rows.map(({ field, reason, params }) => [field, reason, params])
  expect(reasons.toSorted()).toEqual([
    ['count', 'not_a_decimal', undefined],
    ['day', 'not_a_day', undefined],
    ['name', 'max_length', { limit: '3' }],
    ['rate', 'out_of_limits', { least: '0', most: '100', places: '2' }],
  ])
  expect(compile(schema)({}).map(({ code, reason }) => `${code} ${reason}`)).toEqual(Array(4).fill('required missing'))
})

const notAllowed = (message: string) => `value|not_allowed|${message}`
const noDecimal = notAllowed('Must be a decimal as a string, for example "12.50".')

test('what fits none of several shapes is told all of them', () => {
  const rows = (resume: unknown) => faultsOf(EnableBody, { resume })
  const all = ['resume|not_allowed|Must be "from_ack" or "now" or a whole number of at least 0.']
  for (const sent of [-1, 1.5, 'soon', null, []]) expect(rows(sent)).toEqual(all)
  for (const taken of ['now', 0, 12]) expect(rows(taken)).toEqual([])
})

describe('a decimal within limits', () => {
  const unitPrice = notAllowed('Must be at least 0, of at most 6 decimal places.')
  const percentage = notAllowed('Must be at least 0, at most 100, of at most 4 decimal places.')
  const positive = notAllowed('Must be greater than 0.')
  const between = DecimalWithin({ above: '-1', most: '1' })

  const judged: [name: string, schema: TSchema, allowed: string[], refused: string[], message: string][] = [
    [
      'unit price',
      UnitPrice,
      ['0', '-0', '0.000001', '999999999999999999'],
      ['-1', '-0.000001', '0.0000001'],
      unitPrice,
    ],
    [
      'money',
      Money,
      ['0.00', '12.34', '12.3400'],
      ['-0.01', '0.001', '12.345'],
      notAllowed('Must be at least 0, of at most 2 decimal places.'),
    ],
    ['percentage', Percentage, ['0', '100', '100.0000', '99.9999'], ['100.0001', '101', '-1', '0.00001'], percentage],
    [
      'VAT rate',
      VatRate,
      ['21', '100', '12.50'],
      ['100.01', '0.125'],
      notAllowed('Must be at least 0, at most 100, of at most 2 decimal places.'),
    ],
    ['quantity', PositiveQuantity, ['0.00000001', '1'], ['0', '0.000', '-0', '-1'], positive],
    [
      'open range',
      between,
      ['-0.99999999', '0', '1', '1.0'],
      ['-1', '1.00000001'],
      notAllowed('Must be greater than -1, at most 1.'),
    ],
  ]

  test.for(judged)('%s', ([, schema, allowed, refused, message]) => {
    for (const text of allowed) expect(messageOf(schema, text), text).toBeUndefined()
    for (const text of refused) expect(messageOf(schema, text), text).toBe(message)
  })

  test('counts places by value: superfluous zeros are none', () => {
    const whole = DecimalWithin({ places: 0 })
    for (const text of ['1', '1.0', '100', '-7.00000000']) expect(messageOf(whole, text)).toBeUndefined()
    expect(messageOf(whole, '1.10000000')).toBe(notAllowed('Must be of at most 0 decimal places.'))
  })

  test('more places than any decimal may have are told as such, not as no decimal', () => {
    const exact = (schema: TSchema) => messageOf(schema, '1.123456789')
    expect(exact(Decimal)).toBe(notAllowed('Must be of at most 8 decimal places.'))
    expect(exact(Nullable(Decimal))).toBe(exact(Decimal))
    expect(exact(PositiveQuantity)).toBe(notAllowed('Must be greater than 0, of at most 8 decimal places.'))
    expect(exact(UnitPrice)).toBe(unitPrice)
    const [row] = compile(Shape({ price: UnitPrice }))({ price: `0.${'0'.repeat(9)}` })
    expect(row).toMatchObject({ reason: 'out_of_limits', params: { least: '0', places: '6' } })
  })

  test('what is no decimal is told by its shape, whatever the limits', () => {
    const longest = '9'.repeat(18)
    for (const schema of [Decimal, UnitPrice, PositiveQuantity, Percentage]) {
      for (const text of ['', 'x', '1,5', '1e3', '+1', '.5', '1.', ' 1', `${longest}9`, `-${longest}9`]) {
        expect(messageOf(schema, text), text).toBe(noDecimal)
      }
      expect(messageOf(schema, `-${'9'.repeat(1_000_000)}`)).toBe(noDecimal)
    }
    expect(messageOf(Decimal, `-${longest}.12345678`)).toBeUndefined()
  })

  test('a JSON number is none, and null only where it may be', () => {
    for (const number of [0, 1.5, -1]) expect(messageOf(UnitPrice, number)).toBe(noDecimal)
    expect(messageOf(UnitPrice, null)).toBe(noDecimal)
    expect(messageOf(Nullable(UnitPrice), null)).toBeUndefined()
    expect(messageOf(Nullable(UnitPrice), 1)).toBe(
      notAllowed('Must be a decimal as a string, for example "12.50", or null.'),
    )
    expect(messageOf(Nullable(UnitPrice), '-1')).toBe(unitPrice)
  })
})

describe('a unit', () => {
  const id = '01890000-0000-7000-8000-000000000000'
  const oneOf = 'value|exactly_one_of|Exactly one of unit_id, unit_code must be sent.'

  test('is named in exactly one way', () => {
    expect(messageOf(UnitInput, { unit_code: 'kg' })).toBeUndefined()
    expect(messageOf(UnitInput, { unit_id: id })).toBeUndefined()
    expect(messageOf(UnitInput, {})).toBe(oneOf)
    expect(messageOf(UnitInput, { unit_id: id, unit_code: 'kg' })).toBe(oneOf)
    expect(messageOf(Nullable(UnitInput), null)).toBeUndefined()
    expect(messageOf(Nullable(UnitInput), {})).toBe(oneOf)
    expect(messageOf(UnitInput, 'kg')).toBe(notAllowed('Must be an object, for example {"unit_code":"kg"}.'))
  })

  test('is told apart: an unknown way beside none, an unreadable id', () => {
    expect(faultsOf(Shape({ unit: UnitInput }), { unit: { code: 'kg' } }).sort()).toEqual([
      'unit.code|unknown_field|Unknown field.',
      'unit|exactly_one_of|Exactly one of unit_id, unit_code must be sent.',
    ])
    expect(faultsOf(Shape({ unit: UnitInput }), { unit: { unit_id: 'kg' } })).toEqual([
      'unit.unit_id|invalid_reference|Must be the UUID of a record.',
    ])
  })

  const Line = Shape({ quantity: Type.Optional(PositiveQuantity), unit: UnitInput })
  const Order = Shape({ lines: Type.Array(Line) })

  test('is missed beside a quantity, also one that is wrong; elsewhere it is merely required', () => {
    const lines = [{ quantity: '1' }, { quantity: 'x', unit: { unit_code: 'kg' } }, { quantity: null }, {}]
    expect(faultsOf(Order, { lines }).sort()).toEqual(
      [
        'lines[0].unit|unit_required|Send the quantity with its unit.',
        'lines[1].quantity|not_allowed|Must be a decimal as a string, for example "12.50".',
        'lines[2].quantity|not_allowed|Must be a decimal as a string, for example "12.50".',
        'lines[2].unit|unit_required|Send the quantity with its unit.',
        'lines[3].unit|required|Required.',
      ].sort(),
    )
    expect(faultsOf(Line, { quantity: '1' })).toEqual(['unit|unit_required|Send the quantity with its unit.'])
  })

  test('only a unit is missed so: a quantity missing beside its unit is required', () => {
    const Both = Shape({ quantity: PositiveQuantity, unit: UnitInput, price: UnitPrice })
    expect(faultsOf(Both, { unit: { unit_code: 'kg' } }).sort()).toEqual([
      'price|required|Required.',
      'quantity|required|Required.',
    ])
  })
})

describe('rows', () => {
  const Deep = Shape({
    title: Text(1, 5),
    groups: Type.Array(Shape({ lines: Type.Array(Shape({ code: Text(1, 3), tags: Type.Array(OneOf(['a', 'b'])) })) })),
    byName: Type.Record(Type.String(), Shape({ code: Text(1, 3) })),
  })
  const fine = { title: 'x', groups: [], byName: {} }

  test('name their field by its way through objects and arrays', () => {
    const groups = [
      { lines: [] },
      { lines: [{ code: 'abc', tags: ['a', 'c'] }, { code: 'abcd', tags: 'a' }, { tags: [] }] },
    ]
    expect(faultsOf(Deep, { ...fine, groups }).sort()).toEqual([
      'groups[1].lines[0].tags[1]|not_allowed|Must be one of: a, b.',
      'groups[1].lines[1].code|not_allowed|Must have at most 3 characters.',
      'groups[1].lines[1].tags|not_allowed|Must be an array, each a string, for example "a".',
      'groups[1].lines[2].code|required|Required.',
    ])
  })

  test('put an index in brackets only where there is an array', () => {
    const byName = { 0: { code: '' }, 'a/b~c': { code: 'abcd' }, 'd.e': {} }
    expect(faultsOf(Deep, { ...fine, byName }).sort()).toEqual([
      'byName.0.code|not_allowed|Must have at least 1 characters.',
      'byName.a/b~c.code|not_allowed|Must have at most 3 characters.',
      'byName.d.e.code|required|Required.',
    ])
    expect(faultsOf(Type.Array(Text(1, 1)), ['a', 'bc'])).toEqual(['[1]|not_allowed|Must have at most 1 characters.'])
    expect(faultsOf(Deep, [])).toEqual(['|not_allowed|Must be an object with title, groups, byName.'])
  })

  test('are one for each field, however many faults it has', () => {
    const Code = Type.String({ minLength: 5, pattern: '^[a-z]+$', format: 'email' })
    expect(compile(Shape({ code: Code }))({ code: 'A1' })).toHaveLength(1)
    const PriceOrNothing = Shape({ price: UnitPrice })
    expect(compile(PriceOrNothing)({ price: '-1.00000001' })).toHaveLength(1)
  })

  test('tell an unknown field beside another fault; the whole is then validation_failed', () => {
    const rows = compile(Deep)({ ...fine, title: '', titel: 'x', groups: [{ lines: [], line: 1 }] })
    expect(rows.map(({ field, code }) => `${field} ${code}`).sort()).toEqual([
      'groups[0].line unknown_field',
      'titel unknown_field',
      'title not_allowed',
    ])
    expect(validationFailed(rows).code).toBe('validation_failed')
    const unknown = compile(Deep)({ ...fine, titel: 'x', groups: [{ lines: [], line: 1 }] })
    expect(unknown.map(({ code }) => code)).toEqual(['unknown_field', 'unknown_field'])
    expect(validationFailed(unknown).code).toBe('unknown_field')
  })

  test('are at most a hundred', () => {
    const groups = Array.from({ length: 150 }, () => ({}))
    const rows = compile(Deep)({ ...fine, groups })
    expect(rows.map(({ field }) => field)).toEqual(Array.from({ length: 100 }, (_, at) => `groups[${at}].lines`))
  })

  test('know no field by an inherited name', () => {
    const sent = JSON.parse('{"__proto__": 1, "constructor": 1, "name": "a"}')
    expect(faultsOf(Shape({ name: Text(1, 3) }), sent).sort()).toEqual([
      '__proto__|unknown_field|Unknown field.',
      'constructor|unknown_field|Unknown field.',
    ])
  })
})

describe('what was probably meant', () => {
  const Order = Shape({
    partner_id: Type.Optional(Uuid),
    status: Type.Optional(OneOf(['draft', 'confirmed'])),
    notes: Type.Optional(Nullable(Text(0, 10))),
    lines: Type.Optional(Type.Array(Shape({ quantity: Type.Optional(PositiveQuantity) }))),
  })
  const messagesOf = (value: unknown, shown?: TSchema) =>
    compile(Order, shown)(value).map(({ field, message }) => `${field}: ${message}`)

  test('is told for a field, wherever it stands, and for a value', () => {
    expect(messagesOf({ partnerId: 1, partnr_id: 1, ntoes: 1, notse_x: 1, lines: [{ qantity: '1' }] })).toEqual([
      'partnerId: Unknown field. Did you mean partner_id?',
      'partnr_id: Unknown field. Did you mean partner_id?',
      'ntoes: Unknown field. Did you mean notes?',
      'notse_x: Unknown field.',
      'lines[0].qantity: Unknown field. Did you mean quantity?',
    ])
    expect(messagesOf({ status: 'confirmd' })).toEqual([
      'status: Must be one of: draft, confirmed. Did you mean confirmed?',
    ])
    expect(messagesOf({ status: 'sent' })).toEqual(['status: Must be one of: draft, confirmed.'])
  })

  test('costs no more for a long name, and nothing is meant by one', () => {
    const long = `partner_id${'x'.repeat(1_000_000)}`
    expect(messagesOf({ [long]: 1 })).toEqual([`${long}: Unknown field.`])
  })

  test('names what is read-only: shown, and not to be sent', () => {
    const shown = Shape({
      ...Order.properties,
      number: Type.String(),
      partner: Shape({ id: Uuid, name: Type.String() }),
      lines: Type.Array(Shape({ totals: Type.String() })),
      allowed_actions: Type.Array(Type.String()),
    })
    const readOnly = 'Read-only here: it is shown, but this operation cannot set it.'
    expect(messagesOf({ number: '1', partner: { id: 1 }, lines: [{ totals: '1', total: '1' }] }, shown)).toEqual([
      `number: ${readOnly}`,
      `partner: ${readOnly} Did you mean partner_id?`,
      `lines[0].totals: ${readOnly}`,
      'lines[0].total: Unknown field.',
    ])
    const { status: _, ...rest } = Order.properties
    expect(compile(Shape(rest), shown)({ status: 'confirmed' })).toEqual([
      {
        field: 'status',
        code: 'unknown_field',
        message: 'Read-only: the state changes only by an action, POST …/actions/{key}.',
      },
    ])
  })
})

describe('formats', () => {
  const id = '01890000-0000-7000-8000-000000000000'
  const noReference = 'value|invalid_reference|Must be the UUID of a record.'
  const noDate = notAllowed('Must be a date as YYYY-MM-DD, for example "2026-01-31".')

  test('a reference is a UUID', () => {
    for (const text of [id, id.toUpperCase()]) expect(messageOf(Uuid, text), text).toBeUndefined()
    for (const text of ['', 'x', id.slice(1), `${id}0`]) expect(messageOf(Uuid, text), text).toBe(noReference)
  })

  test('a date is one of the calendar', () => {
    for (const text of ['2026-01-31', '2028-02-29', '9999-12-31']) expect(messageOf(DateText, text)).toBeUndefined()
    for (const text of ['', '2026-02-29', '2026-04-31', '2026-13-01', '2026-1-1', '20260101', '2026-01-01T00:00:00Z']) {
      expect(messageOf(DateText, text), text).toBe(noDate)
    }
  })

  test('a date has a year PostgreSQL knows, as an instant has', () => {
    expect(messageOf(InstantText, '0000-01-01T00:00:00Z')).toBeDefined()
    expect(messageOf(DateText, '0000-01-01')).toBe(noDate)
    expect(messageOf(DateText, '0001-01-01')).toBeUndefined()
  })
})

test('every schema of every endpoint and refusal is JSON Schema 2020-12; the service itself does not look', () => {
  const standard = new Ajv2020({ strict: false })
  const schemas = [
    ...serviceEndpoints(atOneAddress('https://books.example')).flatMap(({ id, query, body, params, returns }) =>
      [query, body, params, returns.schema].map(schema => [id, schema] as const),
    ),
    ...problemCodes.map(code => [code, problemSchema(code)] as const),
  ]
  const wrong = schemas.filter(([, schema]) => schema && !standard.validateSchema(schema))
  expect(wrong.map(([name]) => name)).toEqual([])
  expect(standard.validateSchema({ type: 'nonsense' })).toBe(false)
})

test('what a list lacks and a count that is too small or too large have a reason, too', () => {
  const Sent = Shape({
    from: Type.Array(Type.String(), { minItems: 1 }),
    size: Type.Integer({ minimum: 1, maximum: 9 }),
  })
  const rows = (from: string[], size: number) => compile(Sent)({ from, size })
  expect(rows([], 0)).toMatchObject([
    { field: 'from', message: 'Required.', reason: 'missing' },
    { field: 'size', message: 'Must be at least 1.', reason: 'out_of_limits', params: { least: '1' } },
  ])
  expect(rows(['a'], 10)).toMatchObject([{ message: 'Must be at most 9.', params: { most: '9' } }])
})
