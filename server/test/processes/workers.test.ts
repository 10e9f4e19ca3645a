/** Several workers behind one port: one limit, one truth, one stop, and none of them is missed for long. */
import { randomUUID } from 'node:crypto'
import fs from 'node:fs'
import http from 'node:http'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { cli, enter } from '../support/commands.ts'
import {
  leftIn,
  type Place,
  postmasterOf,
  quietPort,
  readyPlace,
  run,
  type ServerProcess,
  startServer,
  useProcesses,
} from '../support/process.ts'

useProcesses()

const metricsToken = 'a token of the tests'.replaceAll(' ', '-')

let place: Place
let server: ServerProcess
let key: string

beforeAll(async () => {
  const metrics = { METRICS_PORT: String(await quietPort()), METRICS_TOKEN: metricsToken }
  place = await readyPlace({ WORKERS: '2', DATABASE_POOL: '30', ...metrics })
  server = await startServer(place, { LOG_LEVEL: 'debug' })
  key = server.testKey
})

interface Answer {
  status: number
  headers: http.IncomingHttpHeaders
  body: { code?: string; data?: { name: string }[]; has_more?: boolean; next_cursor?: string }
}

interface Wanted {
  method?: string
  path: string
  as?: string
  agent?: http.Agent
  body?: object
  idempotencyKey?: string
}

/** The whole answer, or the code of what broke the connection. Without an agent on a new connection. */
const ask = ({ method = 'GET', path, as = key, agent, body, idempotencyKey }: Wanted): Promise<Answer | string> =>
  new Promise(resolve => {
    const headers = {
      authorization: `Bearer ${as}`,
      ...(body && { 'content-type': 'application/json' }),
      ...(idempotencyKey && { 'idempotency-key': idempotencyKey }),
    }
    const request = http.request(`${place.address}/api/v1${path}`, { method, agent: agent ?? false, headers })
    const failed = (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message)
    request.on('error', failed).on('response', response => {
      let text = ''
      response.setEncoding('utf8').on('data', chunk => {
        text += chunk
      })
      response.on('error', failed).on('end', () => {
        const { statusCode: status = 0, headers: answered } = response
        resolve({ status, headers: answered, body: text === '' ? {} : JSON.parse(text) })
      })
    })
    request.end(body && JSON.stringify(body))
  })

const statusOf = (answer: Answer | string): number | string => (typeof answer === 'string' ? answer : answer.status)

const inParallel = <T>(count: number, work: (at: number) => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: count }, (_, at) => work(at)))

/** Who has served as this worker, in order. */
const pidsOf = (number: number): number[] =>
  [...server.output.stderr.matchAll(new RegExp(`Worker ${number} serves \\(pid (\\d+)\\)`, 'g'))].map(([, pid]) =>
    Number(pid),
  )

const readOnlyKey = (): Promise<{ id: string; key: string }> =>
  cli(place, ['key', 'create', '--tenant', 'demo', '--mode', 'test', '--preset', 'read-only'])

test('one welcome, two processes that serve, and neither of them root', async () => {
  const pids = [pidsOf(1).at(-1)!, pidsOf(2).at(-1)!]
  expect(new Set([...pids, server.pid]).size).toBe(3)
  expect(server.output.stdout.match(/Cellarbook is ready/g)).toHaveLength(1)
  await inParallel(8, () => ask({ path: '/me' }))
  const lines = () => server.output.stderr.split('\n').filter(line => line.includes('"path":"/api/v1/me"'))
  while (lines().length < 8) await sleep(10)
  const served = lines().map(line => JSON.parse(line) as { pid: number; worker: number })
  expect([...new Set(served.map(({ worker }) => worker))].toSorted()).toEqual([1, 2])
  for (const { pid, worker } of served) expect(pid).toBe(pids[worker - 1])
  if (process.getuid?.() === 0) {
    const owner = fs.statSync(path.join(place.dataDir, 'postgres')).uid
    for (const pid of [...pids, server.pid]) expect(fs.statSync(`/proc/${pid}`).uid).toBe(owner)
  }
})

test.runIf(process.platform === 'linux')('PostgreSQL has room for the pools of both, and what is beside them', () => {
  const words = fs.readFileSync(`/proc/${postmasterOf(place)}/cmdline`, 'utf8').split('\0')
  expect(words).toContain(`max_connections=${2 * (30 + 4) + 20 + 4}`)
})

