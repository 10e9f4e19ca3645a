/** The way into the console: by a link, once, and what somebody sees who has none. */
import { expect, test } from 'vitest'
import { createSignInLink } from '../../src/domains/accounts/actions.ts'
import { describePages, expectFits, expectNoFaults, photograph } from '../support/pages.ts'

describePages('signing in', pages => {
  const linkOf = async (slug: string) => {
    const token = await createSignInLink(pages.service.database, pages.service.clock, slug)
    return `/console/sign-in#token=${token}`
  }

  test('who is not signed in is led to the sign-in page, whatever was asked for', async () => {
    const page = await pages.open('/console/test/orders')
    await page.getByRole('heading', { level: 1, name: 'Sign in' }).waitFor()
    expect(new URL(page.url()).pathname).toBe('/console/sign-in')
    await page.getByRole('textbox', { name: 'E-mail' }).waitFor()
    await page.getByLabel('Password', { exact: true }).waitFor()
    await expectNoFaults(page, { refused: [401] })
    await photograph(page, 'sign-in')
  })

  test('a link opens the console once, by its button; in other tabs, too, until one signs out of all', async () => {
    const tenant = await pages.service.tenant({ name: 'Pivovar <b>U Lípy</b>' })
    const link = await linkOf(tenant.slug)
    const page = await pages.open('/console/sign-in')
    await page.getByRole('textbox', { name: 'E-mail' }).waitFor()
    // Where the page is open already, the browser loads nothing anew.
    await page.goto(`${pages.service.address}${link}`)
    const asked = page.getByRole('heading', { level: 1, name: 'Sign in to Pivovar <b>U Lípy</b>' })
    await asked.waitFor()
    // Looking at it uses nothing up.
    await page.reload()
    await asked.waitFor()
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.getByRole('navigation', { name: 'Main' }).waitFor()
    await page.getByText('Pivovar <b>U Lípy</b>').first().waitFor()
    expect(page.url()).not.toContain('token')
    const cookies = await page.context().cookies()
    expect(cookies).toMatchObject([{ name: 'cellarbook_session', httpOnly: true, sameSite: 'Lax' }])
    await page.getByRole('button', { name: 'Book: Sandbox' }).waitFor()
    await expectFits(page, { refused: [401] })
    await photograph(page, 'dashboard')

    const tab = await pages.tab(page, '/console/live/orders')
    await tab.getByRole('heading', { level: 1, name: 'Orders' }).waitFor()
    await tab.getByRole('button', { name: /^Account: / }).click()
    await tab.getByRole('menuitem', { name: 'Sign out' }).click()
    await tab.getByRole('heading', { level: 1, name: 'Sign in' }).waitFor()
    await page.reload()
    await page.getByRole('heading', { level: 1, name: 'Sign in' }).waitFor()

    const late = await pages.open(link)
    await late.getByRole('alert').getByText('used already').waitFor()
    expect(await late.context().cookies()).toEqual([])
    await expectNoFaults(late, { refused: [401] })
    await late.getByRole('button', { name: 'Continue' }).click()
    await late.getByRole('textbox', { name: 'E-mail' }).waitFor()
  })
})
