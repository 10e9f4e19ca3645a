/** `api`: any call, with the key of a profile or of the environment. */
import { readFile } from 'node:fs/promises'
import { buffer } from 'node:stream/consumers'
import { apiPrefix } from '../../../contract/locations.ts'
import { Failed, Refusal, type Terminal, type Tools } from '../command.ts'
import { oneOf } from '../values.ts'
import { profileOf, type RemoteOptions, serviceAt } from './connection.ts'

interface Options extends RemoteOptions {
  data?: string
  query?: string[]
  header?: string[]
  include?: boolean
}

const methods = ['GET', 'POST', 'PATCH', 'PUT', 'DELETE'] as const

export async function apiCommand(
  { terminal }: Tools,
  options: Options,
  ...[method, path]: [string, string]
): Promise<void> {
  const verb = oneOf('The method', methods)(method.toUpperCase())
  if (verb === 'GET' && options.data !== undefined) throw new Refusal('GET sends no body: use --query.')
  const call = { method: verb, path: pathWith(path, options.query ?? []), headers: headersOf(options.header ?? []) }
  const body = await bodyOf(options.data, terminal)
  const { wished: signal } = terminal.stopSignals()
  const answer = await serviceAt(await profileOf(terminal, options))({ ...call, body, signal })
  await show(terminal, answer, options)
}

/** `/partners`, or the whole path as `Location` has it. */
function pathWith(path: string, pairs: string[]): string {
  if (!path.startsWith('/')) throw new Refusal('The path begins with a slash: /partners.')
  const url = new URL(path.startsWith(`${apiPrefix}/`) ? path.slice(apiPrefix.length) : path, 'http://service')
  if (url.host !== 'service') throw new Refusal('The path is one of the service: /partners.')
  for (const pair of pairs) {
    const [name, value] = halves(pair, '=', '--query takes name=value')
    url.searchParams.append(name, value)
  }
  return url.pathname + url.search
}

const headersOf = (lines: string[]): Record<string, string> =>
  Object.fromEntries(
    lines.map(line => {
      const [name, value] = halves(line, ':', "--header takes 'Name: value'")
      return [name.trim(), value.trim()]
    }),
  )

function halves(text: string, joint: string, rule: string): [string, string] {
  const at = text.indexOf(joint)
  if (at < 1) throw new Refusal(`${rule}, not ${text}.`)
  return [text.slice(0, at), text.slice(at + 1)]
}

/** The text itself, `@file`, or `-` for standard input. It is sent as it is: the service judges it. */
async function bodyOf(data: string | undefined, terminal: Terminal): Promise<string | undefined> {
  if (data === undefined) return undefined
  if (data === '-') return (await buffer(terminal.input)).toString()
  if (!data.startsWith('@')) return data
  return readFile(data.slice(1), 'utf8').catch((error: Error) => {
    throw new Refusal(`The body cannot be read: ${error.message}`)
  })
}

/** Pretty for a person, byte by byte for a program. A refusal goes to standard error. */
async function show(terminal: Terminal, answer: Response, { include }: Options): Promise<void> {
  const { say, write, complain, isShown } = terminal
  const bytes = Buffer.from(await answer.arrayBuffer())
  const isRefused = answer.status >= 400
  const print = isRefused ? complain : say
  if (include)
    print([`HTTP ${answer.status} ${answer.statusText}`.trim(), ...headerLines(answer.headers), ''].join('\n'))
  const isJson = /\bjson\b/.test(answer.headers.get('content-type') ?? '')
  if (isRefused) complain(isShown && isJson ? pretty(bytes) : bytes.toString())
  else if (isShown && isJson) say(pretty(bytes))
  else if (bytes.length > 0) write(bytes)
  if (isRefused) throw new Failed()
}

const headerLines = (headers: Headers): string[] => [...headers].map(([name, value]) => `${name}: ${value}`)

const pretty = (bytes: Buffer): string => JSON.stringify(JSON.parse(bytes.toString()), null, 2)
