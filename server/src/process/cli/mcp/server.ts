/** The MCP server itself: tools within the scopes of the key, and pages to read. */
import { Server } from '@modelcontextprotocol/sdk/server/index.js'
import {
  CallToolRequestSchema,
  ErrorCode,
  ListResourcesRequestSchema,
  ListResourceTemplatesRequestSchema,
  ListToolsRequestSchema,
  McpError,
  ReadResourceRequestSchema,
} from '@modelcontextprotocol/sdk/types.js'
import { readVersion } from '../../../kernel/version.ts'
import { Refusal } from '../command.ts'
import { answerOf, type Service } from '../remote/connection.ts'
import { callerOf } from './calls.ts'
import { operationsOf, type Rights } from './operations.ts'
import { listPages, readPage, templates } from './reference.ts'
import { type OfferedTool, toolsForAll, toolsOfOperations } from './tools.ts'

export interface Offer {
  /** Named ones get a tool for each of their operations; without them a few tools reach everything. */
  resources?: string[] | undefined
  readOnly?: boolean | undefined
}

interface Me extends Rights {
  livemode: boolean
  tenant: { name: string }
}

export type MakeServer = () => Server

/** Asks the service once what there is and what the key may do; each connection then gets a server of its own. */
export async function serverMaker(service: Service, { resources, readOnly }: Offer): Promise<MakeServer> {
  const me = await answerOf<Me>(service, { method: 'GET', path: '/me' })
  const document = await answerOf<object>(service, { method: 'GET', path: '/openapi.json' })
  const all = operationsOf(document, me).filter(({ isWrite }) => !(isWrite && readOnly))
  const call = callerOf(service)
  const known = [...new Set(all.map(({ resource }) => resource))]
  const unknown = (resources ?? []).filter(name => !known.includes(name))
  if (unknown.length > 0)
    throw new Refusal(`No resource ${unknown.join(', ')} for this key. Known: ${known.join(', ')}.`)
  const tools = resources
    ? toolsOfOperations(
        all.filter(({ resource }) => resources.includes(resource)),
        call,
      )
    : toolsForAll(all, call)
  const book = me.livemode ? 'the live book: every change counts' : 'the sandbox'
  return () =>
    serverOf(tools, `Cellarbook, ${me.tenant.name}, ${book}. Decimals are strings, states change by actions.`)
}

function serverOf(tools: readonly OfferedTool[], instructions: string): Server {
  const about = { name: 'cellarbook', version: readVersion() }
  const server = new Server(about, { capabilities: { tools: {}, resources: {} }, instructions })
  server.setRequestHandler(ListToolsRequestSchema, () => ({ tools: tools.map(({ tool }) => tool) }))
  server.setRequestHandler(CallToolRequestSchema, ({ params }) => {
    const offered = tools.find(({ tool }) => tool.name === params.name)
    if (!offered) throw new McpError(ErrorCode.InvalidParams, `There is no tool ${params.name}.`)
    return offered.run(params.arguments ?? {})
  })
  server.setRequestHandler(ListResourcesRequestSchema, () => ({ resources: listPages() }))
  server.setRequestHandler(ListResourceTemplatesRequestSchema, () => ({ resourceTemplates: templates }))
  server.setRequestHandler(ReadResourceRequestSchema, ({ params }) => {
    const page = readPage(params.uri)
    if (!page) throw new McpError(ErrorCode.InvalidParams, `There is no resource ${params.uri}.`)
    return page
  })
  return server
}