test('429 rate_limited: a key has its calls of a minute once, and every answer tells what is left of them', async () => {
  const limit = 60
  await cli(place, ['tenant', 'set', 'demo', '--rate-per-min', String(limit), '--max-partners', '1000000'])
  const fresh = await readOnlyKey()
  const agent = new http.Agent({ keepAlive: true, maxSockets: 9 })
  const answers = await inParallel(limit * 1.5, () => ask({ path: '/me', as: fresh.key, agent }))
  agent.destroy()
  const left = (status: number) =>
    answers.flatMap(answer =>
      typeof answer !== 'string' && answer.status === status ? Number(answer.headers['ratelimit-remaining']) : [],
    )
  expect(left(200).toSorted((one, other) => one - other)).toEqual(Array.from({ length: limit }, (_, at) => at))
  expect(left(429)).toEqual(Array.from({ length: limit / 2 }, () => 0))
})

test('429 rate_limited: a key follows the log fifty times over both', async () => {
  await cli(place, ['tenant', 'set', 'demo', '--rate-per-min', '1000000'])
  const { key: as } = await readOnlyKey()
  const agent = new http.Agent({ keepAlive: false })
  const held = inParallel(60, () =>
    ask({ path: '/events?since_sequence=0&types=invoice.cancelled&wait=25', as, agent }),
  )
  while (Object.values(agent.sockets).flat().length > 50) await sleep(20)
  agent.destroy()
  expect((await held).filter(answer => statusOf(answer) === 429)).toHaveLength(10)
})

test('401 unauthenticated: a revoked key is refused by both as soon as the command has returned', async () => {
  const extra = await readOnlyKey()
  const askAll = () => inParallel(8, () => ask({ path: '/me', as: extra.key }).then(statusOf))
  expect(new Set(await askAll())).toEqual(new Set([200]))
  await cli(place, ['key', 'revoke', extra.id])
  expect(new Set(await askAll())).toEqual(new Set([401]))
})

/** Until it is done: a broken connection, or an answer that is not known yet, is asked for again by the same key. */
async function writeSurely(name: string, agent: http.Agent, seen: (number | string)[]): Promise<void> {
  const idempotencyKey = randomUUID()
  for (;;) {
    const answer = await ask({ method: 'POST', path: '/partners', agent, body: { name }, idempotencyKey })
    seen.push(statusOf(answer))
    if (statusOf(answer) === 201) return
    await sleep(50)
  }
}

async function namesLike(prefix: string): Promise<string[]> {
  const names: string[] = []
  for (let cursor = ''; ; ) {
    const answer = await ask({ path: `/partners?limit=200${cursor}` })
    if (typeof answer === 'string') throw new Error(answer)
    names.push(...answer.body.data!.map(({ name }) => name).filter(name => name.startsWith(prefix)))
    if (!answer.body.has_more) return names
    cursor = `&cursor=${encodeURIComponent(answer.body.next_cursor!)}`
  }
}

test('kill -9 of one under writes to one book: the other goes on, nothing is lost or doubled, a new one comes', async () => {
  const [before] = pidsOf(1)
  const seen: (number | string)[] = []
  const names: string[] = []
  let isOver = false
  const writing = inParallel(6, async writer => {
    const agent = new http.Agent({ keepAlive: true, maxSockets: 1 })
    for (let at = 0; !isOver; at += 1) {
      names.push(`killed ${writer}-${at}`)
      await writeSurely(names.at(-1)!, agent, seen)
      // The new one needs the cores, too.
      await sleep(60)
    }
    agent.destroy()
  })
  while (seen.length < 20) await sleep(10)
  process.kill(before!, 'SIGKILL')
  const atKill = seen.length
  while (pidsOf(1).length < 2 || seen.length < atKill + 24) await sleep(10)
  isOver = true
  await writing
  expect(pidsOf(1)[1]).not.toBe(before)
  expect(server.output.stderr).toMatch(/Worker 1 \(pid \d+\) was lost \(SIGKILL\); another one starts/)
  // 409: the connection broke while the write was under way.
  expect(seen.filter(status => ![201, 409, 'ECONNRESET', 'ECONNREFUSED'].includes(status))).toEqual([])
  expect((await namesLike('killed')).toSorted()).toEqual(names.toSorted())
  expect(await cli(place, ['verify'])).toMatchObject({ ok: true, violations: [] })
  const broken = seen.filter(status => status !== 201).length
  console.log(`kill -9 of one of two workers: ${names.length} writes, ${broken} of their calls had to be repeated`)
})

