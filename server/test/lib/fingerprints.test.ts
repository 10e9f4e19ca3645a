/** Whether two requests are the same, told by what stored answers of every version were kept with. */
import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { fingerprintOf, type JsonObject } from '../../src/http/body.ts'
import { atOnce } from '../../src/lib/steps.ts'

const request = {
  method: 'POST',
  path: '/api/v1/partners',
  search: new URLSearchParams('dry_run=false&a=1'),
  multipart: undefined,
}

const of = (body: JsonObject | undefined, isLong = false) => atOnce(fingerprintOf({ ...request, body, isLong }))

const bytes = (text: string) => createHash('sha256').update(text).digest()

test('a body counts by its meaning, the rest as it was sent', () => {
  const beginning = 'POST\n/api/v1/partners\na=1&dry_run=false\n'
  expect(of(undefined)).toEqual(bytes(`${beginning}\n`))
  expect(of({ name: 'Žatec', address: { zip: '1', city: '\ud83d' }, codes: [2, 1] })).toEqual(
    bytes(`${beginning}application/json\n{"address":{"city":"\\ud83d","zip":"1"},"codes":[2,1],"name":"Žatec"}`),
  )
  const file = Buffer.from('--edge')
  const multipart = atOnce(fingerprintOf({ ...request, body: undefined, multipart: file, isLong: false }))
  expect(multipart).toEqual(bytes(`${beginning}multipart/form-data\n--edge`))
})

test('what is hashed in steps has the fingerprint of what is hashed at once', () => {
  const body = fc.dictionary(fc.string(), fc.jsonValue()) as fc.Arbitrary<JsonObject>
  fc.assert(
    fc.property(body, sent => {
      expect(of(sent, true)).toEqual(of(sent))
    }),
  )
})
