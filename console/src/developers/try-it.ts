/** Sends an operation to the sandbox: as the person who is signed in, or with a test key that stays in this tab. */
import { button, element } from './element.ts'
import { endOf, type Operation, placesIn } from './operations.ts'
import { keepPageKey, offerPageKey, onPageKey, pageKey } from './page-key.ts'
import { languages } from './samples.ts'

/** Below each operation; filled when it is opened, since a page has dozens. */
export function offerToTry(operation: Operation): void {
  const region = element('section', { class: 'try', 'aria-label': 'Try it' })
  const details = element('details', {}, element('summary', {}, 'Try it'), region)
  details.addEventListener('toggle', () => region.childElementCount === 0 && fill(region, operation), { once: true })
  endOf(operation.heading).after(details)
}

interface Fields {
  places: Map<string, HTMLInputElement>
  query: HTMLInputElement
  body: HTMLTextAreaElement
  key: HTMLInputElement
}

function labelled<Control extends HTMLElement>(label: string, control: Control): HTMLElement {
  return element('label', {}, element('span', {}, label), control)
}

function fill(region: HTMLElement, operation: Operation): void {
  const places = new Map(placesIn(operation.path).map(name => [name, element('input', { autocomplete: 'off' })]))
  const fields: Fields = {
    places,
    query: element('input', { placeholder: 'dry_run=true', autocomplete: 'off' }),
    body: element('textarea', { rows: '10', spellcheck: 'false' }),
    key: element('input', { autocomplete: 'off', placeholder: 'cb_test_…' }),
  }
  fields.body.value = operation.body ?? ''
  fields.key.value = pageKey()
  onPageKey(key => {
    fields.key.value = key
  })
  const answer = element('section', { 'aria-label': 'Answer', 'aria-live': 'polite' })
  const samples = samplesOf(() => callOf(operation, fields))
  const send = button('Send', () => void sendTo(answer, operation, fields))
  region.append(
    ...[...places].map(([name, input]) => labelled(name, input)),
    labelled('Query', fields.query),
    ...(operation.method === 'GET' || operation.method === 'DELETE' ? [] : [labelled('Body', fields.body)]),
    labelled('Test key (not needed when you are signed in to the console)', fields.key),
    offerPageKey(),
    send,
    answer,
    samples,
  )
}

function callOf({ method, path }: Operation, { places, query, body }: Fields) {
  const filled = path.replace(/\{(\w+)\}/g, (whole, name) => encodeURIComponent(places.get(name)?.value || whole))
  const search = query.value.trim().replace(/^\?/, '')
  const address = `${location.origin}/api/v1${filled.replaceAll('%7B', '{').replaceAll('%7D', '}')}${search && `?${search}`}`
  const hasBody = method !== 'GET' && method !== 'DELETE'
  return { method, address, body: (hasBody && body.value.trim()) || undefined, key: pageKey() || undefined }
}

/** A live key is refused before it leaves the page: what is tried here must not be real. */
async function sendTo(answer: HTMLElement, operation: Operation, fields: Fields): Promise<void> {
  const key = fields.key.value.trim()
  if (key.startsWith('cb_live_'))
    return say(answer, 'This is a live key. Try it with a test key: nothing here should be real.')
  if (key) keepPageKey(key)
  const { method, address, body } = callOf(operation, fields)
  const headers: Record<string, string> = key ? { Authorization: `Bearer ${key}` } : { 'X-Service-Book': 'test' }
  if (body) headers['Content-Type'] = 'application/json'
  const began = performance.now()
  try {
    const response = await fetch(address, { method, headers, ...(body && { body }), cache: 'no-store' })
    const text = await response.text()
    const ms = Math.round(performance.now() - began)
    show(answer, { response, text, ms })
  } catch {
    say(answer, 'No answer came.')
  }
}

const say = (answer: HTMLElement, words: string): void =>
  answer.replaceChildren(element('p', { role: 'status' }, words))

interface Came {
  response: Response
  text: string
  ms: number
}

function show(answer: HTMLElement, { response, text, ms }: Came): void {
  const id = response.headers.get('x-request-id') ?? ''
  const headers = [...response.headers].map(([name, value]) => `${name}: ${value}`).join('\n')
  answer.replaceChildren(
    element('p', { role: 'status' }, element('strong', {}, String(response.status)), ` in ${ms} ms, request ${id}`),
    element('pre', { tabindex: '0' }, element('code', {}, pretty(text))),
    element('details', {}, element('summary', {}, 'Headers'), element('pre', { tabindex: '0' }, headers)),
  )
}

function pretty(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), undefined, 2)
  } catch {
    return text
  }
}

/** The same call in four languages; the one chosen last is chosen everywhere. */
function samplesOf(call: () => Parameters<typeof languages.curl>[0]): HTMLElement {
  const shown = element('pre', { tabindex: '0', role: 'tabpanel' })
  let chosen: (typeof languages)[keyof typeof languages] = languages.curl
  onPageKey(() => {
    shown.textContent = chosen(call())
  })
  const tabs = Object.entries(languages).map(([name, write]) => {
    const tab = button(name, () => {
      for (const other of tabs) other.setAttribute('aria-selected', String(other === tab))
      chosen = write
      shown.textContent = write(call())
    })
    tab.setAttribute('role', 'tab')
    tab.setAttribute('aria-selected', 'false')
    return tab
  })
  tabs[0]!.click()
  return element(
    'div',
    { class: 'samples' },
    element('div', { role: 'tablist', 'aria-label': 'Language' }, ...tabs),
    shown,
  )
}
