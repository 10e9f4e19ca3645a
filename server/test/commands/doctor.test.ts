/** `doctor` looks at everything, says what to do, and fails when something does. */
import { mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, expect, inject, test } from 'vitest'
import { enter } from '../support/commands.ts'
import { quietPort } from '../support/process.ts'
import { useService } from '../support/service.ts'

const service = useService()
const folder = mkdtempSync(path.join(os.tmpdir(), 'cellarbook-doctor-'))
afterAll(() => rmSync(folder, { recursive: true }))

interface Finding {
  check: string
  status: string
  detail: string
  advice: string | null
}

async function doctor(env: Record<string, string>, environment: Record<string, string> = {}) {
  const place = { env: { DATA_DIR: folder, PORT: String(await quietPort()), ...env } }
  const { code, stdout } = await enter(place, ['doctor', '--json'], { environment })
  const { ok, findings } = JSON.parse(stdout) as { ok: boolean; findings: Finding[] }
  const of = (check: string) => findings.filter(each => each.check === check).map(({ status }) => status)
  return { code, ok, findings, of }
}

test('a fresh folder is well, and what could be better is told', async () => {
  const { code, ok, of, findings } = await doctor({}, { LOGLEVEL: 'debug' })
  expect({ code, ok }).toEqual({ code: 0, ok: true })
  expect([of('disk'), of('database'), of('signing key'), of('ports'), of('dns')]).toEqual(Array(5).fill(['ok']))
  expect(of('mail')).toEqual(['warning'])
  expect(findings).toContainEqual(
    expect.objectContaining({ check: 'settings', detail: expect.stringContaining('LOG_LEVEL') }),
  )
  expect(findings.filter(({ status, advice }) => status !== 'ok' && !advice)).toEqual([])
})

test('exit 1: no room, a mail server and a bucket that do not answer, a port of another program', async () => {
  const port = new URL(service.address).port
  const { code, of } = await doctor({
    MIN_FREE_DISK_MB: '1000000',
    SMTP_URL: 'smtp://127.0.0.1:1',
    METRICS_PORT: String(inject('ours').postgres.port),
    PORT: port,
  })
  expect(code).toBe(1)
  expect([of('disk'), of('mail')]).toEqual([['failed'], ['failed']])
  // The service of this test is ours.
  expect(of('ports')[0]).toBe('ok')
})

test('an external database is looked at, one that does not answer fails', async () => {
  const { user, password, host, port, database } = service.owner
  const isSocket = host.startsWith('/')
  const address = isSocket
    ? `postgres://${user}:${encodeURIComponent(password)}@/${database}?host=${encodeURIComponent(host)}&port=${port}`
    : `postgres://${user}:${encodeURIComponent(password)}@${host}:${port}/${database}`
  if (!isSocket) expect((await doctor({ DATABASE_URL: address })).of('migrations')).toEqual(['ok'])
  const away = await doctor({ DATABASE_URL: 'postgres://u:p@127.0.0.1:1/db' })
  expect(away.code).toBe(1)
  expect(away.of('database')).toEqual(['failed'])
  expect(JSON.stringify(away.findings)).not.toContain('u:p@')
})
