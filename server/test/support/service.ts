/**
 * The service of a test file: a cloned database, the real application on a real port, a clock. The files of a worker share
 * one, each with tenants of its own; whoever moves the clock, changes what all share or looks at it has one alone.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import http from 'node:http'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Logger, pino } from 'pino'
import { afterAll, beforeAll, expect, inject } from 'vitest'
import { type App, buildApp, type WebhookSettings } from '../../src/app.ts'
import { presets, type Scope } from '../../src/contract/scopes.ts'
import type { ConnectionSettings } from '../../src/db/embedded/index.ts'
import { type Database, openDatabase } from '../../src/db/pool.ts'
import { serviceRole } from '../../src/db/service-role.ts'
import { sql } from '../../src/db/sql.ts'
import { changeTenant, createTenant, type NewTenant, type TenantChange } from '../../src/domains/accounts/actions.ts'
import { createKey } from '../../src/domains/accounts/keys.ts'
import { house, invariants } from '../../src/domains/index.ts'
import type { ConnectionLimits, TrustedProxies } from '../../src/http/connections.ts'
import type { AnswerRoomOptions } from '../../src/kernel/answer-room.ts'
import { theHouse } from '../../src/kernel/domain.ts'
import type { ConsoleSource } from '../../src/kernel/ports/console-source.ts'
import type { Metrics } from '../../src/kernel/ports/metrics.ts'
import type { Tracing } from '../../src/kernel/ports/tracing.ts'
import { verify } from '../../src/kernel/verify.ts'
import type { Mode } from '../../src/lib/api-key.ts'
import { newId } from '../../src/lib/ids.ts'
import type { Disk } from '../../src/storage/disk.ts'
import { localStore } from '../../src/storage/local.ts'
import type { FileStore } from '../../src/storage/store.ts'
import { asAdmin } from './admin.ts'
import { Client } from './client.ts'
import { type ClusterName, freePort, templateName } from './databases.ts'
import { copyTenant } from './prototype.ts'
import { nearby } from './webhook-endpoints.ts'

export const testBaseUrl = 'https://api.cellarbook.test'

export interface Clock {
  (): number
  /** Moves the service's time forward, of one that is alone. */
  advance(milliseconds: number): void
}

export interface Service {
  readonly address: string
  readonly database: Database
  /** How the owner of the tables signs in, for what requests may not do. */
  readonly owner: ConnectionSettings
  readonly clock: Clock
  readonly app: App
  readonly fileStore: FileStore
  /** Where the files lie, unless the test brought a store of its own. */
  readonly filesFolder: string
  /** Of the tenants this file has made. */
  readonly slugs: readonly string[]
  tenant(wanted?: Partial<NewTenant>): Promise<TestTenant>
}

export interface TestTenant {
  slug: string
  /** Changes the plan. The cache hears of it by a notification; tests wait until it surely has. */
  set(change: TenantChange): Promise<void>
  key(options?: KeyOptions): Promise<Client & { keyId: string }>
}

export interface KeyOptions {
  mode?: Mode
  scopes?: readonly Scope[]
  allowedAddresses?: string[]
  expiresAt?: string
  ownerEmail?: string
}

/** Longer than any node remembers a caller. */
export const untilForgotten = () => new Promise(resolve => setTimeout(resolve, 1_050))

export interface ServiceOptions {
  /** For those who need nothing but a service of their own. */
  alone?: true
  /** Shared by the files of a worker that name it so; they ask for the same otherwise, too. */
  sharedAs?: string
  /** The files that share it move its clock, and begin wherever the one before them left it. */
  movesClock?: true
  trustProxy?: TrustedProxies
  /** Made anew for each service; a folder by default. */
  fileStore?: (folder: string) => FileStore
  webhooks?: Partial<WebhookSettings>
  /** Another way to the same database. */
  reach?: (connection: ConnectionSettings) => ConnectionSettings
  connections?: Partial<ConnectionLimits>
  answerRoom?: AnswerRoomOptions
  keepsRequests?: boolean
  /** Otherwise nobody watches it. */
  disk?: Disk
  /** Otherwise nothing is logged. */
  log?: Logger
  altBaseUrl?: string
  console?: ConsoleSource
  /** Otherwise nothing is counted. */
  metrics?: Metrics
  tracing?: Tracing
  /** At `http://localhost`, where browsers allow what they otherwise allow on https alone. */
  isLocal?: boolean
}

