/** `verify`, `demo`, `migrate`, `openapi`. */
import type { Command } from 'commander'
import { findAccount } from '../../kernel/account.ts'
import { type Violation, verify } from '../../kernel/verify.ts'
import type { Mode } from '../../lib/api-key.ts'
import { demoLines, signInAddress } from '../welcome.ts'
import { oneOf, Refusal, type Tools } from './command.ts'

export function upkeepCommands(program: Command, tools: Tools): void {
  const { terminal, withStore, print } = tools
  verifyCommand(program, tools)
  demoCommand(program, tools)
  program
    .command('migrate')
    .description('bring the database up to date (the server does it at its start too)')
    .option('--json', 'print one JSON object')
    .action(({ json }: { json?: boolean }) =>
      withStore('migrate', async ({ migrated }) => {
        const lines = migrated.length === 0 ? ['The database is up to date.'] : migrated.map(name => `applied ${name}`)
        print(json, { applied: migrated }, lines)
      }),
    )
  program
    .command('openapi')
    .description('print the OpenAPI document')
    .option('--json', 'the same: the document is JSON')
    .action(async () => {
      const { serviceDocument } = await import('../../describe/service-document.ts')
      terminal.say(JSON.stringify(serviceDocument(terminal.readConfig()), null, 2))
    })
}

function verifyCommand(program: Command, { withStore, print }: Tools): void {
  program
    .command('verify')
    .description('check every invariant of the books; exit 1 and the rows when one is broken')
    .option('--json', 'print one JSON object')
    .action(({ json }: { json?: boolean }) =>
      withStore('verify', async ({ database }) => {
        const { invariants } = await import('../../domains/index.ts')
        const violations = await verify(database, invariants)
        const sound = [`All ${invariants.length} invariants hold.`]
        print(
          json,
          { ok: violations.length === 0, checked: invariants.length, violations },
          violations.length === 0 ? sound : violations.flatMap(violationLines),
        )
        if (violations.length > 0)
          throw new Refusal(`${violations.length} of ${invariants.length} invariants are broken.`)
      }),
    )
}

const violationLines = ({ invariant, meaning, rows }: Violation): string[] => [
  `${invariant}: broken. ${meaning}`,
  ...rows.map(row => `  ${JSON.stringify(row)}`),
]

function demoCommand(program: Command, { withStore, print }: Tools): void {
  program
    .command('demo')
    .description('the demo tenant with a fresh sign-in link and sandbox key; or demo data for another tenant')
    .option('--tenant <slug>', 'fill this tenant instead')
    .option('--mode <mode>', 'which of its books', oneOf('--mode', ['live', 'test']), 'test')
    .option('--json', 'print one JSON object')
    .action((options: { tenant?: string; mode: Mode; json?: boolean }) =>
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
        print(options.json, { tenant: 'demo', ...urls, test_key: access.testKey }, demoLines(config.baseUrl, access))
      }),
    )
}
