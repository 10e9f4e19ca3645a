/** Strict bodies: one meaning, every fault named, never a 500. */
import { describe, expect, test } from 'vitest'
import { newAccount } from '../support/account.ts'
import { useService } from '../support/service.ts'
import { shared } from '../support/shared.ts'

const service = useService()
const theAccount = shared(service, () => newAccount(service))
const key = async () => (await theAccount()).api

const json = { 'content-type': 'application/json' }

describe('422 validation_failed for a body that is no JSON object', () => {
  test.for([
    ['nothing', ''],
    ['malformed', '{"name":'],
    ['an array', '[]'],
    ['a string', '"name"'],
    ['null', 'null'],
    ['a number', '1'],
    ['trailing text', '{"name":"a"} x'],
    ['a comment', '{"name":"a" /* b */}'],
    ['single quotes', "{'name':'a'}"],
    ['NaN', '{"name":NaN}'],
    ['a duplicate key', '{"name":"a","name":"b"}'],
    ['a duplicate key written otherwise', '{"name":"a","n\\u0061me":"b"}'],
    ['a nested duplicate key', '{"name":"a","address":{"city":"x","city":"y"}}'],
    ['NUL', '{"name":"a\\u0000b"}'],
    ['NUL in a key', '{"na\\u0000me":"b"}'],
    ['half a surrogate pair', '{"name":"\\ud800"}'],
    ['the other half', '{"name":"\\udc00x"}'],
    ['too deep', `{"name":${'['.repeat(40)}${']'.repeat(40)}}`],
    ['absurdly deep', `${'['.repeat(400_000)}`],
    ['a byte order mark', '\ufeff{"name":"a"}'],
  ] as const)('%s', async ([, raw]) => {
    const reply = await (await key()).post('/partners', undefined, { raw, headers: json })
    expect(reply.status).toBe(422)
    expect(reply.body.code).toBe('validation_failed')
    expect(reply.body.errors[0].field).toBe('')
  })

  test('bytes that are not UTF-8', async () => {
    const raw = Buffer.from([...Buffer.from('{"name":"'), 0xc3, 0x28, ...Buffer.from('"}')])
    const reply = await (await key()).post('/partners', undefined, { raw, headers: json })
    expect(reply.body).toMatchObject({ code: 'validation_failed', errors: [{ field: '' }] })
  })

  test.for([
    'text/plain',
    'application/x-www-form-urlencoded',
    'application/json; charset=latin1',
    'application/jsonx',
    'application/vnd.api+json',
    'application/json\t; charset=utf-16',
    'multipart/form-data; boundary=x',
    '',
    'garbage',
  ])('media type %s', async type => {
    const reply = await (await key()).post('/partners', undefined, {
      raw: '{"name":"a"}',
      headers: { 'content-type': type },
    })
    expect(reply.status).toBe(422)
    expect(reply.body.code).toBe('validation_failed')
  })

  test.for(['application/json', 'application/json; charset=utf-8', 'Application/JSON;charset="UTF-8"'])(
    '%s is fine',
    async type => {
      const reply = await (await key()).post('/partners', undefined, {
        raw: '{"name":"a"}',
        headers: { 'content-type': type },
      })
      expect(reply.status).toBe(201)
    },
  )
})

describe('rows', () => {
  test('422 unknown_field: only unknown keys, a row for each', async () => {
    const reply = await (await key()).post('/partners', { name: 'a', status: 'x', foo: 1, address: { planet: 'Mars' } })
    expect(reply.body.code).toBe('unknown_field')
    expect(reply.body.errors.map((row: { field: string }) => row.field).sort()).toEqual([
      'address.planet',
      'foo',
      'status',
    ])
  })

  test('422 unknown_field: __proto__ and constructor are ordinary unknown keys', async () => {
    const raw = '{"name":"a","__proto__":{"x":1},"constructor":{"prototype":1},"toString":1}'
    const reply = await (await key()).post('/partners', undefined, { raw, headers: json })
    expect(reply.body.code).toBe('unknown_field')
    expect(reply.body.errors.map((row: { field: string }) => row.field).sort()).toEqual([
      '__proto__',
      'constructor',
      'toString',
    ])
  })

  test('422 validation_failed: all faults at once, each with its code', async () => {
    const reply = await (await key()).post('/partners', {
      is_customer: 'yes',
      payment_terms: 366,
      email: 'not an e-mail',
      ico: 'x'.repeat(21),
      address: { city: 1, country_id: 'CZ' },
      external_ref: { system: 'UPPER', id: '' },
      extra: true,
    })
    expect(reply.body.code).toBe('validation_failed')
    const rows = Object.fromEntries(
      reply.body.errors.map((row: { field: string; code: string }) => [row.field, row.code]),
    )
    expect(rows).toEqual({
      name: 'required',
      is_customer: 'not_allowed',
      payment_terms: 'not_allowed',
      email: 'not_allowed',
      ico: 'not_allowed',
      'address.city': 'not_allowed',
      'address.country_id': 'invalid_reference',
      'external_ref.system': 'not_allowed',
      'external_ref.id': 'not_allowed',
      extra: 'unknown_field',
    })
  })

  test('422: at most 100 rows', async () => {
    const body = Object.fromEntries(Array.from({ length: 500 }, (_, index) => [`f${index}`, 1]))
    const reply = await (await key()).post('/partners', { name: 'a', ...body })
    expect(reply.body.errors).toHaveLength(100)
  })

  test('lengths count code points', async () => {
    const api = await key()
    expect((await api.post('/partners', { name: '🍺'.repeat(200) })).status).toBe(201)
    expect((await api.post('/partners', { name: '🍺'.repeat(201) })).status).toBe(422)
  })

  test('nothing is coerced', async () => {
    const api = await key()
    for (const wrong of [{ name: 1 }, { name: true }, { name: null }, { name: ['a'] }, { name: 'a', notes: 5 }]) {
      expect((await api.post('/partners', wrong)).status).toBe(422)
    }
    for (const terms of ['5', 5.5, true, null, 1e3]) {
      expect((await api.post('/partners', { name: 'a', payment_terms: terms })).status).toBe(422)
    }
  })
})

