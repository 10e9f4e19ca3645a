/** What a model is offered: one tool for each operation of a few resources, or a few tools that reach them all. */
import type { CallToolResult, Tool } from '@modelcontextprotocol/sdk/types.js'
import type { Caller, Confirmation, Outcome } from './calls.ts'
import { inputSchemaOf, type Json, type Operation } from './operations.ts'

export interface OfferedTool {
  tool: Tool
  run(input: Json): Promise<CallToolResult>
}

const confirmation = {
  confirm: { type: 'boolean', description: 'True, with the token of a dry run of the same input, makes the change.' },
  dry_run_token: { type: 'string', description: 'From the dry run that the first call answered with.' },
} as const

const writeHint = 'Shows what would happen first; the change is made by a second call with confirm and dry_run_token.'

/** One tool for each operation, by the name of the operation. */
export const toolsOfOperations = (operations: readonly Operation[], call: Caller): OfferedTool[] =>
  operations.map(operation => {
    const schema = inputSchemaOf(operation)
    const { isWrite, summary, description } = operation
    return {
      tool: {
        name: operation.id.replaceAll('.', '_'),
        title: summary,
        description: [`${summary}.`, description, ...(isWrite ? [writeHint] : [])].filter(Boolean).join('\n\n'),
        inputSchema: isWrite ? { ...schema, properties: { ...(schema.properties as Json), ...confirmation } } : schema,
        annotations: hintsOf(isWrite),
      } as Tool,
      async run({ confirm, dry_run_token, ...input }) {
        return resultOf(await call(operation, input, { confirm, dry_run_token } as Confirmation))
      },
    }
  })

const hintsOf = (isWrite: boolean): Tool['annotations'] =>
  isWrite
    ? { readOnlyHint: false, destructiveHint: true, idempotentHint: false, openWorldHint: false }
    : { readOnlyHint: true, openWorldHint: false }

/** Structured, and the same as text for clients that read nothing else. */
const resultOf = ({ isError, content }: Outcome): CallToolResult => ({
  ...(isError && { isError }),
  content: [{ type: 'text', text: JSON.stringify(content) }],
  structuredContent: content,
})

const operationName = { type: 'string', description: 'Its name, from search_operations.' }

/** Tools that find, explain, read and write; no write tool for a key that may write nothing. */
export function toolsForAll(operations: readonly Operation[], call: Caller): OfferedTool[] {
  const finding = findingTools(operations)
  const reads = operations.filter(({ isWrite }) => !isWrite)
  const writes = operations.filter(({ isWrite }) => isWrite)
  const input = { type: 'object', description: 'As describe_operation says.' }
  const run =
    (known: readonly Operation[]) =>
    async ({ operation: id, input: sent = {}, confirm, dry_run_token }: Json) => {
      const operation = known.find(each => each.id === id)
      if (!operation) return resultOf(unknownOperation(id, known))
      return resultOf(await call(operation, sent as Json, { confirm, dry_run_token } as Confirmation))
    }
  const reading: OfferedTool = {
    tool: toolOf('read_operation', 'Call an operation that reads.', { operation: operationName, input }),
    run: run(reads),
  }
  if (writes.length === 0) return [...finding, reading]
  const properties = { operation: operationName, input, ...confirmation }
  const writing = toolOf('call_operation', `Call an operation that changes something. ${writeHint}`, properties)
  return [...finding, reading, { tool: { ...writing, annotations: hintsOf(true) }, run: run(writes) }]
}

const toolOf = (name: string, description: string, properties: Json): Tool =>
  ({
    name,
    description,
    inputSchema: {
      type: 'object',
      properties,
      required: Object.keys(properties).slice(0, 1),
      additionalProperties: false,
    },
    annotations: hintsOf(false),
  }) as Tool

const unknownOperation = (id: unknown, known: readonly Operation[]): Outcome => ({
  isError: true,
  content: {
    code: 'not_found',
    title: 'No such operation',
    detail: `There is no operation ${String(id)} for this tool and this key.`,
    meant: found(known, String(id)).map(({ id: near }) => near),
  },
})

const mostFound = 12

/** Those that have the most of the words; none of those that have no word at all. */
function found(operations: readonly Operation[], query: string): Operation[] {
  const words = query
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter(Boolean)
  const score = ({ id, summary, path, description }: Operation): number => {
    const [name, text] = [`${id} ${summary} ${path}`.toLowerCase(), description.toLowerCase()]
    return words.reduce((sum, word) => sum + (name.includes(word) ? 3 : text.includes(word) ? 1 : 0), 0)
  }
  return operations
    .map(operation => ({ operation, points: score(operation) }))
    .filter(({ points }) => points > 0)
    .toSorted((one, other) => other.points - one.points)
    .slice(0, mostFound)
    .map(({ operation }) => operation)
}

function findingTools(operations: readonly Operation[]): OfferedTool[] {
  const resources = [...new Set(operations.map(({ resource }) => resource))]
  const query = { type: 'string', description: `Words, such as "confirm order". Resources: ${resources.join(', ')}.` }
  return [
    {
      tool: toolOf('search_operations', 'Find operations of the API that this key may call.', { query }),
      run: async ({ query: words }) => {
        const matches = found(operations, String(words))
        return resultOf({ isError: false, content: { operations: matches.map(shortOf) } })
      },
    },
    {
      tool: toolOf('describe_operation', 'What an operation takes, does and may refuse.', { operation: operationName }),
      run: async ({ operation: id }) => {
        const operation = operations.find(each => each.id === id)
        if (!operation) return resultOf(unknownOperation(id, operations))
        const { description, problemCodes: problem_codes } = operation
        const content = { ...shortOf(operation), description, input: inputSchemaOf(operation), problem_codes }
        return resultOf({ isError: false, content })
      },
    },
  ]
}

const shortOf = ({ id, summary, method, path, isWrite }: Operation) => ({
  operation: id,
  summary,
  method,
  path,
  tool: isWrite ? 'call_operation' : 'read_operation',
})
