/**
 * The console in a real browser, beside a service. The files of a worker share both, unless one has wishes of its own; each
 * page stands in a context of its own, with its own cookies and its own address on the network.
 */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterEach, beforeAll, describe, expect } from 'vitest'
import { hasBrowser, openBrowser } from './browser.ts'
import { buildConsole, consoleFolder } from './built-console.ts'
import { elsewhere, type Person, signInByLink } from './person.ts'
import { type Service, type ServiceOptions, type TestTenant, useService } from './service.ts'

if (!hasBrowser) {
  console.warn('Page tests are skipped: there is no Chromium here. Install one, or name it by CHROMIUM_PATH.')
}

export interface Look {
  width?: number
  height?: number
  locale?: string
  /** Fingers instead of a mouse. */
  hasTouch?: boolean
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

let browser: Promise<Browser> | undefined

function usePages(options: ServiceOptions): Pages {
  const built = { folder: consoleFolder, ended: Promise.resolve() }
  const service = useService({ console: built, isLocal: true, trustProxy: 1, ...options })
  const contexts: BrowserContext[] = []
  beforeAll(buildConsole)
  afterEach(async () => {
    for (const context of contexts.splice(0)) await context.close()
  })
  const newContext = async ({ width = 1280, height = 800, locale = 'en-GB', hasTouch = false }: Look = {}) => {
    browser ??= openBrowser()
    const context = await (await browser).newContext({
      viewport: { width, height },
      locale,
      hasTouch,
      // A colour on its way to another one has a contrast of its own.
      reducedMotion: 'reduce',
      // An address has ten tries a minute to sign in.
      extraHTTPHeaders: elsewhere(),
    })
    contexts.push(context)
    return context
  }
  const show = async (context: BrowserContext, path: string) => {
    const page = await context.newPage()
    watch(page, service.address)
    await page.goto(`${service.address}${path}`)
    return page
  }
  return {
    service,
    open: async (path, look) => show(await newContext(look), path),
    async signedIn(tenant, path, look) {
      const person = await signInByLink(service, tenant.slug)
      const context = await newContext(look)
      const [name, value] = person.cookie.split('=', 2) as [string, string]
      await context.addCookies([{ name, value, url: service.address, httpOnly: true, sameSite: 'Lax' }])
      return { page: await show(context, path), person }
    },
    tab: (page, path) => show(page.context(), path),
  }
}

const faults = new WeakMap<Page, string[]>()

/** What a browser complains of; a breach of the content policy is one of its messages. */
function watch(page: Page, address: string): void {
  const found: string[] = []
  faults.set(page, found)
  page.on('console', message => found.push(`${message.type()}: ${message.text()}`))
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
  expect(await faultsOf(page, allowed)).toEqual({ light: [], dark: [], tooWide: [], said: [] })
}

export async function faultsOf(page: Page, { refused = [] }: Allowed = {}) {
  const before = page.viewportSize()!
  await page.emulateMedia({ colorScheme: 'light' })
  const light = await violations(page)
  await page.emulateMedia({ colorScheme: 'dark' })
  await page.setViewportSize({ width: 360, height: before.height })
  const tooWide: string[] = await page.evaluate(standingOut)
  const dark = await violations(page)
  await page.emulateMedia({ colorScheme: null })
  await page.setViewportSize(before)
  const lines = refused.map(status => `the server responded with a status of ${status}`)
  const said = faults.get(page)!.filter(line => !lines.some(known => line.includes(known)))
  return { light, dark, tooWide, said }
}

/** What stands out to the right, when the page is wider than its window. */
const standingOut = `document.documentElement.scrollWidth <= window.innerWidth ? [] : [...document.querySelectorAll('body *')]
  .filter(each => each.getBoundingClientRect().right > window.innerWidth)
  .slice(-5)
  .map(each => each.outerHTML.slice(0, 120))`

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

async function violations(page: Page): Promise<string[]> {
  if (!(await page.evaluate('"axe" in window'))) await page.evaluate(axe)
  // What passed, and what nobody can tell, is not gathered.
  return page.evaluate(`axe.run({ resultTypes: ['violations'] }).then(({ violations }) =>
    violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => id + ': ' + html.slice(0, 160))))`)
}

const album = fileURLToPath(new URL('../pages/photographs', import.meta.url))

/** To be looked at; nothing compares it. */
export const photograph = async (page: Page, name: string): Promise<void> =>
  void (await page.screenshot({ path: `${album}/${name}.png`, fullPage: true }))
