/** Every block the README and the guides show is run, or held against what it claims to be. */
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { Ajv2020 } from 'ajv/dist/2020.js'
import formats from 'ajv-formats'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { demoAccess } from '../../src/domains/demo/actions.ts'
import { settingsSchema } from '../../src/domains/settings/schema.ts'
import { theHouse } from '../../src/kernel/domain.ts'
import { selfSigned } from '../support/certificates.ts'
import { freshIsdoc } from '../support/imports.ts'
import { type LossyProxy, startProxy } from '../support/proxy.ts'
import { openReceiver, type Receiver } from '../support/receiver.ts'
import { testBaseUrl, useService } from '../support/service.ts'
import { answerFaults } from '../support/shown-answers.ts'
import { reasonNotRun, type Step, stepsOf } from '../support/shown-blocks.ts'
import { callFaults } from '../support/shown-calls.ts'
import {
  type CommandDoor,
  compileBlocks,
  compileModules,
  openCommandDoor,
  type ProgramPlace,
  readersCommands,
  runModule,
  runShell,
} from '../support/shown-programs.ts'

const repository = path.resolve(fileURLToPath(import.meta.url), '../../../..')
/** Where a reader's own service is, as the documents have it. */
const localAddress = 'http://127.0.0.1:8080'
/** Where a reader receives webhooks. */
const hooksAddress = 'https://shop.example.com/hooks'

const guides = readdirSync(path.join(repository, 'docs/guides')).filter(name => name.endsWith('.md'))
const documents = ['README.md', ...guides.map(name => `docs/guides/${name}`)].map(name => {
  const steps = stepsOf(readFileSync(path.join(repository, name), 'utf8'))
  const runOf = (language: string) => steps.filter(step => step.language === language && !reasonNotRun(step))
  return { name, module: path.basename(name, '.md'), steps, shell: runOf('sh'), typescript: runOf('ts') }
})

const certificate = selfSigned()
const service = useService({ webhooks: { allowCidrs: ['127.0.0.1/32'], sending: { ca: certificate.cert } } })
let receiver: Receiver
/** The database of a test may be behind a file, where `DATABASE_URL` cannot point. */
let proxy: LossyProxy
let place: ProgramPlace
let door: CommandDoor

beforeAll(async () => {
  receiver = await openReceiver({ certificate })
  proxy = await startProxy(service.owner)
  const { testKey } = await demoAccess(service.database, service.clock)
  const folder = mkdtempSync(path.join(tmpdir(), 'cellarbook-guides-'))
  const { user, password, database } = service.owner
  door = await openCommandDoor(() => place)
  const commands = await readersCommands(folder, door)
  writeFileSync(path.join(folder, 'key.txt'), testKey)
  place = {
    folder,
    env: {
      PATH: `${commands}:${process.env.PATH}`,
      HOME: folder,
      LANG: 'C.UTF-8',
      DATABASE_URL: `postgres://${user}:${encodeURIComponent(password)}@127.0.0.1:${proxy.port}/${database}`,
    },
    inPlace: program =>
      program
        .replaceAll(localAddress, service.address)
        .replaceAll(hooksAddress, receiver.url('/hooks'))
        .replaceAll('cb_test_...', testKey),
  }
  await compileModules(
    documents
      .filter(({ typescript }) => typescript.length > 0)
      .map(({ module, typescript }) => ({ name: module, steps: typescript })),
    place,
  )
})
afterAll(async () => {
  await receiver?.close()
  door?.close()
  await proxy?.close()
  if (place) rmSync(place.folder, { recursive: true, force: true })
})

/** What the documents show instead of what the steps printed. */
function untrue(steps: readonly Step[], printed: readonly string[]): string[] {
  const asShown = (text: string) =>
    text
      .replaceAll(service.address, localAddress)
      .replaceAll(testBaseUrl, localAddress)
      .replaceAll(receiver.url('/hooks'), hooksAddress)
  return steps.flatMap(({ answer }, index) =>
    answer ? answerFaults(answer, asShown(printed[index]!)).map(fault => `line ${answer.line}: ${fault}`) : [],
  )
}

const ajv = new Ajv2020({ strict: false })
formats.default(ajv)

/** Faults of a block that stands for itself. */
function faultsAlone({ language, note, text }: Step): string[] {
  if (language === 'http' && note === 'calls') return callFaults(text, theHouse().endpoints)
  if (language === 'json' && note === 'settings') {
    const isValid = ajv.compile(settingsSchema())
    return isValid(JSON.parse(text)) ? [] : [JSON.stringify(isValid.errors)]
  }
  return [`nobody can tell whether a block of ${language || 'no language'} is true`]
}

// Not tried again: the second time the book is another one.
describe.each(documents)('$name', { retry: 0 }, ({ module, steps, shell, typescript }) => {
  test.runIf(shell.length > 0)('its commands run, and print what is shown', async () => {
    // A file that no document before it has brought.
    writeFileSync(path.join(place.folder, 'invoice.isdoc'), freshIsdoc())
    expect(untrue(shell, await runShell(shell, place))).toEqual([])
  })

  test.runIf(typescript.length > 0)('its TypeScript runs, and prints what is shown', async () => {
    expect(untrue(typescript, await runModule({ name: module, steps: typescript }, place))).toEqual([])
  })

  test('its other blocks are what they claim to be', () => {
    const alone = steps.filter(step => !['sh', 'ts'].includes(step.language) && !reasonNotRun(step))
    expect(alone.flatMap(step => faultsAlone(step).map(fault => `line ${step.line}: ${fault}`))).toEqual([])
  })
})

/** What the README of the SDK leaves to its reader. */
const surroundings = `
import type { Cellarbook, Event, Order, OrderCreate, PingEvent } from '@cellarbook/sdk'

declare global {
  const cellarbook: Cellarbook
  const id: string, lineId: string, secret: string, previousSecret: string
  const notes: string, paid_at: string, name: string, type: string
  const order: Order
  const body: OrderCreate
  const payment: { id: string }
  const content: Uint8Array<ArrayBuffer>
  function save(what: unknown): Promise<void>
  function ship(what: unknown): Promise<void>
  function show(field: string, message: string): void
  function later(idempotencyKey: string | undefined): void
  function loadCursor(): Promise<number>
  function saveCursor(cursor: number): Promise<void>
  function isKnown(id: string): Promise<boolean>
  function work(event: Event | PingEvent, at: { sequence: number; previousSequence: number | null }): Promise<void>
}
`

test('every block of the README of the SDK compiles', async () => {
  const steps = stepsOf(readFileSync(path.join(repository, 'sdk/README.md'), 'utf8'))
  const typescript = steps.filter(({ language }) => language === 'ts')
  expect(typescript.length).toBeGreaterThan(10)
  await compileBlocks(typescript, surroundings, place)
})

test('no more blocks are left unrun than these', () => {
  const reasons = documents.flatMap(({ name, steps }) =>
    steps.flatMap(step => (reasonNotRun(step) ? [`${name}: ${reasonNotRun(step)}`] : [])),
  )
  expect(reasons).toEqual(['README.md: it installs and starts the service', 'README.md: it runs all tests'])
})
