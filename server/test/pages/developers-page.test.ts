/** The developers pages with their script: search, and a call tried in the sandbox. */
import { expect, test } from 'vitest'
import { describePages, expectFits, expectNoFaults } from '../support/pages.ts'

describePages('the developers pages', pages => {
  test('search finds an operation, and Try it sends it with a test key; a live key never leaves the page', async () => {
    const tenant = await pages.service.tenant()
    const { key } = await tenant.key()
    const page = await pages.open('/developers')
    await page.getByRole('searchbox', { name: 'Search the documentation' }).fill('create a partner')
    await page.getByRole('link', { name: 'Create a partner' }).click()
    await page.getByRole('heading', { name: 'POST /partners', exact: true }).waitFor()
    await page.locator('h2#post-partners ~ details > summary').first().click()
    const area = page.getByRole('region', { name: 'Try it' })
    await area.getByRole('tab', { name: 'Python' }).click()
    await area.getByText('urllib.request').waitFor()
    const asked: string[] = []
    page.on('request', request => asked.push(request.url()))
    await area.getByLabel(/^Test key/).fill('cb_live_secret')
    await area.getByRole('button', { name: 'Send' }).click()
    await area.getByText('This is a live key').waitFor()
    expect(asked).toEqual([])
    await area.getByLabel(/^Test key/).fill(key!)
    await area.getByLabel('Body').fill('{"name": "Zkouška"}')
    await area.getByRole('button', { name: 'Send' }).click()
    const answer = area.getByRole('region', { name: 'Answer' })
    await answer.getByText('201', { exact: true }).waitFor()
    expect(await answer.textContent()).toContain('"name": "Zkouška"')
    await expectNoFaults(page)
  })

  test('someone signed in makes a key for the page, and it stands in the samples', async () => {
    const { page } = await pages.signedIn(await pages.service.tenant(), '/developers/reference/partners')
    await page.locator('h2#get-partners ~ details > summary').first().click()
    const area = page.getByRole('region', { name: 'Try it' })
    await area.getByRole('button', { name: 'Make a key for this page' }).click()
    await area.getByText('A test key for 7 days').waitFor()
    const key = await area.getByLabel(/^Test key/).inputValue()
    expect(key).toMatch(/^cb_test_/)
    expect(await area.getByRole('tabpanel').textContent()).toContain(`Bearer ${key}`)
    await area.getByRole('button', { name: 'Send' }).click()
    await area.getByRole('region', { name: 'Answer' }).getByText('200').waitFor()
    await expectFits(page)
  })
})
