/** Backup and restore of a service that is at work: what was acknowledged is there again, or nothing is. */
import fs from 'node:fs'
import path from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Client } from '../support/client.ts'
import { cli, enter } from '../support/commands.ts'
import { contentOf, pdfBytes, upload } from '../support/files.ts'
import { newPlace, type Place, readyPlace, type ServerProcess, startServer, useProcesses } from '../support/process.ts'
import { until } from '../support/webhooks.ts'

useProcesses()

const passphrase = 'correct horse battery'
const live = { BACKUP_PASSPHRASE: passphrase }

let place: Place
let server: ServerProcess
let api: Client

beforeAll(async () => {
  place = await readyPlace()
  server = await startServer(place)
  api = server.client(server.testKey)
  await cli(place, ['tenant', 'set', 'demo', '--rate-per-min', '1000000', '--max-partners', '1000000'])
})

const withEnv = (of: Place, env: Record<string, string>): Place => ({ ...of, env: { ...of.env, ...env } })
const inPlace = (name: string): string => path.join(place.folder, name)

/** Writes one partner after the other until told to stop; `acknowledged` is the last one whose answer came. */
function writing() {
  const state = { acknowledged: 0, isOver: false }
  const over = (async () => {
    for (let number = 1; !state.isOver; number++) {
      const { status } = await api.post('/partners', { name: `Partner ${number}` })
      expect(status).toBe(201)
      state.acknowledged = number
    }
  })()
  return {
    acknowledged: () => state.acknowledged,
    end: () => {
      state.isOver = true
      return over
    },
  }
}

const partnersOf = async (client: Client): Promise<number[]> => {
  const names: string[] = []
  let cursor: string | null = null
  do {
    const { body } = await client.get(`/partners?limit=200&search=Partner${cursor ? `&cursor=${cursor}` : ''}`)
    names.push(...body.data.map(({ name }: { name: string }) => name))
    cursor = body.next_cursor
  } while (cursor)
  return names.flatMap(name => /^Partner (\d+)$/.exec(name)?.[1] ?? []).map(Number)
}

describe('beside writes', () => {
  test('a restored folder has every write acknowledged before the backup, whole, and starts', async () => {
    const attached = await upload(api, server, { name: 'smlouva.pdf' })
    const writes = writing()
    await until(writes.acknowledged, count => count >= 20)
    const before = writes.acknowledged()
    const to = fs.mkdtempSync(inPlace('backups-'))
    const taken = await cli(place, ['backup', '--to', to]).finally(writes.end)
    const after = writes.acknowledged() + 1
    expect(taken).toMatchObject({ sealed: false, files: { count: 1, missing: [] } })
    expect(path.dirname(taken.name)).toBe(to)

    const fresh = await newPlace()
    const restored = await cli(place, ['restore', '--from', to, '--data-dir', fresh.dataDir])
    expect(restored).toMatchObject({ taken_at: taken.taken_at, rows: taken.rows, files: 1, migrated: [], broken: [] })

    const again = (await startServer(fresh)).client(server.testKey)
    const kept = (await partnersOf(again)).sort((one, other) => one - other)
    expect(kept).toEqual(Array.from({ length: kept.length }, (_, index) => index + 1))
    expect(kept.length).toBeGreaterThanOrEqual(before)
    expect(kept.length).toBeLessThanOrEqual(after)
    expect((await contentOf(again, fresh, attached.id)).bytes.equals(pdfBytes)).toBe(true)
    expect(fs.readFileSync(path.join(fresh.dataDir, 'webhook-signing.key'), 'utf8')).toBe(
      fs.readFileSync(path.join(place.dataDir, 'webhook-signing.key'), 'utf8'),
    )
    // The book goes on where the backup was taken.
    expect((await again.post('/partners', { name: 'After' })).status).toBe(201)
    expect(await cli(fresh, ['verify'])).toMatchObject({ ok: true })
  })
})

describe('refused, and nothing is left', () => {
  const refusals: [string, (good: string) => { from: string; env?: Record<string, string> }, RegExp][] = [
    [
      'the wrong passphrase',
      good => ({ from: good, env: { BACKUP_PASSPHRASE: 'some other words' } }),
      /is not the one/,
    ],
    ['no passphrase', good => ({ from: good, env: { BACKUP_PASSPHRASE: '' } }), /is encrypted: set BACKUP_PASSPHRASE/],
    [
      'a backup cut in its rows',
      good => {
        const cut = `${good}.cut`
        const { size } = fs.statSync(good)
        fs.writeFileSync(cut, fs.readFileSync(good).subarray(0, size - 5_000))
        return { from: cut }
      },
      /damaged or cut off/,
    ],
    ['no backup at all', () => ({ from: inPlace('nowhere') }), /cannot be read: it is not there/],
  ]

  beforeAll(() => cli(withEnv(place, live), ['backup', '--to', inPlace('sealed')]))

  test.each(refusals)('%s', async (_, prepare, expected) => {
    const fresh = await newPlace()
    const { from, env = live } = prepare(inPlace('sealed'))
    const { code, stderr } = await enter(withEnv(place, env), ['restore', '--from', from, '--data-dir', fresh.dataDir])
    expect({ code, stderr }).toMatchObject({ code: 1, stderr: expect.stringMatching(/^cellarbook: [^\n]+\n$/) })
    expect(stderr).toMatch(expected)
    expect(fs.existsSync(fresh.dataDir) ? fs.readdirSync(fresh.dataDir) : []).toEqual([])
  })

  test('a folder that holds something, and a moment between two backups', async () => {
    const occupied = await enter(place, ['restore', '--from', inPlace('sealed'), '--data-dir', place.dataDir])
    expect(occupied.stderr).toMatch(/is not empty: name a new folder/)
    const at = ['--at', '2026-01-01T00:00:00Z', '--data-dir', inPlace('x')]
    expect((await enter(place, ['restore', '--from', inPlace('sealed'), ...at])).stderr).toMatch(
      /--at needs an archive/,
    )
  })
})

test('the service backs up by itself, keeps as many as it should, and says when it cannot', async () => {
  await server.stop()
  const shelf = inPlace('shelf')
  fs.mkdirSync(shelf)
  // The service leaves root when it is started as that.
  fs.chmodSync(shelf, 0o777)
  const old = ['20200101', '20200102', '20200103'].map(day => `cellarbook-${day}T000000Z.tar.gz`)
  for (const name of old) fs.writeFileSync(path.join(shelf, name), '')
  const scheduled = await startServer(place, { BACKUP_TO: shelf, BACKUP_EVERY: '1h', BACKUP_KEEP: '2' })
  await until(
    () => fs.readdirSync(shelf).sort(),
    names => names.length === 2 && names[0] === old[2],
  )
  const [kept, made] = fs.readdirSync(shelf).sort()
  expect(kept).toBe(old[2])
  await scheduled.stop()
  const fresh = await newPlace()
  const restored = await cli(place, ['restore', '--from', shelf, '--data-dir', fresh.dataDir])
  expect(restored).toMatchObject({ from: path.join(shelf, made!), broken: [] })

  const blocked = inPlace('blocked')
  fs.writeFileSync(blocked, 'no folder')
  const failing = await startServer(await readyPlace(), { BACKUP_TO: blocked })
  await until(
    () => failing.output.stderr,
    said => /the backup was put off/.test(said),
  )
})
