/** What recipes work with: calls that have to succeed, and the records most of them need. */
import { randomUUID } from 'node:crypto'
import { Refusal } from '../../command.ts'
import { answerOf, type Service } from '../connection.ts'

/** A record as the service answers it; a recipe reads its id and a few fields. */
export interface Made {
  id: string
  [field: string]: unknown
}

export interface Bench {
  get(path: string): Promise<{ data: Made[] }>
  post(path: string, body?: object | FormData): Promise<Made>
  patch(path: string, body: object): Promise<Made>
  /** Another text each time, for what has to be unique. */
  mark(): string
}

/** The service refuses a live key once more by this header. */
const inSandbox = { 'x-service-sandbox': '1' }

export function benchAt(service: Service): Bench {
  const send = (method: string, path: string, body?: object) =>
    answerOf<Made>(service, {
      method,
      path,
      headers: inSandbox,
      body: body instanceof FormData ? body : body && JSON.stringify(body),
    })
  return {
    get: path => answerOf(service, { method: 'GET', path, headers: inSandbox }),
    post: (path, body) => send('POST', path, body),
    patch: (path, body) => send('PATCH', path, body),
    mark: () => randomUUID().slice(0, 8),
  }
}

/** The first record of a list, or a refusal that says what is missing. */
export async function firstOf({ get }: Bench, path: string, missing: string): Promise<Made> {
  const [first] = (await get(path)).data
  if (!first) throw new Refusal(missing)
  return first
}

/** The day of a record: never ahead of the account's own. */
export const dayOf = ({ created_at }: Made): string => String(created_at).slice(0, 10)
