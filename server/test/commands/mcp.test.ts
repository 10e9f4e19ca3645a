/** `mcp`: real clients of the protocol against a real service, over standard input and output and over HTTP. */
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { Client as ModelClient } from '@modelcontextprotocol/sdk/client/index.js'
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js'
import { afterEach, describe, expect, test } from 'vitest'
import type { Scope } from '../../src/contract/scopes.ts'
import type { Client } from '../support/client.ts'
import { type Ended, enter } from '../support/commands.ts'
import { useService } from '../support/service.ts'

const service = useService()
const program = fileURLToPath(new URL('../../bin/cellarbook.js', import.meta.url))

const closing: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close()
})

const keyWith = async (scopes: readonly Scope[]): Promise<Client> => (await service.tenant()).key({ scopes })
const environmentOf = ({ key }: Client) => ({ CELLARBOOK_URL: service.address, CELLARBOOK_KEY: key! })

async function connected(transport: unknown): Promise<ModelClient> {
  const model = new ModelClient({ name: 'test', version: '1' })
  await model.connect(transport as Transport)
  closing.push(() => model.close())
  return model
}

/** A process of its own, as an assistant starts it. */
const overStdio = (api: Client, ...args: string[]): Promise<ModelClient> =>
  connected(
    new StdioClientTransport({
      command: process.execPath,
      args: [program, 'mcp', ...args],
      env: { PATH: process.env.PATH!, ...environmentOf(api) },
      cwd: path.dirname(program),
    }),
  )

interface Door {
  url: string
  token: string
}

/** The command inside this process, until the test ends. */
async function opened(api: Client, ...args: string[]): Promise<Door> {
  const stop = new AbortController()
  const lines: string[] = []
  let ended: Promise<Ended> | undefined
  await new Promise<void>((resolve, reject) => {
    const onLine = (line: string) => {
      lines.push(line)
      if (line.startsWith('Token')) resolve()
    }
    const entered = ['mcp', '--http', '0', ...args]
    ended = enter({ env: {} }, entered, { environment: environmentOf(api), until: stop.signal, onLine })
    ended.then(({ stderr }) => reject(new Error(stderr)))
  })
  closing.push(async () => {
    stop.abort()
    expect(await ended).toMatchObject({ code: 0, stderr: '' })
  })
  const [url, token] = lines.map(line => line.split(/\s+/).at(-1)!) as [string, string]
  return { url, token }
}

const through = ({ url, token }: Door): Promise<ModelClient> =>
  connected(
    new StreamableHTTPClientTransport(new URL(url), { requestInit: { headers: { authorization: `Bearer ${token}` } } }),
  )

// biome-ignore lint/suspicious/noExplicitAny: what a tool told, whatever it is
const told = async (model: ModelClient, name: string, input: object): Promise<any> => {
  const { structuredContent, content, isError } = await model.callTool({ name, arguments: { ...input } })
  expect(JSON.parse((content as { text: string }[])[0]!.text)).toEqual(structuredContent)
  return { isError: isError === true, ...(structuredContent as object) }
}

const namesOf = async (model: ModelClient): Promise<string[]> => (await model.listTools()).tools.map(({ name }) => name)

describe('tools of named resources', () => {
  test('are those the key may call, reads marked as such, with the schemas of the API', async () => {
    const api = await keyWith(['core:read', 'core:write', 'stock:read'])
    const model = await through(await opened(api, '--resources', 'partners,stockIssues'))
    const { tools } = await model.listTools()
    const names = tools.map(({ name }) => name)
    expect(names).toContain('partners_create')
    expect(names).toContain('stockIssues_list')
    expect(names.filter(name => /^stockIssues_(create|update|actions_confirm)/.test(name))).toEqual([])
    expect(names.filter(name => name.endsWith('_pdf'))).toEqual([])
    const [list, create] = ['partners_list', 'partners_create'].map(name => tools.find(each => each.name === name)!)
    expect(list!.annotations).toMatchObject({ readOnlyHint: true })
    expect(create!.annotations).toMatchObject({ readOnlyHint: false, destructiveHint: true })
    expect(create!.inputSchema).toMatchObject({
      required: ['body'],
      properties: { body: { required: ['name'], properties: { ico: {} } }, confirm: {}, dry_run_token: {} },
    })
    expect(create!.inputSchema.properties).not.toHaveProperty('dry_run')
  })

  test('a key that only reads, and --read-only, get no tool that writes', async () => {
    const reader = await through(await opened(await keyWith(['core:read']), '--resources', 'partners'))
    expect((await namesOf(reader)).filter(name => /create|update/.test(name))).toEqual([])
    const careful = await through(await opened(await keyWith(['core:read', 'core:write']), '--read-only'))
    expect(await namesOf(careful)).toEqual(['search_operations', 'describe_operation', 'read_operation'])
  })

  test('a resource there is not, or not for this key, is refused with those there are', async () => {
    const api = await keyWith(['core:read'])
    const { code, stderr } = await enter({ env: {} }, ['mcp', '--resources', 'orders'], {
      environment: environmentOf(api),
    })
    expect({ code, stderr }).toEqual({
      code: 1,
      stderr: expect.stringMatching(/No resource orders .* Known: .*partners/),
    })
  })
})

