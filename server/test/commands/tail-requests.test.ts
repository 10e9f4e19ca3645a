/** `tail requests`: the calls of a tenant as they come, from the log of a service on the same machine. */
import { expect, test } from 'vitest'
import { toolsAt } from '../../src/process/cli/command.ts'
import { tailRequests } from '../../src/process/cli/request-tail.ts'
import { useService } from '../support/service.ts'
import { until } from '../support/webhook-endpoints.ts'

const service = useService({ keepsRequests: true })

test('shows what was called before and what is called meanwhile, until it is told to stop', async () => {
  const tenant = await service.tenant()
  const api = await tenant.key()
  await api.get('/partners?limit=1')
  const stop = new AbortController()
  const lines: string[] = []
  const terminal = {
    say: (text: string) => lines.push(text),
    stopSignals: () => ({ wished: stop.signal, hurried: new AbortController().signal }),
  } as never
  const tools = {
    ...toolsAt(terminal),
    withStore: async (_purpose: string, work: (surroundings: never) => Promise<void>) =>
      work({ database: service.database } as never),
  }
  const tailing = tailRequests(tools, { tenant: tenant.slug })
  const seen = (count: number) =>
    until(
      async () => lines,
      ({ length }) => length >= count,
    )
  await seen(1)
  const refused = await api.get('/nowhere')
  await seen(2)
  stop.abort()
  await tailing
  expect(lines[0]).toMatch(/ {2}200 {2}GET {2}\/api\/v1\/partners\?limit=1 {2}\d+ ms {2}[0-9a-f-]{36}$/)
  expect(lines[1]).toMatch(/ {2}404 {2}GET {2}\/api\/v1\/nowhere {2}\d+ ms {2}not_found {2}/)
  expect(lines[1]).toContain(refused.headers['x-request-id'])
})
