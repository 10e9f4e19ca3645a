/** A start on a full disk: one line at once, nothing left running, and all is well when there is room again. */
import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { cli, enter } from '../support/commands.ts'
import {
  furnish,
  leftIn,
  newPlace,
  type Place,
  postmasterOf,
  run,
  type ServerProcess,
  startServer,
  useProcesses,
} from '../support/process.ts'

useProcesses()

/** Twice what the database takes. */
const sizeMb = 160

let place: Place

beforeAll(async () => {
  place = await newPlace()
})

/** A disk of its own, where we may mount one. */
const mounts = (): boolean =>
  spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${sizeMb}m,mode=755`, 'tmpfs', place.folder]).status === 0

/** Leaves so much of it. */
function fillBut(megabytes: number): void {
  const { bavail, bsize } = fs.statfsSync(place.folder)
  fs.writeFileSync(path.join(place.folder, 'filler'), Buffer.alloc(bavail * bsize - megabytes * 1024 * 1024))
}

function fill(): void {
  const filler = fs.openSync(path.join(place.folder, 'filler'), 'w')
  try {
    for (const zeros = Buffer.alloc(1024 * 1024); ; ) fs.writeSync(filler, zeros)
  } catch (error) {
    expect(error).toMatchObject({ code: 'ENOSPC' })
  } finally {
    fs.closeSync(filler)
  }
}

describe('a disk that is full', () => {
  let isMounted = false
  let server: ServerProcess | undefined

  beforeAll(() => {
    isMounted = mounts()
    if (isMounted) furnish(place)
  })

  afterAll(() => {
    if (isMounted) expect(spawnSync('umount', ['-l', place.folder]).status).toBe(0)
  })

  test('nearly: writes are refused, the node says why it is not ready, and with room again all goes on', async context => {
    if (!isMounted) return context.skip('mounting a disk of its own needs root')
    server = await startServer(place, { MIN_FREE_DISK_MB: '20' })
    const { address, output } = server
    const api = server.client(server.testKey)
    const write = async () => (await api.post('/partners', { name: 'Hospoda' })).status
    const ready = async () => (await fetch(`${address}/ready`)).status
    expect([await write(), await ready()]).toEqual([201, 200])
    fillBut(10)
    await expect.poll(write, { timeout: 120_000 }).toBe(503)
    expect([await ready(), (await api.get('/partners?limit=1')).status]).toEqual([503, 200])
    fs.rmSync(path.join(place.folder, 'filler'))
    await expect.poll(write, { timeout: 120_000 }).toBe(201)
    expect(await ready()).toBe(200)
    expect(output.stderr).toMatch(/"level":"warn"[^\n]+The disk is nearly full/)
    await expect.poll(() => output.stderr).toMatch(/The disk has room again/)
  })

  test('after a crash is told in one line', async context => {
    if (!isMounted) return context.skip('mounting a disk of its own needs root')
    server = server?.isRunning ? server : await startServer(place)
    fill()
    process.kill(postmasterOf(place)!, 'SIGKILL')
    await server.kill()
    const refused = await run(place, ['serve'])
    expect(refused).toMatchObject({ code: 1, stdout: '' })
    expect(refused.stderr).toMatch(/^cellarbook: The disk of [^\n]+ is full \(0\.0 MB free\)[^\n]+\n$/)
    expect(await leftIn([place])).toEqual([])
  })

  test('is no reason to lose anything: with room again it starts', async context => {
    if (!isMounted) return context.skip('mounting a disk of its own needs root')
    fs.rmSync(path.join(place.folder, 'filler'))
    expect(await cli(place, ['verify'])).toMatchObject({ ok: true })
  })

  test('holds no new database either, and keeps nothing of the attempt', async context => {
    if (!isMounted) return context.skip('mounting a disk of its own needs root')
    const another = { ...place, dataDir: path.join(place.folder, 'another') }
    const env = { ...place.env, DATA_DIR: another.dataDir }
    fill()
    const full = await enter({ env }, ['migrate'])
    expect(full).toMatchObject({ code: 1, stderr: expect.stringMatching(/^cellarbook: The disk of [^\n]+ is full/) })
    fs.truncateSync(path.join(place.folder, 'filler'), fs.statSync(path.join(place.folder, 'filler')).size - 5_000_000)
    const scarce = await enter({ env }, ['migrate'])
    expect(scarce).toMatchObject({ code: 1, stderr: expect.stringMatching(/^cellarbook: There is no room [^\n]+\n$/) })
    expect(fs.readdirSync(another.dataDir)).toEqual(['postgres.log'])
  })
})