const usual: ServiceOptions = { sharedAs: 'usual', webhooks: nearby }

/**
 * Declares the service of a test file, ready inside the tests: with options one of its own, whose books are verified at the
 * end of the file, without the one of this worker, whose books are verified at the end of the run.
 */
export function useService(options: ServiceOptions = usual): Service {
  let running: Running | undefined
  const cluster = askedCluster
  const slugs: string[] = []
  const { sharedAs } = options
  beforeAll(async () => {
    running = await (sharedAs === undefined ? start(options, { cluster }) : shared(sharedAs, { options, cluster }))
  })
  afterAll(async () => {
    if (sharedAs === undefined) return running?.finish()
    running?.agent.destroy()
    running?.app.server.server.closeAllConnections()
  })
  const current = () => {
    if (!running) throw new Error('the service is not running yet')
    return running
  }
  return {
    slugs,
    get address() {
      return current().address
    },
    get database() {
      return current().database
    },
    get owner() {
      return current().owner
    },
    get clock() {
      return current().clock
    },
    get app() {
      return current().app
    },
    get fileStore() {
      return current().fileStore
    },
    get filesFolder() {
      return current().filesFolder
    },
    async tenant(wanted) {
      const tenant = await tenantOf(current(), wanted)
      slugs.push(tenant.slug)
      return tenant
    },
  }
}

type Running = Omit<Service, 'tenant' | 'slugs'> & { agent: http.Agent; finish(): Promise<void> }

const ofThisWorker = new Map<string, Promise<Running>>()

/** Started for the first file that asks for it; it ends with its worker. */
function shared(
  name: string,
  { options, cluster }: { options: ServiceOptions; cluster: ClusterName },
): Promise<Running> {
  const place = `${cluster} ${name}`
  const known = ofThisWorker.get(place)
  if (known) return known
  const fresh = start(options, { cluster, kind: 'shared' }).then(running =>
    options.movesClock ? running : { ...running, clock: standingClock },
  )
  ofThisWorker.set(place, fresh)
  return fresh
}

let askedCluster: ClusterName = 'ours'

/** The services a file declares while it is loaded here are on the oldest PostgreSQL we support. */
export async function onOldest(load: () => Promise<unknown>): Promise<void> {
  askedCluster = 'oldest'
  try {
    await load()
  } finally {
    askedCluster = 'ours'
  }
}

/** To move it would be to move it for all files. */
const standingClock: Clock = Object.assign(() => Date.now(), {
  advance() {
    throw new Error('a test that moves the clock needs a service of its own: useService({ alone: true })')
  },
})

interface Clone {
  cluster?: ClusterName
  kind?: 'test' | 'shared'
}

export async function cloneDatabase({
  cluster = 'ours',
  kind = 'test',
}: Clone = {}): Promise<{ connection: ConnectionSettings; drop(): Promise<void> }> {
  const { postgres } = inject(cluster)
  const name = `${kind}_${newId().replace(/-/g, '')}`
  await asAdmin(`create database ${name} template ${templateName} strategy file_copy`, cluster)
  return {
    connection: { ...postgres, database: name },
    drop: () => asAdmin(`drop database ${name} with (force)`, cluster),
  }
}

