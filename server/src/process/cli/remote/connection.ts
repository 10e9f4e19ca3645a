/** A service and a key: where they come from, and one call with them. */
import { apiPrefix } from '../../../contract/locations.ts'
import { readVersion } from '../../../kernel/version.ts'
import { isApiKey } from '../../../lib/api-key.ts'
import { Refusal, type Terminal } from '../command.ts'
import { type Profile, readProfiles } from './profiles.ts'

export interface RemoteOptions {
  profile?: string
}

const localAddress = 'http://127.0.0.1:8080'

/**
 * Address and key come from one place: a key of a profile is never sent where the environment says, which may be the
 * wish of somebody else.
 */
export async function profileOf({ environment }: Terminal, { profile }: RemoteOptions): Promise<Profile> {
  const { CELLARBOOK_KEY: key, CELLARBOOK_URL: url } = environment
  if (profile === undefined && key) return checked({ url: url || localAddress, key })
  const { current, profiles } = await readProfiles(environment)
  const name = profile ?? current
  if (profile === undefined && url) throw new Refusal('CELLARBOOK_URL is set without CELLARBOOK_KEY.')
  if (name === null) throw new Refusal('No key: set CELLARBOOK_KEY and CELLARBOOK_URL, or add a profile (profile add).')
  const found = profiles[name]
  if (!found) throw new Refusal(`There is no profile ${name}.`)
  return checked(found)
}

function checked({ url, key }: Profile): Profile {
  if (!isApiKey(key)) throw new Refusal('The key is no API key: those begin with cb_test_ or cb_live_.')
  if (!URL.canParse(url) || !/^https?:/.test(url)) throw new Refusal(`${url} is no address of a service.`)
  return { url: url.replace(/\/+$/, ''), key }
}

export interface Call {
  method: string
  /** With its query, from behind the prefix on. */
  path: string
  body?: string | FormData | undefined
  headers?: Record<string, string>
  signal?: AbortSignal
}

export type Service = (call: Call) => Promise<Response>

/** The whole way of a request, and no redirects: the key is for this address alone. */
export const serviceAt =
  ({ url, key }: Profile): Service =>
  async ({ method, path, body, headers = {}, signal }) => {
    const target = `${url}${apiPrefix}${path}`
    try {
      return await fetch(target, {
        method,
        redirect: 'manual',
        ...(body !== undefined && { body }),
        ...(signal && { signal }),
        headers: {
          authorization: `Bearer ${key}`,
          'user-agent': `cellarbook/${readVersion()}`,
          ...(typeof body === 'string' && { 'content-type': 'application/json' }),
          ...headers,
        },
      })
    } catch (error) {
      if (signal?.aborted) throw signal.reason
      throw new Unreachable(`${url} does not answer: ${causeOf(error as Failure)}`)
    }
  }

/** Nobody answered; it may be worth another try. */
export class Unreachable extends Refusal {}

interface Failure {
  message: string
  cause?: { message?: string; code?: string }
}

const causeOf = ({ message, cause }: Failure): string => cause?.message || cause?.code || message

/** What a refused call says, in one line. */
export async function refusalOf(answer: Response): Promise<Refusal> {
  const text = await answer.text()
  try {
    const { code, title, detail, errors = [] } = JSON.parse(text) as Problem
    const rows = errors.map(row => `${row.field}: ${row.message}`)
    return new Refusal([`${answer.status} ${code}: ${detail ?? title}`, ...rows].join(' '))
  } catch {
    return new Refusal(`${answer.url} answers ${answer.status} without a problem document: is it a Cellarbook service?`)
  }
}

interface Problem {
  code: string
  title: string
  detail?: string
  errors?: { field: string; message: string }[]
}

/** The body of a call that has to succeed. */
export async function answerOf<T>(service: Service, call: Call): Promise<T> {
  const answer = await service(call)
  if (!answer.ok) throw await refusalOf(answer)
  return (answer.status === 204 ? null : await answer.json()) as T
}
