/** `serve`, `verify`, `demo`, `migrate`, `openapi`. */
import { findAccount } from '../../kernel/account.ts'
import { type Violation, verify } from '../../kernel/verify.ts'
import type { Mode } from '../../lib/api-key.ts'
import { demoLines, signInAddress } from '../welcome.ts'
import { Refusal, type Tools } from './command.ts'

interface Options {
  json?: boolean
}

/** Loaded when it is wanted: the other commands start in a third of the time. */
export async function serveCommand({ terminal }: Tools): Promise<void> {
  const config = terminal.readConfig()
  const { serve } = await import('../serve.ts')
  await serve(config)
}

export const migrateCommand = ({ withStore, print }: Tools, { json }: Options): Promise<void> =>
  withStore('migrate', async ({ migrated }) => {
    const lines = migrated.length === 0 ? ['The database is up to date.'] : migrated.map(name => `applied ${name}`)
    print(json, { applied: migrated }, lines)
  })

export async function openapiCommand({ terminal }: Tools): Promise<void> {
  const { serviceDocument } = await import('../../describe/service-document.ts')
  terminal.say(JSON.stringify(serviceDocument(terminal.readConfig()), null, 2))
}

export const verifyCommand = ({ withStore, print }: Tools, { json }: Options): Promise<void> =>
  withStore('verify', async ({ database }) => {
    const { invariants } = await import('../../domains/index.ts')
    const violations = await verify(database, invariants)
    const sound = [`All ${invariants.length} invariants hold.`]
    print(
      json,
      { ok: violations.length === 0, checked: invariants.length, violations },
      violations.length === 0 ? sound : violations.flatMap(violationLines),
    )
    if (violations.length > 0) throw new Refusal(`${violations.length} of ${invariants.length} invariants are broken.`)
  })

const violationLines = ({ invariant, meaning, rows }: Violation): string[] => [
  `${invariant}: broken. ${meaning}`,
  ...rows.map(row => `  ${JSON.stringify(row)}`),
]

export const demoCommand = (
  { withStore, print }: Tools,
  options: { tenant?: string; mode: Mode; json?: boolean },
): Promise<void> =>
  withStore('demo', async ({ database, config }) => {
    await import('../../domains/index.ts')
    const { demoAccess, seedBook } = await import('../../domains/demo/actions.ts')
    if (options.tenant) {
      const isLive = options.mode === 'live'
      if (!(await findAccount(database, options.tenant, isLive))) {
        throw new Refusal(`There is no tenant ${options.tenant}.`)
      }
      const seeded = await seedBook(database, Date.now, { slug: options.tenant, isLive })
      const { tenant, mode } = options
      const line = seeded ? 'has demo data' : 'has records already and was left as it is'
      return print(options.json, { tenant, mode, seeded }, [`The ${mode} book of ${tenant} ${line}.`])
    }
    const access = await demoAccess(database, Date.now)
    const urls = { base_url: config.baseUrl, sign_in_url: signInAddress(config.baseUrl, access.signInToken) }
    print(options.json, { tenant: 'demo', ...urls, test_key: access.testKey }, demoLines(config, access))
  })