test('a port in use stops the start with one line, and the service that has it stays', async () => {
  const exit = await run(place, ['serve'])
  expect(exit.code).toBe(1)
  expect(exit.stderr.trim().split('\n').at(-1)).toBe(
    `cellarbook: Cannot listen on 127.0.0.1: port ${place.port} is in use by another program; set PORT.`,
  )
  expect(statusOf(await ask({ path: '/me' }))).toBe(200)
})

/** The figures of all workers, at their own port and at that of the service. */
async function figures(at: string): Promise<string> {
  const reply = await fetch(`${at}/metrics`, { headers: { authorization: `Bearer ${metricsToken}` } })
  expect(reply.headers.get('content-type')).toContain('version=0.0.4')
  return reply.text()
}

const sumOf = (text: string, name: string): number =>
  [...text.matchAll(new RegExp(`^${name}(?:\\{[^}]*\\})? ([0-9.e+]+)$`, 'gm'))].reduce(
    (sum, [, value]) => sum + Number(value),
    0,
  )

test('figures are those of all workers, whoever is asked; without the token there are none', async () => {
  const own = `http://127.0.0.1:${place.env.METRICS_PORT}`
  const named = 'cellarbook_requests_total\\{route="me.get",kind="read",status="200",code=""\\}'
  const before = sumOf(await figures(own), named)
  for (let asked = 0; asked < 6; asked++) expect(await ask({ path: '/me' })).toMatchObject({ status: 200 })
  await expect.poll(async () => sumOf(await figures(own), named) - before).toBe(6)
  expect(sumOf(await figures(place.address), named) - before).toBe(6)
  const page = await figures(own)
  for (const name of ['cellarbook_database_bytes', 'cellarbook_disk_free_bytes', 'nodejs_eventloop_lag_seconds']) {
    expect(sumOf(page, name), name).toBeGreaterThan(0)
  }
  expect(page).toContain('cellarbook_deliveries_open{state="pending"} 0')
  const withoutToken = await Promise.all([own, place.address].map(at => fetch(`${at}/metrics`)))
  expect(withoutToken.map(({ status }) => status)).toEqual([401, 404])
})

// A SIGTERM that only the leader hears: `console.test.ts`, whose program has workers, too.
test('Ctrl-C, which all of them hear, twice: one wish, who waits is answered, everything ends, PostgreSQL too', async () => {
  const held = inParallel(4, () => ask({ path: '/events?since_sequence=0&types=invoice.cancelled&wait=25' }))
  const writes = inParallel(8, at => ask({ method: 'POST', path: '/partners', body: { name: `stopped ${at}` } }))
  await sleep(100)
  const said = server.output.stderr.length
  for (const pid of [server.pid, pidsOf(1).at(-1)!, pidsOf(2).at(-1)!]) process.kill(pid, 'SIGINT')
  const exit = await server.stop('SIGINT')
  expect(exit).toMatchObject({ code: 0, signal: null })
  expect((await held).map(statusOf)).toEqual([200, 200, 200, 200])
  expect((await writes).map(statusOf)).toEqual(Array.from({ length: 8 }, () => 201))
  expect(exit.stderr.slice(said)).not.toMatch(/was lost/)
  expect(exit.stderr).not.toContain('"level":"error"')
  expect(await leftIn([place])).toEqual([])
  expect(postmasterOf(place)).toBeUndefined()
})

describe('a start that fails', () => {
  test.for(['0', 'many'])('WORKERS=%s stops it with one line', async value => {
    const { code, stderr } = await enter({ env: { ...place.env, WORKERS: value } }, ['serve'])
    expect({ code, stderr }).toEqual({
      code: 1,
      stderr: `cellarbook: WORKERS=${value} is not allowed: expected a number from 1 to 64, or auto for one per core.\n`,
    })
  })

  test('workers that end before they serve stop the service after three tries', async () => {
    const file = path.join(place.folder, 'end-workers.cjs')
    fs.writeFileSync(file, "if (require('node:cluster').isWorker) process.exit(7)\n")
    const { code, stderr } = await run(place, ['serve'], { env: { NODE_OPTIONS: `--require ${file}` } })
    expect(code).toBe(1)
    expect(stderr.match(/was lost \(exit code 7\); another one starts in (250|500) ms/g)!.length).toBeGreaterThan(1)
    expect(stderr.match(/^cellarbook: .*$/gm)).toEqual([
      expect.stringMatching(
        /^cellarbook: Worker [12] \(pid \d+\) ended 3 times in a row before it served \(exit code 7\)\.$/,
      ),
    ])
    expect(await leftIn([place])).toEqual([])
  })
})

afterAll(async () => {
  if (server?.isRunning) await server.stop()
})
