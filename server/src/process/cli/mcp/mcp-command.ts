/** `mcp`: the API as tools for a model, over standard input and output or over HTTP on this machine. */
import { randomBytes } from 'node:crypto'
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js'
import { Refusal, type Tools } from '../command.ts'
import { profileOf, type RemoteOptions, serviceAt } from '../remote/connection.ts'
import { listenOn } from './http.ts'
import { type MakeServer, type Offer, serverMaker } from './server.ts'

interface Options extends RemoteOptions, Offer {
  http?: number
  token?: string
}

export async function mcpCommand({ terminal }: Tools, options: Options): Promise<void> {
  if (options.token !== undefined && options.http === undefined) throw new Refusal('--token belongs to --http.')
  if (options.token !== undefined && options.token.length < 16)
    throw new Refusal('--token takes 16 characters or more.')
  const make = await serverMaker(serviceAt(await profileOf(terminal, options)), options)
  const { wished } = terminal.stopSignals()
  if (options.http === undefined) return serveStdio(make, wished)
  const token = options.token ?? randomBytes(24).toString('base64url')
  const { url, close } = await listenOn(options.http, token, make)
  terminal.say(`MCP at   ${url}`)
  if (options.token === undefined) terminal.say(`Token    ${token}`)
  await aborted(wished)
  await close()
}

/** Standard output belongs to the protocol from here on. */
async function serveStdio(make: MakeServer, wished: AbortSignal): Promise<void> {
  const server = make()
  const ended = new Promise<void>(resolve => process.stdin.once('end', resolve).once('close', resolve))
  await server.connect(new StdioServerTransport())
  await Promise.race([ended, aborted(wished)])
  await server.close()
  // Otherwise an open pipe keeps the process.
  process.stdin.destroy()
}

const aborted = (signal: AbortSignal): Promise<void> =>
  new Promise(resolve => {
    if (signal.aborted) resolve()
    else signal.addEventListener('abort', () => resolve(), { once: true })
  })
