/**
 * The command line, without a server and beside a running one: what it prints, what it changes, how it refuses.
 * `run` and `printed` start a process, `enter` and `cli` do not: starting one costs more than most commands.
 */
import fs from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { beforeAll, describe, expect, test } from 'vitest'
import { presets } from '../../src/contract/scopes.ts'
import { openEmbeddedPostgres } from '../../src/db/embedded/index.ts'
import { readMigrations } from '../../src/db/migrate.ts'
import { openDatabase } from '../../src/db/pool.ts'
import { sql } from '../../src/db/sql.ts'
import { settingsSchema } from '../../src/domains/settings/schema.ts'
import { cli, type Ended, enter, oneObject, type Printed, printedBy } from '../support/commands.ts'
import {
  leftIn,
  newPlace,
  type Place,
  readyPlace,
  run,
  type ServerProcess,
  startServer,
  useProcesses,
} from '../support/process.ts'
import { signIn } from '../support/sign-in.ts'

useProcesses()

let place: Place
let server: ServerProcess
let key: string

const create = ['key', 'create', '--tenant', 'hops', '--mode', 'test']
const inBook = ['--tenant', 'hops', '--mode', 'test']
const fill = ['demo', '--tenant', 'fresh', '--mode', 'test']
const importing = ['settings', 'import', ...inBook]

beforeAll(async () => {
  place = await newPlace()
})

/** Not zero, one line for a person, nothing on standard output. */
function expectRefusal({ code, stdout, stderr }: Ended, expected: RegExp): void {
  expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
  expect(stderr).toMatch(/^cellarbook: [^\n]+\n$/)
  expect(stderr).toMatch(expected)
}

/** By a process of its own. */
const printed = async (args: string[], options: { input?: string } = {}): Promise<Printed> =>
  printedBy(await run(place, [...args, '--json'], options))

/** Each starts while the one before it still works. */
const staggered = (commands: string[][]): Promise<Printed[]> =>
  Promise.all(commands.map((args, order) => sleep(order * 150).then(() => printed(args))))

const meOf = (as: string) => server.client(as).get('/me')

describe('without a server', () => {
  test('openapi and settings schema need no database, and arguments are checked before one is opened', async () => {
    const document = await cli(place, ['openapi'])
    expect(await cli(place, ['settings', 'schema'])).toEqual(settingsSchema())
    expect(document).toMatchObject({ openapi: expect.stringMatching(/^3\.1\./) })
    expect(Object.keys(document.paths).length).toBeGreaterThan(5)
    expectRefusal(await enter(place, ['key', 'create', '--mode', 'x']), /--mode takes one of live, test, not x/)
    expect(fs.readdirSync(place.folder)).toEqual([])
  })

  test('upgrade --check tells which migrations would run, and runs none; migrate runs them and leaves no PostgreSQL', async () => {
    const all = (await readMigrations()).map(({ name }) => name)
    const { migrations, seconds_at_most, free_bytes } = await cli(place, ['upgrade', '--check'])
    expect(migrations.map(({ name }: Printed) => name)).toEqual(all)
    expect(seconds_at_most).toBeGreaterThan(0)
    expect(free_bytes).toBeGreaterThan(0)
    expect(await leftIn([place])).toEqual([])
    expect(await cli(place, ['migrate'])).toEqual({ applied: all })
    expect(await leftIn([place])).toEqual([])
  })

  test('commands at the same time share one PostgreSQL, and the last one stops it', async () => {
    const make = ['tenant', 'create', '--slug', 'hops', '--name', 'Hops & Co', '--vertical', 'winery']
    const [again, made] = await staggered([['migrate'], make, ['verify']])
    expect(again).toEqual({ applied: [] })
    expect(made).toMatchObject({ slug: 'hops', name: 'Hops & Co', vertical: 'winery', locked: false, api_addon: true })
    expect(await leftIn([place])).toEqual([])
    const [shown, created] = await Promise.all([cli(place, ['tenant', 'show', 'hops']), cli(place, create)])
    expect(shown).toMatchObject({ id: made.id, books: [{ mode: 'live' }, { mode: 'test' }] })
    expect(created.key).toMatch(/^cb_test_/)
    expect(await leftIn([place])).toEqual([])
  })
})

