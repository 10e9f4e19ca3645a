/**
 * The console in a real browser, beside a service. The files of a worker share both, unless one has wishes of its own; each
 * page of a test has its own cookies and its own address on the network.
 */
import { fileURLToPath } from 'node:url'
import type { Page } from 'playwright-core'
import { afterEach, beforeAll, describe, expect } from 'vitest'
import { hasBrowser } from './browser.ts'
import { buildConsole, consoleFolder } from './built-console.ts'
import { giveBackPage, type Look, takePage } from './kept-pages.ts'
import { elsewhere, type Person, signInByLink } from './person.ts'
import { type Service, type ServiceOptions, type TestTenant, useService } from './service.ts'

if (!hasBrowser) {
  console.warn('Page tests are skipped: there is no Chromium here. Install one, or name it by CHROMIUM_PATH.')
}

export interface Pages {
  readonly service: Service
  /** A new page of somebody who is not signed in; the path begins with `/console`. */
  open(path: string, look?: Look): Promise<Page>
  /** A new page of the tenant's owner, and the same person without a browser. */
  signedIn(tenant: TestTenant, path: string, look?: Look): Promise<{ page: Page; person: Person }>
  /** Another tab of the same browser. */
  tab(page: Page, path: string): Promise<Page>
}

/** Declares tests in a browser; they are skipped where there is none. */
export function describePages(
  name: string,
  tell: (pages: Pages) => void,
  options: ServiceOptions = { sharedAs: 'pages' },
): void {
  describe.skipIf(!hasBrowser)(name, () => tell(usePages(options)))
}

function usePages(options: ServiceOptions): Pages {
  const built = { folder: consoleFolder, ended: Promise.resolve() }
  const service = useService({ console: built, isLocal: true, trustProxy: 1, ...options })
  const taken: Page[] = []
  beforeAll(buildConsole)
  afterEach(async ({ task }) => {
    for (const page of taken.splice(0)) {
      for (const tab of page.context().pages()) if (tab !== page) await tab.close()
      // What went wrong may be in the page.
      if (task.result?.state === 'fail') await page.context().close()
      else await giveBackPage(page, `${service.address}/api/v1/health`)
    }
  })
  const take = async (look: Look = {}) => {
    // An address has ten tries a minute to sign in.
    const page = await takePage(look, elsewhere())
    taken.push(page)
    return page
  }
  const show = async (page: Page, path: string) => {
    watch(page, service.address)
    await page.goto(`${service.address}${path}`)
    return page
  }
  return {
    service,
    open: async (path, look) => show(await take(look), path),
    async signedIn(tenant, path, look) {
      const person = await signInByLink(service, tenant.slug)
      const page = await take(look)
      const [name, value] = person.cookie.split('=', 2) as [string, string]
      await page.context().addCookies([{ name, value, url: service.address, httpOnly: true, sameSite: 'Lax' }])
      return { page: await show(page, path), person }
    },
    tab: async (page, path) => show(await page.context().newPage(), path),
  }
}

/** To another screen, as a link leads there: nothing is loaded anew. The path begins with `/console`. */
export const go = (page: Page, path: string): Promise<void> =>
  page.evaluate(`history.pushState({}, '', ${JSON.stringify(path)})`)

const faults = new WeakMap<Page, string[]>()

/** Newer Chromium says so of any password that joins a form later, whatever stands beside it; axe looks at the rest. */
const mistakenHint = '[DOM] Password forms should have (optionally hidden) username fields'

/** What a browser complains of; a breach of the content policy is one of its messages. */
function watch(page: Page, address: string): void {
  const found: string[] = []
  faults.set(page, found)
  page.on('console', message => {
    if (!message.text().startsWith(mistakenHint)) found.push(`${message.type()}: ${message.text()}`)
  })
  page.on('pageerror', error => found.push(`error: ${error.message}`))
  page.on('request', request => {
    if (/^(https?|wss?):/.test(request.url()) && new URL(request.url()).origin !== address) {
      found.push(`asks another origin: ${request.url()}`)
    }
  })
}

interface Allowed {
  /** Statuses the test provoked: browsers write a line about each refused call. */
  refused?: readonly number[]
}

