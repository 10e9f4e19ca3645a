/** MCP over streamable HTTP, for this machine alone: bound to loopback, with a token, and deaf to pages of the web. */
import { timingSafeEqual } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js'
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js'
import { hashSecret } from '../../../lib/api-key.ts'
import { Refusal } from '../command.ts'
import type { MakeServer } from './server.ts'

const host = '127.0.0.1'
const path = '/mcp'

export interface Listening {
  url: string
  close(): Promise<void>
}

export async function listenOn(port: number, token: string, make: MakeServer): Promise<Listening> {
  const server = createServer((request, response) => {
    const refusal = refusalOf(request, token)
    if (refusal) return refuse(response, refusal)
    answer(request, response, make).catch(() => {
      if (!response.headersSent) refuse(response, { status: 500, message: 'Internal error.' })
    })
  })
  await opened(server, port)
  return {
    url: `http://${host}:${(server.address() as AddressInfo).port}${path}`,
    async close() {
      server.closeAllConnections()
      await new Promise(resolve => server.close(resolve))
    },
  }
}

async function opened(server: Server, port: number): Promise<void> {
  server.listen(port, host)
  await once(server, 'listening').catch((error: Error) => {
    throw new Refusal(`The port ${port} cannot be used: ${error.message}`)
  })
}

interface Refused {
  status: number
  message: string
}

/** A page of the web may reach loopback, by a name that points there too: its origin and its host give it away. */
function refusalOf({ headers, method, url }: IncomingMessage, token: string): Refused | undefined {
  if (!isLocal(`http://${headers.host}`) || (headers.origin !== undefined && !isLocal(headers.origin))) {
    return { status: 403, message: 'Only for programs of this machine.' }
  }
  if (!isSame(headers.authorization ?? '', `Bearer ${token}`))
    return { status: 401, message: 'The token is missing or wrong.' }
  if (url !== path) return { status: 404, message: `MCP is at ${path}.` }
  // There are no sessions: nothing to stream, nothing to end.
  return method === 'POST' ? undefined : { status: 405, message: 'POST is the only method.' }
}

const isLocal = (address: string): boolean =>
  URL.canParse(address) && ['127.0.0.1', 'localhost', '[::1]'].includes(new URL(address).hostname)

const isSame = (one: string, other: string): boolean => timingSafeEqual(hashSecret(one), hashSecret(other))

function refuse(response: ServerResponse, { status, message }: Refused): void {
  const error = { jsonrpc: '2.0', error: { code: -32_000, message }, id: null }
  response.writeHead(status, { 'content-type': 'application/json', ...(status === 405 && { allow: 'POST' }) })
  response.end(JSON.stringify(error))
}

/** Each request stands alone. */
async function answer(request: IncomingMessage, response: ServerResponse, make: MakeServer): Promise<void> {
  const transport = new StreamableHTTPServerTransport({ enableJsonResponse: true })
  const server = make()
  response.once('close', () => void server.close())
  await server.connect(transport as Transport)
  await transport.handleRequest(request, response)
}
