/**
 * A service from its start as root, which it leaves, to its stop under load: whoever got a connection gets its answer, and
 * what was answered is kept.
 */
import { once } from 'node:events'
import fs from 'node:fs'
import http from 'node:http'
import net from 'node:net'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { beforeAll, describe, expect, test } from 'vitest'
import { openEmbeddedPostgres } from '../../src/db/embedded/index.ts'
import { openDatabase } from '../../src/db/pool.ts'
import { sql } from '../../src/db/sql.ts'
import { invariants } from '../../src/domains/index.ts'
import { verify } from '../../src/kernel/verify.ts'
import { cli } from '../support/commands.ts'
import { attach } from '../support/files.ts'
import {
  groupsOf,
  type Place,
  postmasterOf,
  processesIn,
  readyPlace,
  type ServerProcess,
  startServer,
  useProcesses,
  usersOf,
} from '../support/process.ts'

useProcesses()

interface Answer {
  status: number
  headers: http.IncomingHttpHeaders
  body: { code?: string; name?: string; data?: unknown[] }
}

interface Wanted {
  method?: string
  path: string
  key?: string
  agent?: http.Agent
  body?: object
  /** The body follows when the service says that it has seen the head. */
  isAnnounced?: boolean
}

function open(place: Place, { method = 'GET', path, key, agent, body, isAnnounced = false }: Wanted) {
  const request = http.request(`${place.address}/api/v1${path}`, {
    method,
    agent: agent ?? false,
    headers: {
      ...(key && { authorization: `Bearer ${key}` }),
      ...(body && { 'content-type': 'application/json', 'content-length': Buffer.byteLength(JSON.stringify(body)) }),
      ...(isAnnounced && { expect: '100-continue' }),
    },
  })
  const answer = new Promise<Answer>((resolve, reject) => {
    request.on('error', reject)
    request.on('response', response => {
      let text = ''
      response.setEncoding('utf8').on('data', chunk => {
        text += chunk
      })
      response.on('error', reject)
      response.on('end', () =>
        resolve({ status: response.statusCode!, headers: response.headers, body: JSON.parse(text) }),
      )
    })
  })
  return { request, answer }
}

/** The whole answer, or the code of what broke the connection. */
async function ask(place: Place, wanted: Wanted): Promise<Answer | string> {
  const { request, answer } = open(place, wanted)
  request.end(wanted.body && JSON.stringify(wanted.body))
  return answer.catch((error: NodeJS.ErrnoException) => error.code ?? error.message)
}

interface Load {
  acknowledged: string[]
  /** Writes whose connection was reset before any answer came. */
  reset: string[]
  /** Answers other than 201. */
  surprises: unknown[]
}

const newLoad = (): Load => ({ acknowledged: [], reset: [], surprises: [] })

/** Clients that write one partner after the other over a kept connection, until nobody listens or `isOver`. */
async function writeUntil(place: Place, key: string, prefix: string, load: Load, isOver: () => boolean): Promise<void> {
  const write = async (client: number) => {
    const agent = new http.Agent({ keepAlive: true, maxSockets: 1 })
    for (let at = 0; !isOver(); at += 1) {
      const name = `${prefix} ${client}-${at}`
      const answer = await ask(place, { method: 'POST', path: '/partners', key, agent, body: { name } })
      if (answer === 'ECONNREFUSED') return
      if (answer === 'ECONNRESET') return void load.reset.push(name)
      if (typeof answer === 'string' || answer.status !== 201 || answer.body.name !== name) load.surprises.push(answer)
      else load.acknowledged.push(name)
    }
  }
  await Promise.all([0, 1, 2, 3].map(write))
}

interface Sighting {
  at: number
  seen: Answer | string
}

const isTurned = ({ seen }: Sighting): boolean => typeof seen !== 'string' && seen.status === 503

/** What a load balancer sees, over new connections, until nobody listens. */
async function watchHealth(place: Place, sightings: Sighting[]): Promise<void> {
  for (;;) {
    const seen = await ask(place, { path: '/health' })
    sightings.push({ at: performance.now(), seen })
    if (typeof seen === 'string') return
    await sleep(15)
  }
}

