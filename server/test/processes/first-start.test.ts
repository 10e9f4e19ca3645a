/** The first minutes with the program: what it prints works, what is set wrong is said in one line. */
import fs from 'node:fs'
import { createServer } from 'node:net'
import path from 'node:path'
import pg from 'pg'
import { beforeAll, describe, expect, test } from 'vitest'
import { openEmbeddedPostgres } from '../../src/db/embedded/index.ts'
import { type Ended, enter } from '../support/commands.ts'
import { upload } from '../support/files.ts'
import { isdoc } from '../support/invoice-files.ts'
import {
  leftIn,
  newPlace,
  type Place,
  postmasterOf,
  run,
  type ServerProcess,
  startServer,
  useProcesses,
} from '../support/process.ts'
import { signIn } from '../support/sign-in.ts'

useProcesses()

/** One clear line for a person, and no stack. */
function refusalOf({ code, stdout, stderr }: Ended): string {
  expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
  expect(stderr).toMatch(/^cellarbook: [^\n]+\n$/)
  expect(stderr).not.toMatch(/\bat .*:\d+:\d+/)
  return stderr
}

describe('one folder from its first start on', () => {
  let place: Place
  let server: ServerProcess
  let freshMs = 0

  beforeAll(async () => {
    place = await newPlace({ CONSOLE: 'on' })
    server = await startServer(place)
    freshMs = server.readyMs
  })

  test('the welcome names the address, a sign-in link, a test key and a command to try', () => {
    const lines = server.output.stdout.split('\n').map(line => line.trim())
    expect(lines).toContain(`Address    ${place.address}`)
    expect(server.output.stdout).toMatch(/Console {4}http:\S+\/console\/sign-in#token=[\w-]{32} {3}\(works once/)
    expect(server.output.stdout).toMatch(/Test key {3}cb_test_\w{36} {3}\(/)
    expect(lines.filter(line => line.startsWith('curl '))).toHaveLength(1)
    expect(fs.statSync(place.dataDir).mode & 0o777).toBe(0o700)
  })

  test('the printed command works as it stands', async () => {
    const [, name, value, url] = /curl -H "([\w-]+): ([^"]+)" "([^"]+)"/.exec(server.output.stdout)!
    const reply = await fetch(url!, { headers: { [name!]: value! } })
    expect(reply.status).toBe(200)
    const { data } = (await reply.json()) as { data: { object: string; livemode: boolean }[] }
    expect(data).toHaveLength(3)
    expect(data[0]).toMatchObject({ object: 'partner', livemode: false })
    expect((await server.client().get('/health')).status).toBe(200)
    const unknown = await server.client(value!.replace('Bearer ', '').replace(/.$/, '~')).get('/partners')
    expect(unknown).toMatchObject({ status: 401, body: { code: 'unauthenticated' } })
  })

  test('no connection of the running service is a superuser', async () => {
    const { connection } = await openEmbeddedPostgres({ dataDir: place.dataDir, log: () => {} })
    const client = new pg.Client(connection)
    await client.connect()
    const { rows } = await client.query(`
      select distinct r.rolname, r.rolsuper
        from pg_stat_activity a join pg_roles r on r.oid = a.usesysid
       where a.application_name like 'cellarbook %'`)
    await client.end()
    expect(rows).toEqual([{ rolname: 'cellarbook_service', rolsuper: false }])
  })

  test('the sign-in link opens the console once', async () => {
    const link = /http:\S+token=[\w-]+/.exec(server.output.stdout)![0]
    expect((await fetch(link)).status).toBe(200)
    const first = await signIn(link)
    expect(first.headers.get('strict-transport-security')).toBeNull()
    expect([first.status, await first.json()]).toMatchObject([201, { account: { name: 'Pivovar U Zlaté lípy' } }])
    const home = await fetch(`${place.address}/console`)
    expect([home.status, await home.text()]).toEqual([200, expect.stringContaining('<div id="root">')])
    expect((await signIn(link)).status).toBe(401)
  })

  test('the threads of the program are where it looks for them: one prints, one reads invoices, one reads recipes', async () => {
    const api = server.client(server.testKey)
    const [issue] = (await api.get('/stock-issues?limit=1')).body.data
    expect((await api.get(`/stock-issues/${issue.id}/pdf`)).text).toMatch(/^%PDF-/)
    const { id } = await upload(api, server, { name: 'a.isdoc', mediaType: 'application/octet-stream', bytes: isdoc() })
    const read = await api.post('/received-invoices/isdoc', { attachment_id: id, file_name: 'a.isdoc' })
    expect(read).toMatchObject({ status: 200, body: { object: 'isdoc_import' } })
    const [item] = (await api.get('/items?limit=1')).body.data
    const recipe = await api.post('/recipes/import', { format: 'beerxml', content: '<a/>', item_id: item.id })
    expect(recipe).toMatchObject({ status: 422, body: { code: 'unsupported_format' } })
  })

  test('a second start, set by .env, prints no key and has the data', async () => {
    const { testKey } = server
    const made = await server.client(testKey).post('/partners', { name: 'Kept over the restart' })
    expect(made.status).toBe(201)
    expect(await server.stop()).toMatchObject({ code: 0, signal: null })
    expect(await leftIn([place])).toEqual([])

    // PORT of the environment wins over the one of the file.
    const envFile = path.join(place.folder, '.env')
    fs.writeFileSync(envFile, `PORT=not-used\nDATA_DIR=${place.dataDir}\nLOG_LEVEL=debug\n`)
    server = await startServer({ ...place, env: { PORT: String(place.port) } })
    fs.rmSync(envFile)

    expect(server.output.stdout).not.toContain('cb_test_')
    expect(server.output.stdout).not.toContain('token=')
    expect(server.output.stdout).toContain('npx cellarbook demo')
    const kept = await server.client(testKey).get(`/partners/${made.body.id}`)
    expect(kept).toMatchObject({ status: 200, body: { name: 'Kept over the restart' } })
    expect(server.output.stderr).toContain('"level":"debug"')
    console.log(`ready after ${freshMs} ms in a fresh folder, ${server.readyMs} ms in an existing one`)
  })

  test('a port in use is one line, and no PostgreSQL stays behind', async () => {
    expect(await server.stop()).toMatchObject({ code: 0 })
    const other = createServer()
    await new Promise<void>(resolve => other.listen(place.port, '127.0.0.1', resolve))
    const refused = await run(place, ['serve'])
    await new Promise(resolve => other.close(resolve))
    expect(refusalOf(refused)).toContain(`port ${place.port} is in use`)
    expect(postmasterOf(place)).toBeUndefined()
    expect(await leftIn([place])).toEqual([])
  })

  test('a signal during the start leaves nothing running', async () => {
    const stopped = await run(place, ['serve'], { stopWhen: () => postmasterOf(place) !== undefined })
    expect(stopped).toMatchObject({ code: 0, signal: null })
    expect(await leftIn([place])).toEqual([])
  })
})

const wrongSettings: [Record<string, string>, RegExp][] = [
  [{ PORT: 'abc' }, /PORT=abc .*1 to 65535/],
  [{ PORT: '0' }, /PORT=0 /],
  [{ LOG_LEVEL: 'loud' }, /LOG_LEVEL=loud .*debug/],
  [{ DATABASE_URL: 'mysql://root:secret@db/x' }, /DATABASE_URL=mysql:.* postgres:/],
  [{ S3_ENDPOINT: 'https://s3.example.com', S3_BUCKET: 'files' }, /S3_REGION, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY/],
  [{ TRUST_PROXY: 'true' }, /TRUST_PROXY=true .*how many proxies .*CIDR/],
  [{ WEBHOOK_ALLOW_CIDRS: 'x' }, /WEBHOOK_ALLOW_CIDRS=x .*CIDR/],
  [{ WEBHOOK_SIGNING_KEY: 'too short' }, /WEBHOOK_SIGNING_KEY=… .*32/],
  [{ BASE_URL: 'api.example.com' }, /BASE_URL=api\.example\.com .*https:/],
]

test('a wrong setting is one clear line, and nothing is started', async () => {
  const place = await newPlace()
  const refused = await Promise.all(
    wrongSettings.map(([env]) => enter({ ...place, env: { ...place.env, ...env } }, ['serve'])),
  )
  for (const [at, [, expected]] of wrongSettings.entries()) expect(refusalOf(refused[at]!)).toMatch(expected)
  expect(refused.map(({ stderr }) => stderr).join()).not.toMatch(/secret@|too short/)
  // And by a process, which ends with it and reads .env as well.
  fs.writeFileSync(path.join(place.folder, '.env'), 'PORT=from-file\n')
  expect(refusalOf(await run({ ...place, env: { DATA_DIR: place.dataDir } }, ['serve']))).toContain('PORT=from-file')
  expect(fs.readdirSync(place.folder)).toEqual(['.env'])
})
