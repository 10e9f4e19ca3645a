/** What is logged shows no secret, wherever it stands in the line. */
import { Writable } from 'node:stream'
import { pino } from 'pino'
import { expect, test } from 'vitest'
import { newApiKey } from '../../src/lib/api-key.ts'
import { withoutSecrets } from '../../src/lib/without-secrets.ts'

test('tokens of addresses, keys and signing secrets are taken out; the rest stays', () => {
  const key = newApiKey('live')
  const told: [string, string][] = [
    ['/files/uploads/eyJ.abc-_~123', '/files/uploads/…'],
    ['PUT https://x.test/files/contents/tok%2Fen?a=1 200', 'PUT https://x.test/files/contents/…?a=1 200'],
    ['/console/sign-in?token=Qx96nuSK-oKz9', '/console/sign-in?token=…'],
    ['/console/sign-in#token=Qx96nuSK-oKz9', '/console/sign-in#token=…'],
    ['https://s3/x?X-Amz-Signature=00ff&X-Amz-Date=1', 'https://s3/x?X-Amz-Signature=…&X-Amz-Date=1'],
    [`the key ${key} again`, 'the key cb_live_… again'],
    [`authorization: Bearer ${key}`, 'authorization: Bearer …'],
    ['whsec_pGk+/a0=', 'whsec_…'],
    ['/api/v1/partners/01a1df99?limit=3', '/api/v1/partners/01a1df99?limit=3'],
  ]
  for (const [text, shown] of told) expect(withoutSecrets(text)).toBe(shown)
})

test('at every level, in messages, members and errors', () => {
  let written = ''
  const stream = new Writable({
    write(chunk, _encoding, done) {
      written += chunk
      done()
    },
  })
  const log = pino({ level: 'trace', hooks: { streamWrite: withoutSecrets } }, stream)
  const url = 'https://x.test/files/uploads/SECRETTOKEN'
  for (const level of ['trace', 'debug', 'info', 'warn', 'error', 'fatal'] as const) {
    log[level]({ url, err: new Error(`PUT ${url} failed`), nested: { path: '/a?token=SECRETTOKEN' } }, `at ${url}`)
  }
  expect(written.split('\n')).toHaveLength(7)
  expect(written).not.toContain('SECRETTOKEN')
  for (const line of written.trim().split('\n')) JSON.parse(line)
})
