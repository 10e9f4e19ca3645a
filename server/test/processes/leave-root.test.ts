/** Started as root: the process that listens is root no more, and can still do all it has to. */
import { randomBytes } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { cli } from '../support/commands.ts'
import { copyFolder } from '../support/databases.ts'
import { upload } from '../support/files.ts'
import {
  newPlace,
  type Place,
  postmasterOf,
  processesIn,
  readyPlace,
  type ServerProcess,
  startServer,
  useProcesses,
} from '../support/process.ts'

useProcesses()

const isRoot = process.getuid?.() === 0 && process.platform === 'linux'

/** Real, effective, saved and file-system user. */
const usersOf = (pid: number): number[] =>
  /^Uid:\s+(.*)$/m
    .exec(fs.readFileSync(`/proc/${pid}/status`, 'utf8'))![1]!
    .split(/\s+/)
    .map(Number)

const groupsOf = (pid: number): number[] =>
  (/^Groups:\s*(.*)$/m.exec(fs.readFileSync(`/proc/${pid}/status`, 'utf8'))![1]!.match(/\d+/g) ?? []).map(Number)

/** The bytes of an attachment lie in the data folder. */
async function attach(server: ServerProcess, key: string): Promise<void> {
  const client = server.client(key)
  const partner = await client.post('/partners', { name: 'With a contract' })
  const entity = { entity_type: 'partner', entity_id: partner.body.id }
  await upload(client, server, { entity })
}

describe.runIf(isRoot)('a folder that the user of PostgreSQL can reach', () => {
  let place: Place
  let server: ServerProcess
  let key: string
  let owner: number

  /** Files that root wrote in an older version. */
  const older = ['files', 'files/2026-01-01', 'files/2026-01-01/contract']

  beforeAll(async () => {
    place = await readyPlace()
    fs.mkdirSync(path.join(place.dataDir, older[1]!), { recursive: true, mode: 0o700 })
    fs.writeFileSync(path.join(place.dataDir, older[2]!), 'contract', { mode: 0o600 })
    server = await startServer(place)
    key = server.testKey
    owner = fs.statSync(path.join(place.dataDir, 'postgres')).uid
  })

  test('the process is the user PostgreSQL runs as, in every respect, and the log says so', () => {
    expect(owner).not.toBe(0)
    expect(usersOf(server.pid)).toEqual([owner, owner, owner, owner])
    expect(groupsOf(server.pid)).not.toContain(0)
    expect(server.output.stderr).toMatch(/The service left root and goes on as \w+\./)
  })

  test('it writes files and starts a killed PostgreSQL again', async () => {
    await attach(server, key)
    expect(fs.statSync(path.join(place.dataDir, 'files')).uid).toBe(owner)
    const killed = postmasterOf(place)!
    process.kill(killed, 'SIGKILL')
    const isBack = async () => (await server.client().get('/health')).status === 200
    while (postmasterOf(place) === killed || postmasterOf(place) === undefined || !(await isBack())) await sleep(20)
    await attach(server, key)
  })

  test('commands of root work beside it', async () => {
    expect(await cli(place, ['verify'])).toMatchObject({ ok: true })
    expect(await cli(place, ['tenant', 'show', 'demo'])).toMatchObject({ slug: 'demo' })
  })

  test('files that root wrote in an older version became its own with the start', () => {
    const owners = older.map(name => fs.statSync(path.join(place.dataDir, name)).uid)
    expect(owners).toEqual([owner, owner, owner])
  })

  test('it stops PostgreSQL, and leaves nothing running', async () => {
    expect(await server.stop()).toMatchObject({ code: 0 })
    expect(processesIn(place.folder)).toEqual([])
  })
})

describe.runIf(isRoot)('a folder only root may enter', () => {
  let closed: string
  let cluster: string | undefined

  afterAll(() => {
    if (cluster) fs.rmSync(cluster, { recursive: true, force: true })
  })

  test('the service stays root, says why in one line, and serves', async () => {
    const open = await newPlace()
    closed = path.join(open.folder, 'closed')
    fs.mkdirSync(closed, { mode: 0o700 })
    const dataDir = path.join(closed, 'data')
    // As its first start leaves it.
    fs.mkdirSync(dataDir, { mode: 0o700 })
    fs.mkdirSync('/var/lib/cellarbook', { recursive: true })
    cluster = path.join('/var/lib/cellarbook', randomBytes(8).toString('hex'))
    copyFolder(path.join(inject('readyFolder'), 'postgres'), cluster)
    fs.writeFileSync(path.join(dataDir, 'postgres.location'), `${cluster}\n${dataDir}\n`, { mode: 0o600 })
    const place = { ...open, dataDir, env: { ...open.env, DATA_DIR: dataDir } }
    const server = await startServer(place)
    expect(usersOf(server.pid)).toEqual([0, 0, 0, 0])
    expect(server.output.stderr.match(/The service goes on as root: \S+closed is closed to \w+/g)).toHaveLength(1)
    await attach(server, server.testKey)
    expect(await server.stop()).toMatchObject({ code: 0 })
    expect(postmasterOf(place)).toBeUndefined()
  })
})
