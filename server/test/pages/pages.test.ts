/** The pages of developers as a person sees them, in a real browser. */
import { expect, test } from 'vitest'
import { problemCodes } from '../../src/contract/problems.ts'
import { describePages, expectFits, expectNoFaults } from '../support/pages.ts'

describePages('in a browser', pages => {
  test('/ leads to /developers, which has a place for every error code, leads to it, and has no fault', async () => {
    const page = await pages.open('/')
    expect(new URL(page.url()).pathname).toBe('/developers')
    const anchors = await page.locator('[id^="errors-"]').evaluateAll(nodes => nodes.map(node => node.id))
    expect(anchors).toEqual(expect.arrayContaining(problemCodes.map(code => `errors-${code}`)))
    await page.goto(`${pages.service.address}/developers#errors-duplicate_ico`)
    const place = page.locator('#errors-duplicate_ico')
    expect(await place.evaluate(node => node.getBoundingClientRect().top)).toBeLessThan(500)
    await expectNoFaults(page)
  })

  test.each(['/developers/guides/first-call', '/developers/changelog'])(
    '%s has no fault in light and dark, and fits a phone',
    async path => expectNoFaults(await pages.open(path)),
  )

  test('/developers/reference/orders, the longest of its kind, fits a phone', async () => {
    await expectFits(await pages.open('/developers/reference/orders'))
  })
})
