/** Signals as terminals, npm and impatient people send them: requests are answered, and no PostgreSQL stays behind. */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import http from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { beforeAll, describe, expect, inject, test } from 'vitest'
import {
  leftIn,
  type Place,
  postmasterOf,
  processesIn,
  readyPlace,
  run,
  type ServerProcess,
  startServer,
  useProcesses,
} from '../support/process.ts'

useProcesses()

const repository = fileURLToPath(new URL('../../..', import.meta.url))
const hasTerminals = spawnSync('script', ['-qec', 'true', '/dev/null'], { stdio: 'ignore' }).status === 0

let place: Place

beforeAll(async () => {
  place = await readyPlace()
})

const isReady = () =>
  fetch(`${place.address}/api/v1/health`).then(
    ({ status }) => status === 200,
    () => false,
  )

/** A request whose body is only half sent: when the service knows of it, and its status in the end, or what broke it. */
function openSlowRequest(name: string) {
  const text = JSON.stringify({ name })
  const request = http.request(`${place.address}/api/v1/partners`, {
    method: 'POST',
    agent: false,
    headers: {
      authorization: `Bearer ${inject('ours').demoKey}`,
      'content-type': 'application/json',
      'content-length': text.length,
      expect: '100-continue',
    },
  })
  const seen = once(request, 'continue')
  const answer = new Promise<number | string>(resolve => {
    request.on('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message))
    request.on('response', response => {
      response
        .resume()
        .on('error', () => resolve('cut'))
        .on('end', () => resolve(response.statusCode!))
    })
  })
  request.flushHeaders()
  const begun = seen.then(() => void request.write(text.slice(0, 5)))
  return { answer, begun, finish: () => request.end(text.slice(5)) }
}

/** Ctrl-C while a request is under way, and what became of both. */
async function interrupt(program: ChildProcess, pressCtrlC: () => void) {
  const ended = once(program, 'exit')
  while (program.exitCode === null && !(await isReady())) await sleep(50)
  const { answer, begun, finish } = openSlowRequest('Answered after Ctrl-C')
  await begun
  pressCtrlC()
  await sleep(1_200)
  finish()
  const status = await answer
  await ended
  // What was killed instead of stopped is gone at once, and its PostgreSQL stays.
  return { status, left: processesIn(place.folder) }
}

const environment = () => {
  const { PATH, HOME } = process.env
  return { PATH, HOME, ...place.env }
}

describe('Ctrl-C under npm start', () => {
  // Where there is a terminal, it does the same below.
  test.skipIf(hasTerminals)('the signal of the terminal and the one of npm are one wish', async () => {
    const npm = spawn('npm', ['start'], { cwd: repository, env: environment(), stdio: 'ignore', detached: true })
    // A terminal signals the whole group in front; npm is a part of it and passes the signal on once more.
    const outcome = await interrupt(npm, () => process.kill(-npm.pid!, 'SIGINT'))
    expect(outcome).toEqual({ status: 201, left: [] })
  })

  test.runIf(hasTerminals)('typed at a real terminal, the signal of it and the one of npm are one wish', async () => {
    const terminal = spawn('script', ['-qec', 'npm start', '/dev/null'], {
      cwd: repository,
      env: environment(),
      stdio: ['pipe', 'ignore', 'ignore'],
    })
    const outcome = await interrupt(terminal, () => terminal.stdin!.write('\u0003'))
    expect(outcome).toEqual({ status: 201, left: [] })
  })
})

test('npm start, told to stop: requests are waited for, one that never ends is cut off, and all of it goes', async () => {
  const npm = spawn('npm', ['start'], { cwd: repository, env: environment(), stdio: ['ignore', 'ignore', 'pipe'] })
  let said = ''
  npm.stderr.setEncoding('utf8').on('data', text => {
    said += text
  })
  while (npm.exitCode === null && !(await isReady())) await sleep(50)
  const { answer, begun } = openSlowRequest('Never finished either')
  await begun
  npm.kill('SIGTERM')
  await once(npm, 'close')
  expect(npm).toMatchObject({ exitCode: 0, signalCode: null })
  expect(said).toContain('were cut off')
  expect(await answer).toBe('ECONNRESET')
  expect(await leftIn([place])).toEqual([])
})

describe('one process', () => {
  let server: ServerProcess

  beforeAll(async () => {
    server = await startServer(place)
  })

  test('a later signal does not wait for requests, and takes PostgreSQL along', async () => {
    const { answer, begun } = openSlowRequest('Never finished')
    await begun
    const stopping = server.stop('SIGINT')
    while (await isReady()) await sleep(20)
    // From then on it is another wish.
    await sleep(2_050)
    process.kill(server.pid, 'SIGINT')
    const exit = await stopping
    expect(exit).toMatchObject({ code: 0, signal: null })
    expect(exit.stderr).not.toContain('were cut off')
    expect(await answer).toBe('ECONNRESET')
    expect(await leftIn([place])).toEqual([])
  })

  test.each([
    ['SIGINT', 130],
    ['SIGTERM', 143],
    ['SIGHUP', 129],
  ] as const)('a command that meets %s ends with %i and stops the PostgreSQL it started', async (stopBy, code) => {
    const stopped = await run(place, ['verify'], { stopBy, stopWhen: () => postmasterOf(place) !== undefined })
    expect(stopped).toMatchObject({ code, signal: null, stdout: '', stderr: '' })
    expect(await leftIn([place])).toEqual([])
  })
})
