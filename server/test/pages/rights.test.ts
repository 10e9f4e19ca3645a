/** Whoever may only read is offered nothing that the service would refuse. */
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { roles } from '../../src/contract/scopes.ts'
import { everyDocument } from '../support/every-document.ts'
import { describePages, expectFits, go } from '../support/pages.ts'
import { changeUser } from '../support/person.ts'

describePages('rights', pages => {
  const buttonsOf = (page: Page) => page.getByRole('main').getByRole('button').allInnerTexts()

  /** The buttons of a record, once the service told what can be done with it. */
  async function offered(page: Page, path: string, api = path): Promise<string[]> {
    const told = page.waitForResponse(response => response.url().endsWith(`${api}/actions`))
    await go(page, `/console/test${path}`)
    await (await told).finished()
    await page.getByRole('tab', { name: 'JSON' }).waitFor()
    await page.evaluate('new Promise(seen => requestAnimationFrame(() => requestAnimationFrame(seen)))')
    return buttonsOf(page)
  }

  test('records, marked rows, a cash desk and the page of developers, for a viewer', async () => {
    const book = await everyDocument(pages.service)
    const idOf = (name: string) => book.places.find(place => place.name === name)!.path.split('/')[2]!
    await changeUser(pages.service, book.tenant.slug, { role: 'viewer', rights: roles.viewer.scopes })
    const { page } = await pages.signedIn(book.tenant, '/console/test/orders')
    await page.getByRole('checkbox').first().check()
    const marked = page.getByRole('group', { name: 'With the marked rows' })
    await marked.getByRole('button', { name: /CSV/ }).waitFor()
    expect(
      (await marked.getByRole('button').allInnerTexts()).filter(name => /order|issue|invoice/i.test(name)),
    ).toEqual([])

    expect(await offered(page, `/orders/${idOf('draft order')}`)).toEqual([])
    expect(await offered(page, `/invoices/${idOf('draft invoice')}`)).toEqual(['PDF'])
    expect(await offered(page, `/received-invoices/${idOf('draft received invoice')}`)).toEqual([])
    expect(await offered(page, `/batches/${idOf('fermenting batch')}`)).toEqual(['Batch sheet'])
    expect(await offered(page, `/packaging-runs/${idOf('draft run')}`)).toEqual([])
    const sale = idOf('unsettled sale')
    expect(await offered(page, `/bar/sales/${sale}`, `/pos-sales/${sale}`)).toEqual(['Print the receipt', 'PDF'])

    await go(page, `/console/test/bar/${idOf('cash desk')}`)
    await page.getByRole('heading', { name: 'Kegs on tap' }).waitFor()
    expect(await page.getByRole('button').allInnerTexts()).toEqual(['Taps', 'Session'])
    await page.getByRole('button', { name: 'Session' }).click()
    await page.getByRole('button', { name: 'PDF' }).waitFor()
    expect(await page.getByRole('button').allInnerTexts()).toEqual(['Taps', 'Session', 'Print', 'PDF'])

    await go(page, '/console/test/developers')
    const tools = page.getByRole('region', { name: 'Tools' }).getByRole('link')
    await tools.first().waitFor()
    expect(await tools.allInnerTexts()).toEqual(['Events'])
    await expectFits(page)
  })
})
