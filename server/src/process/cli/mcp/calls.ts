/** One call of an operation. A write is shown as a dry run first, and made with the token of that dry run alone. */
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { canonicalJson, type Json as JsonValue } from '../../../lib/canonical-json.ts'
import type { Service } from '../remote/connection.ts'
import type { Json, Operation } from './operations.ts'

export interface Outcome {
  isError: boolean
  content: Json
}

export interface Confirmation {
  confirm?: boolean | undefined
  dry_run_token?: string | undefined
}

export type Caller = (operation: Operation, input: Json, confirmation: Confirmation) => Promise<Outcome>

export function callerOf(service: Service): Caller {
  const tokens = tokenMaker()
  return async (operation, input, { confirm, dry_run_token: token }) => {
    const faults = faultsOf(operation, input)
    if (faults.length > 0) return refused({ code: 'validation_failed', title: 'Validation failed', errors: faults })
    if (!operation.isWrite) return send(service, operation, { input })
    const isConfirmed = confirm === true && token !== undefined && tokens.isOf(token, operation, input)
    // A token that is sent twice makes the change once.
    if (isConfirmed) return send(service, operation, { input, key: `mcp-${token}` })
    const tried = await send(service, operation, { input, isDryRun: true })
    if (tried.isError) return tried
    const note = confirm === true ? 'Not confirmed: the token is missing, too old or of another input. ' : ''
    return {
      isError: false,
      content: {
        is_done: false,
        note: `${note}Nothing was changed. To do it, call again with the same input, confirm true and this dry_run_token.`,
        dry_run_token: tokens.make(operation, input),
        dry_run: tried.content,
      },
    }
  }
}

const refused = (content: Json): Outcome => ({ isError: true, content })

interface Fault {
  field: string
  code: string
  message: string
}

/** What has no place in the request; the rest is the service's to judge. */
function faultsOf({ parameters, body }: Operation, input: Json): Fault[] {
  const known = [...parameters.map(({ name }) => name), ...(body ? ['body'] : [])]
  const unknown = Object.keys(input).filter(name => !known.includes(name))
  const missing = parameters.filter(({ in: place, name }) => place === 'path' && input[name] === undefined)
  return [
    ...unknown.map(field => ({ field, code: 'unknown_field', message: `It takes ${known.join(', ') || 'nothing'}.` })),
    ...missing.map(({ name: field }) => ({ field, code: 'required', message: 'Required.' })),
  ]
}

interface Sending {
  input: Json
  isDryRun?: boolean
  /** Makes it safe to repeat. */
  key?: string
}

async function send(service: Service, operation: Operation, { input, isDryRun, key }: Sending): Promise<Outcome> {
  const { method, body } = operation
  const hasBody = operation.isWrite && body !== undefined && input.body !== undefined
  try {
    const answer = await service({
      method,
      path: pathOf(operation, input, isDryRun),
      body: hasBody ? JSON.stringify(input.body) : undefined,
      ...(key !== undefined && { headers: { 'idempotency-key': key } }),
    })
    const text = await answer.text()
    return { isError: !answer.ok, content: text === '' ? { is_done: true } : (JSON.parse(text) as Json) }
  } catch (error) {
    return refused({
      code: 'api_unavailable',
      title: 'The service cannot be reached',
      detail: (error as Error).message,
    })
  }
}

function pathOf({ path, parameters }: Operation, input: Json, isDryRun: boolean | undefined): string {
  const query = new URLSearchParams()
  for (const { name, in: place } of parameters) {
    if (place !== 'query' || input[name] === undefined) continue
    for (const value of [input[name]].flat()) query.append(name, String(value))
  }
  if (isDryRun) query.set('dry_run', 'true')
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(input[name])))
  return query.size > 0 ? `${filled}?${query}` : filled
}

/** As long as a person may think about what a dry run shows. */
const tokenMs = 15 * 60_000

/** Tokens are sealed with a secret of this process: only a dry run gives one, and for its own input alone. */
function tokenMaker() {
  const secret = randomBytes(32)
  const seal = (name: string, { id }: Operation, input: Json) =>
    createHmac('sha256', secret)
      .update(`${name}.${id}.${canonicalJson(input as { [name: string]: JsonValue })}`)
      .digest('base64url')
  return {
    make(operation: Operation, input: Json): string {
      const name = `${Date.now()}-${randomBytes(9).toString('base64url')}`
      return `${name}.${seal(name, operation, input)}`
    },
    isOf(token: string, operation: Operation, input: Json): boolean {
      const [name = '', given = ''] = token.split('.')
      const [expected, sent] = [Buffer.from(seal(name, operation, input)), Buffer.from(given)]
      const isGenuine = expected.length === sent.length && timingSafeEqual(expected, sent)
      return isGenuine && Date.now() - Number(name.split('-')[0]) < tokenMs
    },
  }
}