/**
 * Nothing that axe finds, light and dark; nothing to scroll sideways on a phone; nothing on the browser's console since
 * the page was opened, and no call to another origin.
 */
export async function expectNoFaults(page: Page, allowed: Allowed = {}): Promise<void> {
  const found = await faultsOf(page, allowed)
  // The line that names unsteady tests has the first words alone.
  expect(found, JSON.stringify(found)).toEqual({ light: [], dark: [], tooWide: [], said: [] })
}

/**
 * For a screen that is held by `expectNoFaults` elsewhere, shown with other rows or in other words: nothing to scroll
 * sideways on a phone, nothing on the browser's console.
 */
export async function expectFits(page: Page, allowed: Allowed = {}): Promise<void> {
  const before = page.viewportSize()!
  await page.setViewportSize({ ...before, width: phoneWidth })
  const tooWide = await page.evaluate(standingOut)
  await page.setViewportSize(before)
  expect({ tooWide, said: saidBy(page, allowed) }).toEqual({ tooWide: [], said: [] })
}

export async function faultsOf(page: Page, allowed: Allowed = {}) {
  const before = page.viewportSize()!
  await page.emulateMedia({ colorScheme: 'light' })
  const light = await inLight(page)
  await page.emulateMedia({ colorScheme: 'dark' })
  await page.setViewportSize({ ...before, width: phoneWidth })
  const tooWide: string[] = await page.evaluate(standingOut)
  const dark = await violations(page, { runOnly: onPhones })
  await page.emulateMedia({ colorScheme: null })
  await page.setViewportSize(before)
  return { light, dark, tooWide, said: saidBy(page, allowed) }
}

function saidBy(page: Page, { refused = [] }: Allowed): string[] {
  const lines = refused.map(status => `the server responded with a status of ${status}`)
  return faults.get(page)!.filter(line => !lines.some(known => line.includes(known)))
}

const phoneWidth = 360

/** What stands out to the right, when the page is wider than its window. */
const standingOut = `document.documentElement.scrollWidth <= window.innerWidth ? [] : [...document.querySelectorAll('body *')]
  .filter(each => each.getBoundingClientRect().right > window.innerWidth)
  .slice(-5)
  .map(each => each.outerHTML.slice(0, 120))`

/** What width and colours decide, and what a thing that phones alone show has to have; all else is the same for both. */
const onPhones = [
  'color-contrast',
  'link-in-text-block',
  'scrollable-region-focusable',
  'aria-hidden-focus',
  'button-name',
  'image-alt',
  'label',
  'link-name',
]

/** Colours that were found readable: the same on the same ones are as readable on every other screen. */
const readable = new Set<string>()

async function violations(page: Page, options: object, exclude: readonly string[] = []): Promise<string[]> {
  const context = JSON.stringify({ include: [['html']], exclude: exclude.map(each => [each]) })
  // What passed, and what nobody can tell, is not gathered.
  const wanted = JSON.stringify({ resultTypes: ['violations'], ...options })
  const { found, colours } = await page.evaluate<{ found: string[]; colours: string[] }>(
    `'axe' in window || loadAxe(), axeOnce(${context}, ${wanted}, ${JSON.stringify([...readable])})`,
  )
  for (const each of colours) readable.add(each)
  return found
}

const seen = new Set<string>()

/** A third of what a screen consists of is its navigation. One that is the same, to the letter, was looked at before. */
async function inLight(page: Page): Promise<string[]> {
  const navigation: string = await page.evaluate(
    `innerWidth + (document.querySelector('.frame-side')?.outerHTML.replace(' aria-current="page"', '') ?? '')`,
  )
  const found = await violations(page, {}, seen.has(navigation) ? ['.frame-side'] : [])
  if (found.length === 0) seen.add(navigation)
  return found
}

const album = fileURLToPath(new URL('../pages/photographs', import.meta.url))

/** To be looked at, when somebody asks for them by `PHOTOGRAPHS=yes`; nothing compares it. */
export async function photograph(page: Page, name: string): Promise<void> {
  if (process.env.PHOTOGRAPHS) await page.screenshot({ path: `${album}/${name}.png`, fullPage: true })
}
