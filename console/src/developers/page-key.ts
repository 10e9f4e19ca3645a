/** The test key of this tab: typed, or made here by someone who is signed in and may make keys. */
import { button, element } from './element.ts'

const kept = 'cellarbook.developers.key'
const days = 7

/** What wants to know that there is another key: fields and samples. */
const listeners = new Set<(key: string) => void>()

export const pageKey = (): string => sessionStorage.getItem(kept) ?? ''

export function keepPageKey(key: string): void {
  sessionStorage.setItem(kept, key)
  for (const tell of listeners) tell(key)
}

export const onPageKey = (tell: (key: string) => void): void => {
  listeners.add(tell)
}

interface Person {
  account: { rights: readonly string[] } | null
}

/** Nothing is asked before the button is pressed: most readers are not signed in, and need not be. */
export function offerPageKey(): HTMLElement {
  const words = element('span', { role: 'status' })
  const make = button('Make a key for this page', () => void makeKey().then(said => words.replaceChildren(...said)))
  return element('p', { class: 'page-key' }, make, ' ', words)
}

const ask = (path: string, init: RequestInit = {}, headers: Record<string, string> = {}) =>
  fetch(`/api/v1${path}`, { ...init, headers: { 'X-Service-Book': 'test', ...headers }, cache: 'no-store' })

/** Says what came of it. */
async function makeKey(): Promise<(Node | string)[]> {
  try {
    const session = await ask('/session')
    const { account } = (session.ok ? await session.json() : { account: null }) as Person
    if (!account) return ['Sign in first: ', element('a', { href: '/console' }, 'the console'), '.']
    const response = await createKey(account.rights)
    const body = (await response.json()) as { secret?: string; title?: string; detail?: string }
    if (response.headers.get('x-service-confirm') === 'required')
      return [
        'Confirm that it is you first, in ',
        element('a', { href: '/console/test/developers/keys' }, 'API keys'),
        '.',
      ]
    if (!body.secret) return [body.detail ?? body.title ?? 'No key was made.']
    keepPageKey(body.secret)
    return [`A test key for ${days} days, kept in this tab and shown in the samples.`]
  } catch {
    return ['No answer came.']
  }
}

const createKey = (scopes: readonly string[]): Promise<Response> => {
  const expires_at = new Date(Date.now() + days * 86_400_000).toISOString()
  return ask(
    '/settings/api-keys',
    { method: 'POST', body: JSON.stringify({ name: 'Developers page', mode: 'test', scopes, expires_at }) },
    { 'Content-Type': 'application/json', 'Idempotency-Key': randomName() },
  )
}

/** Without `crypto.randomUUID`, which plain http does not have. */
const randomName = (): string =>
  [...crypto.getRandomValues(new Uint8Array(16))].map(byte => byte.toString(16).padStart(2, '0')).join('')