describe('beside a server', () => {
  beforeAll(async () => {
    place = await readyPlace()
    server = await startServer(place)
    await cli(place, ['tenant', 'create', '--slug', 'hops', '--name', 'Hops & Co', '--vertical', 'winery'])
    key = (await cli(place, create)).key
  })

  test('tenant set changes the plan with the next request', async () => {
    expect((await meOf(key)).body.scopes).toContain('sales:write')
    const limits = ['--rate-per-min', '5000', '--max-keys', '9', '--max-webhook-endpoints', '3', '--max-partners', '20']
    const more = ['--storage-mb', '7', '--events-retention-days', '8', '--vat-payer', 'false']
    const changed = await cli(place, ['tenant', 'set', 'hops', '--modules', 'stock,finance', ...limits, ...more])
    expect(changed).toMatchObject({ vat_payer: false, api_addon: true, limits: { max_partners: 20, storage_mb: 7 } })
    const me = (await meOf(key)).body
    expect(me).toMatchObject({
      tenant: { slug: 'hops' },
      modules: ['stock', 'finance', 'api'],
      limits: { rate_per_min: 5000, max_keys: 9, max_webhook_endpoints: 3, events_retention_days: 8 },
    })
    expect(me.scopes).not.toContain('sales:write')
    await cli(place, ['tenant', 'set', 'hops', '--api-addon', 'false'])
    expect(await meOf(key)).toMatchObject({ status: 403, body: { code: 'addon_required' } })
    await cli(place, ['tenant', 'set', 'hops', '--api-addon', 'true'])
    expect((await meOf(key)).status).toBe(200)
  })

  test('tenant set --vat-payer holds from today on, or from a day', async () => {
    const set = (...args: string[]) => cli(place, ['tenant', 'set', 'hops', '--vat-payer', ...args])
    expect(await set('true', '--since', '2026-01-01')).toMatchObject({
      vat_payer: true,
      vat_changes: [{ since: '2026-01-01', vat_payer: true }],
    })
    expect(await set('false', '--since', '2999-07-01')).toMatchObject({
      vat_payer: true,
      vat_changes: [{ since: '2026-01-01' }, { since: '2999-07-01', vat_payer: false }],
    })
    expect(await set('false')).toMatchObject({
      vat_payer: false,
      vat_changes: [{ since: '2026-01-01' }, { since: expect.stringMatching(/^20/), vat_payer: false }],
    })
  })

  test('key create gives what was asked for, key list shows it without the secret, key revoke ends it', async () => {
    const expires = new Date(Date.now() + 5_000).toISOString()
    const brief = await cli(place, [...create, '--expires', expires])
    const lasting = await cli(place, [...create, '--expires', '2999-12-31T00:00:00Z'])
    expect((await meOf(lasting.key)).status).toBe(200)
    const wanted = [
      ['key', 'create', '--tenant', 'hops', '--mode', 'live', '--preset', 'eshop', '--name', 'Shop'],
      [...create, '--scopes', 'core:read,events:read', '--allow-ip', '127.0.0.1,::1'],
      [...create, '--allow-ip', '10.0.0.0/8'],
    ]
    const [shop, own, away]: Printed[] = await Promise.all(wanted.map(args => cli(place, args)))
    const inStock = presets.eshop.scopes.filter(scope => !scope.startsWith('sales:'))
    expect((await meOf(shop.key)).body).toMatchObject({ livemode: true, key: { name: 'Shop' }, scopes: inStock })
    expect((await meOf(own.key)).body).toMatchObject({ livemode: false, scopes: ['core:read', 'events:read'] })
    const refused = await server.client(own.key).post('/partners', { name: 'x' })
    expect(refused).toMatchObject({
      status: 403,
      body: { code: 'insufficient_scope', required_scopes: ['core:write'] },
    })
    expect(await meOf(away.key)).toMatchObject({ status: 403, body: { code: 'ip_not_allowed' } })

    const rolled = await cli(place, ['key', 'roll', shop.id, '--overlap-hours', '1'])
    expect(rolled).toMatchObject({ old_id: shop.id, endpoints: 0, key: expect.stringMatching(/^cb_live_/) })
    expect((await meOf(shop.key)).status).toBe(200)
    expect((await meOf(rolled.key)).body).toMatchObject({ key: { id: rolled.id, name: 'Shop' }, scopes: inStock })
    const ended = await cli(place, ['key', 'roll', rolled.id])
    expect(await meOf(rolled.key)).toMatchObject({ status: 401, body: { code: 'unauthenticated' } })
    expect((await meOf(ended.key)).status).toBe(200)

    expect(await cli(place, ['key', 'revoke', own.id])).toEqual({ id: own.id, revoked: true })
    expect(await meOf(own.key)).toMatchObject({ status: 401, body: { code: 'unauthenticated' } })
    const { entries } = await cli(place, ['audit', '--tenant', 'hops', '--limit', '3'])
    expect(entries.map(({ action, subject_id }: Printed) => [action, subject_id])).toEqual([
      ['key.revoked', own.id],
      ['key.rolled', rolled.id],
      ['key.rolled', shop.id],
    ])
    expect(JSON.stringify(entries)).not.toContain(ended.key)
    const { keys } = await cli(place, ['key', 'list', '--tenant', 'hops'])
    const listed = (id: string) => keys.find((one: Printed) => one.id === id)
    expect(keys).toHaveLength(8)
    expect(listed(own.id)).toMatchObject({ revoked_at: expect.any(String), scopes: ['core:read', 'events:read'] })
    expect(listed(brief.id)).toMatchObject({ mode: 'test', expires_at: expires, revoked_at: null })
    expect(listed(away.id)).toMatchObject({
      allowed_addresses: ['10.0.0.0/8'],
      key: expect.stringMatching(/^cb_test_.*…/),
    })
    expect(JSON.stringify(keys)).not.toContain(shop.key)
    await sleep(Math.max(0, Date.parse(expires) - Date.now()))
    expect(await meOf(brief.key)).toMatchObject({ status: 401, body: { code: 'unauthenticated' } })
  })

  test('key create asks a person for a preset, and a script gets every scope as ever', async () => {
    const asked = await enter(place, create, { answer: 'eshop', isShown: true })
    expect(asked.stdout).toMatch(/^PRESET +FOR\neshop +E-shop/)
    const granted = (await meOf(/cb_test_\w+/.exec(asked.stdout)![0])).body.scopes
    expect(granted).toEqual(presets.eshop.scopes.filter(scope => !scope.startsWith('sales:')))
    expectRefusal({ ...(await enter(place, create, { answer: 'shop' })), stdout: '' }, /--preset takes one of eshop/)
    expect((await meOf((await cli(place, create, { answer: 'eshop' })).key)).body.scopes).toContain('webhooks:manage')
  })

  test('settings go out and come in again without a change; a changed document shows its plan', async () => {
    const file = path.join(place.folder, 'settings.json')
    expect(await cli(place, ['settings', 'export', ...inBook, '--file', file])).toEqual({ file })
    const document = JSON.parse(fs.readFileSync(file, 'utf8'))
    const crate = { code: 'crate', symbol: 'cr', name_cs: 'přepravka', name_en: 'crate', dimension: 'count' }
    const [owner] = document.users
    const changed = { ...document, units: [...document.units, crate], users: [{ ...owner, name: 'Renamed' }] }
    const input = JSON.stringify(changed)
    const changes = [
      { section: 'units', key: 'crate', action: 'create' },
      {
        section: 'users',
        key: owner.email,
        action: 'update',
        fields: [{ field: 'name', from: owner.name, to: 'Renamed' }],
      },
    ]
    const [same, dryRun] = await Promise.all([
      cli(place, [...importing, '--file', file]),
      cli(place, [...importing, '--dry-run'], { input }),
    ])
    expect(same).toEqual({ changes: [], refusals: [], applied: true })
    expect(dryRun).toEqual({ changes, refusals: [], applied: false })
    expect(await printed(importing, { input })).toEqual({ changes, refusals: [], applied: true })

    const other = JSON.stringify({ ...changed, units: [{ ...crate, dimension: 'weight', symbol: 'never' }] })
    const refused = await enter(place, [...importing, '--json'], { input: other })
    expect(refused).toMatchObject({ code: 1, stderr: 'cellarbook: Nothing was changed.\n' })
    expect(oneObject(refused.stdout)).toMatchObject({ applied: false, refusals: [{ section: 'units', key: 'crate' }] })
    const exported = await cli(place, ['settings', 'export', ...inBook])
    expect(exported.users).toEqual(changed.users)
    expect(exported.units).toContainEqual(expect.objectContaining(crate))
  })

  test('upgrade --check has nothing to tell of a database of this version', async () => {
    expect(await cli(place, ['upgrade', '--check'])).toMatchObject({ migrations: [], needs_bytes: 0 })
    expect((await enter(place, ['upgrade'])).stderr).toMatch(/Give --check/)
  })

  test('person export tells what is stored of a person, partner erase forgets no stranger', async () => {
    const [{ email }] = (await cli(place, ['settings', 'export', ...inBook])).users
    const owner = await cli(place, ['person', 'export', '--email', email])
    expect(owner).toMatchObject({ email, users: [{ tenant: 'hops', role: 'owner' }] })
    expect(JSON.stringify(owner)).not.toMatch(/hash|secret|token/)
    const nobody = await enter(place, ['person', 'export', '--email', 'nobody@x.example'])
    expect(nobody.stderr).toMatch(/Nothing is stored/)
    const stranger = ['--partner', '01a1df99-484d-7097-94fa-29ec7b3b8967']
    const unknown = await enter(place, ['partner', 'erase', ...inBook, ...stranger])
    expect(unknown.stderr).toMatch(/There is no partner 01a1df99.* in the test book of hops/)
  })

  test('a plan is shown to people line by line, before it is applied', async () => {
    const unit = { code: 'keg', symbol: 'keg', name_cs: 'sud', name_en: 'keg', dimension: 'count' }
    const document = (...units: object[]) => ({
      input: JSON.stringify({ version: 1, units, shops: [{ code: 'MAIN', name: 'Brewery' }] }),
    })
    const [{ name }] = (await cli(place, ['settings', 'export', ...inBook])).shops
    const lines = `update   shops MAIN\n           name: "${name}" → "Brewery"\ncreate   units keg\n`
    const dryRun = await enter(place, [...importing, '--dry-run'], document(unit))
    expect(dryRun).toMatchObject({ code: 0, stdout: `${lines}Nothing was applied (--dry-run).\n` })
    expect(await enter(place, importing, document(unit))).toMatchObject({ code: 0, stdout: `${lines}Applied.\n` })
    expect(await enter(place, importing, document(unit))).toMatchObject({ code: 0, stdout: 'Nothing to change.\n' })
    const refused = await enter(place, importing, document({ ...unit, code: 'new' }, { ...unit, dimension: 'weight' }))
    expect(refused).toMatchObject({ code: 1, stderr: 'cellarbook: Nothing was changed.\n' })
    expect(refused.stdout).toMatch(/^create {3}units new\nrefused {2}units keg: The dimension .* rely on them\.\n$/)
    expect((await cli(place, ['settings', 'export', ...inBook])).units).not.toContainEqual(
      expect.objectContaining({ code: 'new' }),
    )
  })

  /** Each is refused in words before anything is planned. */
  async function expectFaults(wrong: [input: string, expected: RegExp][]): Promise<void> {
    for (const [input, expected] of wrong) {
      expect(await enter(place, importing, { input }), input).toMatchObject({
        code: 1,
        stdout: '',
        stderr: expect.stringMatching(expected),
      })
    }
  }

  test('a document with faults is refused in words, each by its place', () =>
    expectFaults([
      ['{', /^cellarbook: The document is not [^\n]*JSON[^\n]*\n$/],
      ['[]', /^cellarbook: The document is not valid:\n {2}\(document\): Must be an object with .*\.\n$/],
      [
        '{"version":1,"shops":[{"code":"A"}],"shopz":[]}',
        /^cellarbook: The document is not valid:\n {2}shopz: .+\n {2}shops\[0\]\.name: Required\.\n$/,
      ],
    ]))

  test('a document that can be read in two ways, or not be stored, is refused in one line', () =>
    expectFaults([
      ['{"version":1,"shops":[{"code":"A","name":"\\u0000"}]}', /^cellarbook: [^\n]+NUL[^\n]*\n$/],
      ['{"version":1,"shops":[{"code":"A","name":"\\ud800"}]}', /^cellarbook: [^\n]+surrogate[^\n]*\n$/],
      ['{"version":1,"shops":[],"shops":[]}', /^cellarbook: [^\n]+shops[^\n]*\n$/],
    ]))

  test('verify tells broken invariants and their rows, and ends with 1', async () => {
    const { connection } = await openEmbeddedPostgres({ dataDir: place.dataDir, log: () => {} })
    const database = openDatabase({ ...connection }, { name: 'test', size: 1 })
    const shift = (by: number) =>
      database.run(sql`update books set partner_count = partner_count + ${by}, last_sequence = last_sequence + ${by}`)
    // Of the demo and of hops.
    expect(await shift(1)).toBe(4)
    const [json, text] = [await enter(place, ['verify', '--json']), await enter(place, ['verify'])]
    await shift(-1)
    await database.end()
    expect([json, text].map(({ code }) => code)).toEqual([1, 1])
    expect(json.stderr).toMatch(/^cellarbook: 2 of \d+ invariants are broken\.\n$/)
    const { ok, violations } = oneObject(json.stdout)
    expect(ok).toBe(false)
    const broken = violations.map((one: Printed) => [one.invariant, one.rows.length])
    expect(broken).toEqual([
      ['events.sequence_without_gap', 4],
      ['partners.counted', 4],
    ])
    expect(text.stdout).toMatch(/partners\.counted: broken\. .*\n {2}\{"book_id":/)
  })

  test('demo makes no second tenant but a fresh key each time, sign-in links open the console', async () => {
    const first = await cli(place, ['demo'])
    const [second, { url }] = await Promise.all([cli(place, ['demo']), cli(place, ['tenant', 'sign-in', 'hops'])])
    expect(second.test_key).not.toBe(first.test_key)
    const read = ({ test_key }: Printed) => server.client(test_key).get('/partners?limit=200')
    const [one, other] = await Promise.all([first, second].map(read))
    expect(one!.body.data.length).toBeGreaterThan(2)
    expect(other!.body).toEqual(one!.body)
    for (const link of [second.sign_in_url, url]) expect((await signIn(link)).status).toBe(201)
  })

  test('demo fills the sandbox of a fresh tenant and nothing else', async () => {
    await cli(place, ['tenant', 'create', '--slug', 'fresh', '--name', 'Fresh'])
    expect(await cli(place, ['demo', '--tenant', 'fresh'])).toEqual({ tenant: 'fresh', mode: 'test', seeded: true })
    const create = (mode: string) => cli(place, ['key', 'create', '--tenant', 'fresh', '--mode', mode])
    const clients = (await Promise.all(['test', 'live'].map(create))).map(made => server.client(made.key))
    const [items, live] = await Promise.all(clients.map(client => client.get('/items?limit=200')))
    expect(items!.body.data.length).toBeGreaterThan(20)
    expect(live!.body.data).toEqual([])
    expect((await clients[0]!.get('/partners?limit=200')).body.data).toHaveLength(12)
    expect(await cli(place, ['verify'])).toMatchObject({ ok: true, violations: [] })
  })

  test('demo says when it left a book alone', async () => {
    expect(await cli(place, fill)).toEqual({ tenant: 'fresh', mode: 'test', seeded: false })
  })

  test('wrong arguments end with one line', async () => {
    const wrong: [string[], RegExp][] = [
      [['tenant', 'create', '--slug', 'Not A Slug', '--name', 'x'], /--slug takes lower-case/],
      [['tenant', 'create', '--slug', 'hops', '--name', 'Again'], /hops exists already/],
      [['tenant', 'create', '--slug', 'other'], /--name/],
      [['tenant', 'set', 'hops', '--rate-per-min', '0'], /--rate-per-min takes a whole number from 1/],
      [['tenant', 'set', 'hops', '--since', '2026-01-01'], /--since together with --vat-payer/],
      [['tenant', 'set', 'hops', '--vat-payer', 'true', '--since', '2026-02-30'], /--since takes a day/],
      [['tenant', 'show', 'nobody'], /no tenant nobody/],
      [[...create, '--scopes', 'core:read', '--preset', 'full'], /not both/],
      [[...create, '--allow-ip', '300.1.1.1'], /--allow-ip takes addresses/],
      [[...create, '--allow-ip', ''], /--allow-ip takes addresses/],
      [[...create, '--expires', 'tomorrow'], /--expires takes an instant/],
      [['key', 'revoke', 'nonsense'], /no key nonsense/],
      [['key', 'roll', 'nonsense'], /no key nonsense/],
      [['key', 'roll', 'nonsense', '--overlap-hours', '169'], /at most 168/],
      [[...importing, '--file', '/nowhere'], /cannot be read/],
      [['demo', '--tenant', 'nobody', '--mode', 'test'], /no tenant nobody/],
      [['tenant', 'creat'], /unknown command/],
      [['verify', '--nonsense'], /unknown option/],
    ]
    for (const [args, expected] of wrong) expectRefusal(await enter(place, args), expected)
    // And by a process, which ends with it.
    const [args, expected] = wrong.at(-1)!
    expectRefusal(await run(place, args), expected)
  })

  test('the server never noticed, and takes PostgreSQL with it', async () => {
    expect(server.output.stderr).not.toMatch(/"level":"(warn|error)"/)
    expect(await server.stop()).toMatchObject({ code: 0 })
    expect(await leftIn([place])).toEqual([])
  })
})