/** Connections that were used once, and one that was opened ahead and never used, kept open without a request. */
async function openIdleConnections(place: Place, key: string): Promise<void> {
  const agents = Array.from({ length: 4 }, () => new http.Agent({ keepAlive: true, maxSockets: 1 }))
  for (const agent of agents) expect(await ask(place, { path: '/me', key, agent })).toMatchObject({ status: 200 })
  expect(agents.map(agent => Object.keys(agent.freeSockets).length)).toEqual([1, 1, 1, 1])
  const unused = net.connect(place.port, '127.0.0.1').on('error', () => {})
  await once(unused, 'connect')
}

/** A request whose body is only half sent when the signal comes. */
async function openSlowRequest(place: Place, key: string, name: string) {
  const body = { name }
  const text = JSON.stringify(body)
  const { request, answer } = open(place, { method: 'POST', path: '/partners', key, body, isAnnounced: true })
  const seen = once(request, 'continue')
  request.flushHeaders()
  await seen
  request.write(text.slice(0, 5))
  return { answer, finish: () => request.end(text.slice(5)) }
}

let place: Place
let key: string
let server: ServerProcess
const acknowledged: string[] = []
/** A balancer that saw health turn sends nothing new after this. */
const balancerMs = 300

/** Files that whoever started an older version wrote. */
const older = ['files', 'files/2026-01-01', 'files/2026-01-01/contract']

beforeAll(async () => {
  place = await readyPlace()
  fs.mkdirSync(path.join(place.dataDir, older[1]!), { recursive: true, mode: 0o700 })
  fs.writeFileSync(path.join(place.dataDir, older[2]!), 'contract', { mode: 0o600 })
  server = await startServer(place)
  key = server.testKey
  await cli(place, ['tenant', 'set', 'demo', '--rate-per-min', '1000000', '--max-partners', '1000000'])
})

const isRoot = process.getuid?.() === 0 && process.platform === 'linux'

describe.runIf(isRoot)('started as root in a folder that the user of PostgreSQL can reach', () => {
  let owner: number

  beforeAll(() => {
    owner = fs.statSync(path.join(place.dataDir, 'postgres')).uid
  })

  test('the process is the user PostgreSQL runs as, in every respect, and the log says so', () => {
    expect(owner).not.toBe(0)
    expect(usersOf(server.pid)).toEqual([owner, owner, owner, owner])
    expect(groupsOf(server.pid)).not.toContain(0)
    expect(server.output.stderr).toMatch(/The service left root and goes on as \w+\./)
  })

  test('it writes files and starts a killed PostgreSQL again', async () => {
    const client = server.client(key)
    await attach(client, server)
    expect(fs.statSync(path.join(place.dataDir, 'files')).uid).toBe(owner)
    const killed = postmasterOf(place)!
    process.kill(killed, 'SIGKILL')
    const isBack = async () => (await client.get('/health')).status === 200
    while (postmasterOf(place) === killed || postmasterOf(place) === undefined || !(await isBack())) await sleep(20)
    await attach(client, server)
  })

  test('commands of root work beside it', async () => {
    expect(await cli(place, ['verify'])).toMatchObject({ ok: true })
    expect(await cli(place, ['tenant', 'show', 'demo'])).toMatchObject({ slug: 'demo' })
  })

  test('files that root wrote in an older version became its own with the start', () => {
    const owners = older.map(name => fs.statSync(path.join(place.dataDir, name)).uid)
    expect(owners).toEqual([owner, owner, owner])
  })
})

