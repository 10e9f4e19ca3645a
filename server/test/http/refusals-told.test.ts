/** What an operator finds in the log: one line for each refused write and failed call, nothing of what was sent. */
import { expect, test } from 'vitest'
import { prettyLine } from '../../src/process/log.ts'
import { keptLog } from '../support/log.ts'
import { useService } from '../support/service.ts'

const { log, lines } = keptLog()
const service = useService({ log })

test('a refused write is one line with the request, the tenant, the key, the route and the code', async () => {
  const tenant = await service.tenant()
  const api = await tenant.key()
  lines.length = 0
  expect((await api.post('/partners', { name: 'Hospoda' })).status).toBe(201)
  expect((await api.get('/partners/none')).status).toBe(404)
  const reply = await api.post('/partners', { name: 'Tajný hostinec', secret_field: 1 })
  expect(reply.status).toBe(422)
  expect(lines).toEqual([
    {
      level: 'info',
      requestId: reply.headers['x-request-id'],
      tenant: tenant.slug,
      book: 'test',
      keyId: api.keyId,
      route: 'partners.create',
      method: 'POST',
      status: 422,
      code: 'unknown_field',
      ms: expect.any(Number),
      msg: 'a write was refused',
    },
  ])
  expect(JSON.stringify(lines)).not.toMatch(/Tajný|secret_field/)
})

test('a thousand of the same are twenty lines', async () => {
  const api = await (await service.tenant()).key()
  lines.length = 0
  for (let sent = 0; sent < 25; sent++) await api.post('/partners', {})
  expect(lines).toHaveLength(20)
  expect(lines.at(-1)).toMatchObject({ note: expect.stringContaining('not told') })
})

test('for people a line is a time, a level, words and the rest', () => {
  const time = '2026-11-17T01:00:00.000Z'
  const line = JSON.stringify({ level: 'warn', time, pid: 1, hostname: 'h', status: 503, msg: 'a call failed' })
  expect(prettyLine(line)).toBe(`${time} WARN  a call failed status=503\n`)
  const failed = JSON.stringify({ level: 'error', time, err: { message: 'no', stack: 'Error: no\n  at x' }, msg: 'm' })
  expect(prettyLine(failed)).toBe(`${time} ERROR m\nError: no\n  at x\n`)
})
