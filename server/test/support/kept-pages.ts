/**
 * Pages are kept from test to test: in a browser that has loaded and compiled the console once, it opens for a third of the
 * time. Each stands in a context of its own, and is given to the next test as clean as a new one.
 */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Browser, Page } from 'playwright-core'
import { openBrowser } from './browser.ts'

export interface Look {
  width?: number
  height?: number
  locale?: string
  /** Where the browser is; where this machine is otherwise. */
  timezoneId?: string
  /** Fingers instead of a mouse. */
  hasTouch?: boolean
}

let browser: Promise<Browser> | undefined

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
const once = readFileSync(new URL('axe-once.js', import.meta.url), 'utf8')
/** Sent to a browser once, not to each document; it is run where somebody asks for it. */
const axeAtHand = `globalThis.loadAxe = () => { ${axe}; ${once} }`

/** By what a context is made with; everything else can be changed. */
const idle = new Map<string, Page[]>()
const kinds = new WeakMap<Page, string>()
/** Of a kind: most tests need one, some another person's. */
const mostKept = 2

/** A page where nobody is signed in and nothing is stored, at no address yet. */
export async function takePage(look: Look, headers: Record<string, string>): Promise<Page> {
  const { width = 1280, height = 800, locale = 'en-GB', hasTouch = false, timezoneId } = look
  const made = { locale, hasTouch, ...(timezoneId && { timezoneId }) }
  const kind = JSON.stringify(made)
  const page = idle.get(kind)?.pop() ?? (await newPage(made))
  kinds.set(page, kind)
  await page.setViewportSize({ width, height })
  await page.context().setExtraHTTPHeaders(headers)
  return page
}

async function newPage(kind: Pick<Look, 'locale' | 'hasTouch' | 'timezoneId'>): Promise<Page> {
  browser ??= openBrowser()
  // A colour on its way to another one has a contrast of its own.
  const context = await (await browser).newContext({ ...kind, reducedMotion: 'reduce' })
  await context.addInitScript(axeAtHand)
  return context.newPage()
}

/** Cleans a page for the next one who takes it. `bare` is an address of the same origin that runs no script. */
export async function giveBackPage(page: Page, bare: string): Promise<void> {
  const kept = idle.get(kinds.get(page)!) ?? []
  idle.set(kinds.get(page)!, kept)
  if (kept.length === mostKept) return page.context().close()
  page.removeAllListeners()
  await page.unrouteAll()
  await page.context().setOffline(false)
  await page.context().clearCookies()
  await page.emulateMedia({ media: null, colorScheme: null })
  await page.goto(bare)
  await page.evaluate('localStorage.clear(), sessionStorage.clear()')
  kept.push(page)
}