// Ctrl-C is the same wish: `signals.test.ts`.
describe('SIGTERM under a stream of writes', () => {
  const signal = 'SIGTERM'
  let story: Awaited<ReturnType<typeof stopUnderLoad>>

  beforeAll(async () => {
    story = await stopUnderLoad(signal)
    acknowledged.push(...story.balanced.acknowledged, ...story.stubborn.acknowledged, `${signal} slow`)
  })

  test('health turns 503 before the listening stops', () => {
    const { health, signalledAt, exit } = story
    const states = health.map(({ seen }) => (typeof seen === 'string' ? seen : seen.status))
    expect(states.slice(0, -1).filter((state, at) => state !== states[at - 1])).toEqual([200, 503])
    const turned = health.find(isTurned)!
    expect(turned.seen).toMatchObject({ body: { code: 'api_unavailable' }, headers: { 'retry-after': '1' } })
    const turnedMs = Math.round(turned.at - signalledAt)
    const refusedMs = Math.round(health.at(-1)!.at - turned.at)
    expect(health.at(-1)!.seen).toMatch(/^ECONN(REFUSED|RESET)$/)
    console.log(
      `${signal}: health turned after ${turnedMs} ms, the listening ended ${refusedMs} ms later, exit after ` +
        `${exit.tookMs} ms, ${story.balanced.acknowledged.length} + ${story.stubborn.acknowledged.length} writes, ` +
        `${story.stubborn.reset.length} stubborn ones not accepted`,
    )
  })

  test('every request that got a connection gets its full answer', () => {
    expect(story.balanced).toMatchObject({ reset: [], surprises: [] })
    expect(story.slow).toMatchObject({
      status: 201,
      body: { name: `${signal} slow` },
      headers: { connection: 'close' },
    })
  })

  // What waits in the kernel when the listening ends is reset by it; the last test shows that it had no effect.
  test('those who do not heed health are answered until the listening ends', () => {
    expect(story.stubborn.surprises).toEqual([])
    expect(story.stubborn.reset.length).toBeLessThanOrEqual(4)
  })

  test('a long poll ends early with an empty page', () => {
    expect(story.longPoll).toMatchObject({ status: 200, body: { data: [] } })
  })

  test('the process ends well and waits for nobody idle, and PostgreSQL ends with it', () => {
    expect(story.exit).toMatchObject({ code: 0, signal: null })
    // Idle connections are not waited for.
    expect(story.said).not.toContain('were cut off')
    expect(story.said).not.toContain('"level":"error"')
    expect(story.left).toEqual([])
  })
})

async function stopUnderLoad(signal: NodeJS.Signals) {
  const before = server.output.stderr.length
  await openIdleConnections(place, key)
  const polling = ask(place, { path: '/events?since_sequence=0&types=invoice.cancelled&wait=25', key })
  const health: Sighting[] = []
  const [balanced, stubborn] = [newLoad(), newLoad()]
  const isHeeded = () => performance.now() > (health.find(isTurned)?.at ?? Number.POSITIVE_INFINITY) + balancerMs
  const load = Promise.all([
    watchHealth(place, health),
    writeUntil(place, key, `${signal} balanced`, balanced, isHeeded),
    writeUntil(place, key, `${signal} stubborn`, stubborn, () => false),
  ])
  while (Math.min(balanced.acknowledged.length, stubborn.acknowledged.length) < 12) await sleep(10)
  const slowRequest = await openSlowRequest(place, key, `${signal} slow`)
  const signalledAt = performance.now()
  const stopping = server.stop(signal)
  await load
  slowRequest.finish()
  const slow = await slowRequest.answer.catch((error: Error) => error.message)
  const exit = await stopping
  return {
    balanced,
    stubborn,
    health,
    slow,
    longPoll: await polling,
    exit,
    said: exit.stderr.slice(before),
    signalledAt,
    left: processesIn(place.folder),
  }
}

test('what was answered with 201 is there afterwards, once, and nothing else', async () => {
  const postgres = await openEmbeddedPostgres({ dataDir: place.dataDir, log: () => {} })
  const database = openDatabase({ ...postgres.connection }, { name: 'test', size: 1 })
  const rows = await database.many<{ name: string }>(sql`select name from partners where starts_with(name, 'SIG')`)
  expect(rows.map(({ name }) => name).toSorted()).toEqual(acknowledged.toSorted())
  expect(await verify(database, invariants)).toEqual([])
  await database.end()
  await postgres.stop()
})
