/** The pages as a person sees them, in a real browser. */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { problemCodes } from '../../src/contract/problems.ts'
import { hasBrowser, openBrowser } from '../support/browser.ts'
import { useService } from '../support/service.ts'

const service = useService()

describe.skipIf(!hasBrowser)('in a browser', () => {
  let browser: Browser
  let page: Page

  beforeAll(async () => {
    browser = await openBrowser()
  })
  afterAll(async () => {
    await browser.close()
  })

  const open = async (path: string) => {
    page = await browser.newPage()
    const faults: string[] = []
    page.on('pageerror', error => faults.push(error.message))
    page.on('requestfailed', request => faults.push(request.url()))
    const answer = await page.goto(`${service.address}${path}`)
    return { status: answer!.status(), faults }
  }

  test('/developers has a place for every error code, and leads to it', async () => {
    const { status, faults } = await open('/developers#errors-duplicate_ico')
    expect(status).toBe(200)
    expect(faults).toEqual([])
    const anchors = await page.locator('[id^="errors-"]').evaluateAll(nodes => nodes.map(node => node.id))
    expect(anchors).toEqual(expect.arrayContaining(problemCodes.map(code => `errors-${code}`)))
    expect(await page.locator('#errors-duplicate_ico').evaluate(node => node.getBoundingClientRect().top)).toBeLessThan(
      500,
    )
    expect(await page.evaluate('document.documentElement.scrollWidth <= window.innerWidth')).toBe(true)
  })

  test('/developers reads well on a phone', async () => {
    const phone = await browser.newPage({ viewport: { width: 390, height: 844 } })
    await phone.goto(`${service.address}/developers`)
    expect(await phone.evaluate('document.documentElement.scrollWidth <= window.innerWidth')).toBe(true)
  })

  test.each(['/developers', '/developers/guides/first-call', '/developers/reference/orders', '/developers/changelog'])(
    '%s has no fault that axe finds, in light and dark, and fits a phone',
    async path => {
      const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
      const reader = await browser.newPage()
      const refused: string[] = []
      reader.on('console', message => refused.push(message.text()))
      for (const [colorScheme, width] of [
        ['light', 1200],
        ['dark', 360],
      ] as const) {
        await reader.emulateMedia({ colorScheme })
        await reader.setViewportSize({ width, height: 800 })
        await reader.goto(`${service.address}${path}`)
        expect(await reader.evaluate('document.documentElement.scrollWidth <= window.innerWidth')).toBe(true)
        await reader.evaluate(axe)
        const found = await reader.evaluate(
          `axe.run({ resultTypes: ['violations'] }).then(({ violations }) => violations.map(each => each.id))`,
        )
        expect(found).toEqual([])
      }
      expect(refused).toEqual([])
    },
  )

  test('/ leads to /developers', async () => {
    await open('/')
    expect(new URL(page.url()).pathname).toBe('/developers')
  })
})
