/** `api` and `profile`: calls with a key, from any machine. */
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Ended, enter, oneObject } from '../support/commands.ts'
import { useService } from '../support/service.ts'

const service = useService()
const nowhere = { env: {} }
const folder = mkdtempSync(path.join(os.tmpdir(), 'cellarbook-config-'))
afterAll(() => rmSync(folder, { recursive: true }))

let key: string
let environment: Record<string, string>

beforeAll(async () => {
  key = (await (await service.tenant()).key()).key!
  environment = { CELLARBOOK_URL: service.address, CELLARBOOK_KEY: key }
})

const call = (args: string[], options: { input?: string; isShown?: boolean } = {}): Promise<Ended> =>
  enter(nowhere, ['api', ...args], { environment, ...options })

describe('api', () => {
  test('prints the bytes of the answer to a program, pretty JSON to a person', async () => {
    const raw = await call(['GET', '/me'])
    expect(raw).toMatchObject({ code: 0, stderr: '' })
    expect(raw.stdout).not.toContain('\n')
    expect(oneObject(raw.stdout)).toMatchObject({ object: 'me', livemode: false })
    const shown = await call(['get', '/api/v1/me'], { isShown: true })
    expect(shown.stdout).toBe(`${JSON.stringify(JSON.parse(raw.stdout), null, 2)}\n`)
  })

  test('sends a body from its argument, a file or standard input, and a query', async () => {
    const file = path.join(folder, 'partner.json')
    writeFileSync(file, '{"name":"From a file"}')
    const names = [
      await call(['POST', '/partners', '--data', '{"name":"Typed"}']),
      await call(['POST', '/partners', '-d', `@${file}`]),
      await call(['POST', '/partners', '-d', '-'], { input: '{"name":"Piped"}' }),
    ].map(({ stdout }) => oneObject(stdout).name)
    expect(names).toEqual(['Typed', 'From a file', 'Piped'])
    const found = await call(['GET', '/partners', '-q', 'search=Piped', '--query', 'limit=1'])
    expect(oneObject(found.stdout).data).toMatchObject([{ name: 'Piped' }])
    const { stdout } = await call(['POST', '/partners', '-d', '{"name":"Dry"}', '-q', 'dry_run=true', '-i'])
    expect(stdout).toMatch(/^HTTP 200 OK\n[\s\S]*x-request-id: [\s\S]*\n\n\{.*"dry_run":true/)
  })

  test('sends headers: a call repeated with its key is made once', async () => {
    const once = ['POST', '/partners', '-d', '{"name":"Once"}', '-H', 'Idempotency-Key: k1', '-i']
    const [first, again] = [await call(once), await call(once)]
    expect(first.stdout).not.toContain('idempotent-replayed')
    expect(again.stdout).toContain('idempotent-replayed: true')
  })

  test('ends with 1 when the service refuses, the problem on standard error', async () => {
    const refused = await call(['POST', '/partners', '--data', '{"nam":"x"}'])
    expect(refused).toMatchObject({ code: 1, stdout: '' })
    expect(oneObject(refused.stderr)).toMatchObject({ status: 422, code: 'validation_failed' })
    const absent = await call(['GET', '/nowhere', '-i'])
    expect(absent).toMatchObject({ code: 1, stdout: '', stderr: expect.stringMatching(/^HTTP 404[\s\S]*"not_found"/) })
  })

  test('refuses what cannot be sent before it sends anything', async () => {
    const wrong: [string[], RegExp][] = [
      [['FETCH', '/me'], /The method takes one of GET, POST, PATCH, PUT, DELETE/],
      [['GET', 'me'], /begins with a slash/],
      [['GET', '//elsewhere.example/me'], /one of the service/],
      [['GET', '/me', '--data', '{}'], /GET sends no body/],
      [['GET', '/me', '--query', 'x'], /--query takes name=value/],
      [['POST', '/partners', '--data', '@/nowhere'], /cannot be read/],
    ]
    for (const [args, expected] of wrong)
      expect(await call(args)).toMatchObject({ code: 1, stdout: '', stderr: expect.stringMatching(expected) })
  })
})

describe('profile', () => {
  const at = { XDG_CONFIG_HOME: folder }
  const profile = (args: string[], input = '') => enter(nowhere, ['profile', ...args], { environment: at, input })

  test('add keeps address and key in a file of the user alone, and never prints the key', async () => {
    const added = await profile(['add', 'sandbox', '--url', `${service.address}/`, '--key', '-', '--json'], `${key}\n`)
    expect(oneObject(added.stdout)).toMatchObject({ name: 'sandbox', url: service.address })
    const file = path.join(folder, 'cellarbook', 'profiles.json')
    expect(statSync(file).mode & 0o777).toBe(0o600)
    expect(statSync(path.dirname(file)).mode & 0o777).toBe(0o700)
    expect(readFileSync(file, 'utf8')).toContain(key)
    const listed = await profile(['list'])
    expect(listed.stdout).toMatch(/^PROFILE +URL +KEY\nsandbox +http\S+ +cb_test_\w{4}…\w{4} +in use\n$/)
    for (const { stdout, stderr } of [added, listed]) expect(stdout + stderr).not.toContain(key)
  })

  test('the one in use serves calls, another one by its name', async () => {
    const called = await enter(nowhere, ['api', 'GET', '/me'], { environment: at })
    expect(oneObject(called.stdout)).toMatchObject({ object: 'me' })
    const other = (await (await service.tenant({ slug: 'other' })).key()).key!
    const added = await profile(['add', 'other', '--url', 'http://10.0.0.1:1', '--key', other])
    expect(added.stderr).toMatch(/not https/)
    await profile(['add', 'other', '--url', service.address, '--key', other])
    const named = await enter(nowhere, ['api', 'GET', '/me', '--profile', 'other'], { environment: at })
    expect(oneObject(named.stdout)).toMatchObject({ tenant: { slug: 'other' } })
    await profile(['use', 'other'])
    expect(oneObject((await profile(['list', '--json'])).stdout)).toMatchObject({
      profiles: [{ is_current: false }, { name: 'other', is_current: true }],
    })
    await profile(['remove', 'other'])
    expect(await profile(['use', 'other'])).toMatchObject({
      code: 1,
      stderr: 'cellarbook: There is no profile other.\n',
    })
  })

  test('a key of a profile is not sent to the address of the environment', async () => {
    const mixed = { ...at, CELLARBOOK_URL: 'http://127.0.0.1:9' }
    expect(await enter(nowhere, ['api', 'GET', '/me'], { environment: mixed })).toMatchObject({
      code: 1,
      stderr: 'cellarbook: CELLARBOOK_URL is set without CELLARBOOK_KEY.\n',
    })
  })

  test('no key, no call; nobody there, one line', async () => {
    const none = { XDG_CONFIG_HOME: path.join(folder, 'empty') }
    expect(await enter(nowhere, ['api', 'GET', '/me'], { environment: none })).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/^cellarbook: No key: [^\n]+\n$/),
    })
    const away = { CELLARBOOK_URL: 'http://127.0.0.1:9', CELLARBOOK_KEY: key }
    expect(await enter(nowhere, ['api', 'GET', '/me'], { environment: away })).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/^cellarbook: http:\/\/127.0.0.1:9 does not answer: [^\n]+\n$/),
    })
    expect(await profile(['add', 'x', '--url', service.address, '--key', 'cb_test_x'])).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/--key takes an API key/),
    })
  })
})
