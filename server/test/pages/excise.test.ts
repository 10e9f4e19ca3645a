/** The excise of a month: looked at, filed by its typed name, and taken back. */
import type { Route } from 'playwright-core'
import { expect, test } from 'vitest'
import { dayIn, daysAfter } from '../../src/lib/days.ts'
import { exciseHall } from '../support/excise.ts'
import { describePages, expectFits, expectNoFaults, go } from '../support/pages.ts'

const tablet = { width: 820, height: 1180, locale: 'cs-CZ', hasTouch: true }

describePages('excise', pages => {
  test('a month is calculated, filed with its name typed, and taken back', async () => {
    const hall = await exciseHall(pages.service)
    const today = dayIn('Europe/Prague', pages.service.clock())
    const lastDay = daysAfter(`${today.slice(0, 7)}-01`, -1)
    const period = lastDay.slice(0, 7)
    await hall.came(hall.keg10, '20', `${period}-02`)
    await hall.went(hall.keg10, '6', `${period}-10`, { movement_purpose: 'sale' })
    const { page } = await pages.signedIn(hall.tenant, '/console/test/excise', tablet)
    await page.getByRole('heading', { level: 1, name: 'Spotřební daň' }).waitFor()
    await page.getByText('Zatím žádná přiznání').waitFor()
    await expectFits(page)
    await page.getByRole('link', { name: 'Nové přiznání' }).first().click()
    // The list has a field of that name, too.
    await page.getByRole('heading', { level: 1, name: 'Nové přiznání' }).waitFor()
    expect(await page.getByRole('textbox', { name: 'Měsíc' }).inputValue()).toBe(period)
    await expectNoFaults(page)
    await page.getByRole('button', { name: 'Spočítat přiznání' }).click()
    await page.getByRole('heading', { level: 1, name: /^SPD/ }).waitFor()
    const lines = page.getByRole('table', { name: 'Řádky' })
    await lines.getByRole('cell', { name: '10 °P' }).waitFor()
    await expectNoFaults(page)
    // On a phone the tax of all stands alone beside the sum, and is no hectolitres.
    const before = page.viewportSize()!
    await page.setViewportSize({ ...before, width: 360 })
    await lines.getByRole('rowheader', { name: 'Celkem Vydáno 3, Konec 7 hl', exact: true }).waitFor()
    await lines
      .getByRole('row', { name: /^Celkem/ })
      .getByText('Kč')
      .waitFor()
    await page.setViewportSize(before)
    await lines.getByRole('link', { name: '3', exact: true }).click()
    const movements = page.getByRole('table', { name: 'Pohyby' })
    await movements.getByRole('cell', { name: 'Vydáno' }).waitFor()
    expect(await movements.getByRole('row').count()).toBe(2)
    await expectFits(page)
    await page.getByRole('tab', { name: 'Dny' }).click()
    await page.getByRole('table', { name: 'Dny' }).getByRole('row').nth(2).waitFor()
    await expectFits(page)

    // The dialog waits for what asks for the name: nothing can be filed before it is there.
    const held: Route[] = []
    await page.route('**/assets/*.js', route => void held.push(route))
    await page.getByRole('group', { name: 'Akce' }).getByRole('button', { name: 'Podat' }).click()
    const filing = page.getByRole('dialog', { name: 'Podat' })
    await expect.poll(() => held.length).toBeGreaterThan(0)
    expect(await filing.count()).toBe(0)
    const confirm = filing.getByRole('button', { name: 'Podat' })
    for (const route of held) await route.continue()
    await page.unroute('**/assets/*.js')
    await filing.getByRole('textbox', { name: `Pro potvrzení napište ${period}` }).waitFor()
    expect(await confirm.getAttribute('aria-disabled')).toBe('true')
    await expectNoFaults(page)
    await filing.getByRole('textbox', { name: `Pro potvrzení napište ${period}` }).fill(period)
    await confirm.and(page.locator(':not([aria-disabled])')).waitFor()
    await page.keyboard.press('Enter')
    await confirm.and(page.locator(':not([aria-disabled])')).click()
    await page.locator('header').getByText('Podané').waitFor()
    const [filed] = (await hall.api.get('/excise-reports')).body.data
    expect(filed).toMatchObject({ period, status: 'filed', totals: { released_hl: '3' } })

    await page.getByRole('button', { name: 'Vzít zpět' }).click()
    const back = page.getByRole('dialog', { name: 'Vzít zpět' })
    await back.getByRole('textbox', { name: `Pro potvrzení napište ${period}` }).fill(period)
    await expectFits(page)
    await back.getByRole('button', { name: 'Vzít zpět' }).click()
    await page.locator('header').getByText('Rozpracované').waitFor()
    expect((await hall.api.get('/excise-reports')).body.data).toMatchObject([{ status: 'draft', filed_at: null }])
    await go(page, '/console/test/excise')
    await page.getByRole('status').getByText('Zobrazeno: 1').waitFor()
    await expectNoFaults(page)
  })
})