describe('a write', () => {
  test('is shown first, made with the token of that dry run, and once however often it is confirmed', async () => {
    const api = await keyWith(['core:read', 'core:write', 'events:read'])
    const model = await overStdio(api, '--resources', 'partners')
    const input = { body: { name: 'Hospoda' } }
    const shown = await told(model, 'partners_create', input)
    expect(shown).toMatchObject({
      isError: false,
      is_done: false,
      dry_run: { dry_run: true, name: 'Hospoda', events: [{ type: 'partner.created' }] },
    })
    expect((await api.get('/partners')).body.data).toEqual([])
    const confirmed = { ...input, confirm: true, dry_run_token: shown.dry_run_token }
    const made = await told(model, 'partners_create', confirmed)
    expect(made).toMatchObject({ isError: false, object: 'partner', name: 'Hospoda' })
    expect(await told(model, 'partners_create', confirmed)).toEqual(made)
    expect((await api.get('/partners')).body.data).toHaveLength(1)
  })

  test('is not made without a token, with a made-up one, or with that of another input', async () => {
    const api = await keyWith(['core:read', 'core:write'])
    const model = await through(await opened(api, '--resources', 'partners'))
    const { dry_run_token } = await told(model, 'partners_create', { body: { name: 'A' } })
    const wrong = [
      { body: { name: 'A' }, confirm: true },
      { body: { name: 'A' }, confirm: true, dry_run_token: `${Date.now()}-x.y` },
      { body: { name: 'B' }, confirm: true, dry_run_token },
      { body: { name: 'A' }, dry_run_token },
    ]
    for (const input of wrong) expect(await told(model, 'partners_create', input)).toMatchObject({ is_done: false })
    expect((await api.get('/partners')).body.data).toEqual([])
  })

  test('that the service refuses answers with the problem document', async () => {
    const model = await through(await opened(await keyWith(['core:read', 'core:write']), '--resources', 'partners'))
    expect(await told(model, 'partners_create', { body: { nam: 'x' } })).toMatchObject({
      isError: true,
      status: 422,
      code: 'validation_failed',
    })
    const id = '00000000-0000-7000-8000-000000000000'
    expect(await told(model, 'partners_get', { id })).toMatchObject({ isError: true, status: 404, code: 'not_found' })
    expect(await told(model, 'partners_get', { nonsense: 1 })).toMatchObject({
      isError: true,
      errors: [
        { field: 'nonsense', code: 'unknown_field' },
        { field: 'id', code: 'required' },
      ],
    })
  })
})

test('without named resources a few tools find, explain, read and write', async () => {
  const api = await keyWith(['core:read', 'core:write'])
  const model = await through(await opened(api))
  expect(await namesOf(model)).toEqual(['search_operations', 'describe_operation', 'read_operation', 'call_operation'])
  const { operations } = await told(model, 'search_operations', { query: 'create a partner' })
  expect(operations[0]).toMatchObject({ operation: 'partners.create', tool: 'call_operation' })
  const described = await told(model, 'describe_operation', { operation: 'partners.create' })
  expect(described).toMatchObject({
    input: { required: ['body'] },
    problem_codes: expect.arrayContaining(['duplicate_ico']),
  })
  const call = { operation: 'partners.create', input: { body: { name: 'Generic' } } }
  const { dry_run_token } = await told(model, 'call_operation', call)
  await told(model, 'call_operation', { ...call, confirm: true, dry_run_token })
  const read = { operation: 'partners.list', input: { search: 'Generic', limit: 5 } }
  expect((await told(model, 'read_operation', read)).data).toMatchObject([{ name: 'Generic' }])
  // Not by the tool for reads, and not beyond the key.
  expect(await told(model, 'read_operation', call)).toMatchObject({ isError: true, code: 'not_found' })
  expect(await told(model, 'read_operation', { operation: 'orders.list' })).toMatchObject({ isError: true })
})

test('the reference and every error can be read', async () => {
  const model = await through(await opened(await keyWith(['core:read'])))
  const { resources } = await model.listResources()
  expect(resources.map(({ uri }) => uri)).toContain('cellarbook://reference/scopes.md')
  const textOf = async (uri: string) => (await model.readResource({ uri })).contents[0] as { text: string }
  expect((await textOf('cellarbook://reference/scopes.md')).text).toContain('core:write')
  expect((await textOf('cellarbook://errors/duplicate_ico')).text).toMatch(/^### duplicate_ico\n/)
  for (const uri of ['cellarbook://reference/../../package.json', 'cellarbook://errors/nonsense']) {
    await expect(textOf(uri)).rejects.toThrow(/There is no resource/)
  }
})

test('over HTTP a wrong token, a page of the web and another method are refused', async () => {
  const { url, token } = await opened(await keyWith(['core:read']))
  const send = (headers: Record<string, string>, method = 'POST') => fetch(url, { method, headers })
  const bearer = { authorization: `Bearer ${token}` }
  const statuses = [
    await send({}),
    await send({ authorization: 'Bearer wrong' }),
    await send({ ...bearer, origin: 'https://pages.example' }),
    await send(bearer, 'GET'),
  ].map(({ status }) => status)
  expect(statuses).toEqual([401, 401, 403, 405])
  expect(new URL(url).hostname).toBe('127.0.0.1')
})