async function start(options: ServiceOptions, clone: Clone): Promise<Running> {
  const { connection, drop } = await cloneDatabase(clone)
  const role = serviceRole('cellarbook_service', connection.password)
  const database = openDatabase({ ...(options.reach?.(connection) ?? connection), ...role }, { name: 'test' })
  await patiently(() => database.run(sql`select 1`))
  const clock = movableClock()
  const filesFolder = await mkdtemp(
    path.join(tmpdir(), clone.kind === 'shared' ? 'shared-files-' : 'cellarbook-files-'),
  )
  const fileStore = (options.fileStore ?? localStore)(filesFolder)
  const port = options.isLocal ? await freePort() : 0
  const deps = {
    database,
    clock,
    log: options.log ?? pino({ level: 'silent' }),
    fileStore,
    webhooks: { signingKey: 'a signing key of at least 32 characters', allowCidrs: [], ...options.webhooks },
    baseUrl: options.isLocal ? `http://localhost:${port}` : testBaseUrl,
    ...(options.console && { console: options.console }),
    ...(options.altBaseUrl && { altBaseUrl: options.altBaseUrl }),
    trustProxy: options.trustProxy ?? false,
    ...(options.connections && { connections: options.connections }),
    ...(options.answerRoom && { answerRoom: options.answerRoom }),
    ...(options.disk && { disk: options.disk }),
    ...(options.metrics && { metrics: options.metrics }),
    ...(options.tracing && { tracing: options.tracing }),
    // Most tests look at their books alone.
    keepsRequests: options.keepsRequests ?? false,
  }
  const app = await patiently(() => buildApp(deps))
  const listening = await app.server.listen({ host: '127.0.0.1', port })
  const address = options.isLocal ? deps.baseUrl : listening
  // To connect takes a third of a small request. Given up long before the service would, so that none is lost with one.
  const agent = new http.Agent({ keepAlive: true, timeout: 2_000 })
  return {
    address,
    database,
    owner: connection,
    clock,
    app,
    fileStore,
    filesFolder,
    agent,
    async finish() {
      app.beginStop()
      agent.destroy()
      app.server.server.closeAllConnections()
      await app.server.close()
      await app.close()
      const violations = await verify(database, invariants)
      await database.end()
      await drop()
      await rm(filesFolder, { recursive: true, force: true })
      if (violations.length > 0) throw new Error(`invariants are broken: ${JSON.stringify(violations, null, 2)}`)
    },
  }
}

/** On a busy machine the first connections may take longer than the service waits for one. */
async function patiently<T>(work: () => Promise<T>): Promise<T> {
  const deadline = performance.now() + 60_000
  for (;;) {
    try {
      return await work()
    } catch (error) {
      if (performance.now() > deadline) throw error
      await sleep(100)
    }
  }
}

function movableClock(): Clock {
  let ahead = 0
  return Object.assign(() => Date.now() + ahead, {
    advance(milliseconds: number) {
      ahead += milliseconds
    },
  })
}

/** So that a broken invariant of a book names the file that broke it. */
const testFile = (): string => path.basename(expect.getState().testPath!, '.test.ts')

/** Like the prototype: of the usual kind, while there are no domains but ours. */
const isPlain = ({ vertical, modules }: Partial<NewTenant>): boolean =>
  vertical === undefined && modules === undefined && theHouse().domains.length === house.domains.length

async function tenantOf(
  { database, clock, address, agent }: Running,
  wanted: Partial<NewTenant> = {},
): Promise<TestTenant> {
  const slug = wanted.slug ?? `${testFile()}-${newId().slice(-12)}`
  const tenant = { name: `Tenant ${slug}`, ...wanted, slug }
  if (isPlain(wanted)) await copyTenant(database, clock, tenant)
  else await createTenant(database, clock, tenant)
  return {
    slug,
    async set(change) {
      await changeTenant(database, clock, { slug, ...change })
      await untilForgotten()
    },
    async key(options = {}) {
      const { id, key } = await createKey(database, clock, {
        slug,
        mode: options.mode ?? 'test',
        name: 'test key',
        scopes: options.scopes ?? presets.full.scopes,
        ...(options.allowedAddresses && { allowedAddresses: options.allowedAddresses }),
        ...(options.expiresAt && { expiresAt: options.expiresAt }),
        ...(options.ownerEmail && { ownerEmail: options.ownerEmail }),
      })
      return Object.assign(new Client(address, key, agent), { keyId: id })
    },
  }
}