test('413 payload_too_large: more than 6 MB', async () => {
  const raw = JSON.stringify({ name: 'a', notes: 'x'.repeat(6 * 1024 * 1024) })
  const reply = await (await key()).post('/partners', undefined, { raw, headers: json })
  expect(reply.status).toBe(413)
  expect(reply.body.code).toBe('payload_too_large')
})

describe('limits before work', () => {
  const whole = (message: string) => [{ field: '', code: 'not_allowed', message }]
  const tooMany = whole('The body has more than 20000 values.')
  const list = (one: string, length: number) => `[${`${one},`.repeat(length - 1)}${one}]`

  test.for([
    ['/partners', `{"name":"a","notes":${list('"x"', 500_000)}}`],
    ['/webhook-endpoints', `{"url":"https://example.com","types":${list('"x"', 40_000)}}`],
    ['/webhook-endpoints', `{"url":"https://example.com","types":${list('1', 1_500_000)}}`],
    ['/orders', `{"lines":${list('{}', 1_900_000)}}`],
  ] as const)('422 validation_failed: more than 20 000 values to %s', async ([path, raw]) => {
    const reply = await (await key()).post(path, undefined, { raw, headers: json })
    expect(reply.body).toMatchObject({ code: 'validation_failed', errors: tooMany })
  })

  test('422 validation_failed: 20 000 values are judged by their rows, one more is not', async () => {
    const api = await key()
    // Beside the entries there are the body, its name and the list.
    const notes = (length: number) => ({ raw: `{"name":"a","notes":${list('1', length)}}`, headers: json })
    const judged = await api.post('/partners', undefined, notes(19_997))
    expect(judged.body.errors).toMatchObject([{ field: 'notes', code: 'not_allowed' }])
    expect((await api.post('/partners', undefined, notes(19_998))).body.errors).toEqual(tooMany)
  })

  test('422 validation_failed: a name of more than 1 000 characters', async () => {
    const api = await key()
    const named = (length: number) => api.post('/partners', { name: 'a', ['n'.repeat(length)]: 1 })
    expect((await named(1_000)).body.code).toBe('unknown_field')
    expect((await named(1_001)).body).toMatchObject({
      code: 'validation_failed',
      errors: whole('A name in the body is longer than 1000 characters.'),
    })
  })

  test('422 validation_failed: a list is judged to one entry past its most', async () => {
    const body = { url: 'https://example.com', types: Array(5_000).fill('order.nonsense') }
    const { errors } = (await (await key()).post('/webhook-endpoints', body)).body
    expect(errors).toHaveLength(100)
    expect(errors[0]).toEqual({ field: 'types', code: 'not_allowed', message: 'Must NOT have more than 100 items.' })
    expect(errors[1]).toMatchObject({ field: 'types[0]', code: 'unknown_event_type' })
  })

  test('422 validation_failed: another fault is told beside any number of unknown keys', async () => {
    const unknown = Object.fromEntries(Array.from({ length: 5_000 }, (_, index) => [`f${index}`, 1]))
    const { code, errors } = (await (await key()).post('/partners', { name: 'a', ...unknown, ico: 5 })).body
    expect(code).toBe('validation_failed')
    expect(errors).toHaveLength(100)
    expect(errors[0].field).toBe('f0')
    expect(errors.at(-1)).toMatchObject({ field: 'ico', code: 'not_allowed' })
  })

  test('422 unknown_field: any number of query parameters', async () => {
    const query = Array.from({ length: 4_000 }, (_, index) => `f${index}`).join('&')
    const { code, errors } = (await (await key()).get(`/partners?${query}`)).body
    expect(code).toBe('unknown_field')
    expect(errors.map(({ field }: { field: string }) => field)).toEqual(
      Array.from({ length: 100 }, (_, index) => `f${index}`),
    )
  })
})

test('hostile texts are stored and found exactly as sent', async () => {
  const api = await key()
  for (const name of [
    "Robert'); drop table partners;--",
    '<script>alert(1)</script>',
    '\u202egnp.exe',
    'a\r\nX-Injected: 1',
    '{{7*7}} #{7*7} %s %n',
    '\\u0000 as text',
    '𝔘𝔫𝔦𝔠𝔬𝔡𝔢 ﷽ ‮',
  ]) {
    const created = await api.post('/partners', { name })
    expect(created.status).toBe(201)
    expect((await api.get(`/partners/${created.body.id}`)).body.name).toBe(name)
    const found = await api.get(`/partners?search=${encodeURIComponent(name.slice(0, 12))}`)
    expect(found.body.data.map((partner: { id: string }) => partner.id)).toContain(created.body.id)
  }
})
