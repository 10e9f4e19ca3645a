/** The screens of an account: who may come in, what is kept, what it costs, who did what; and what waits for somebody. */
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { roleRights } from '../../../console/src/data/roles.ts'
import { roles } from '../../src/contract/scopes.ts'
import { describePages, expectFits, expectNoFaults, go, photograph } from '../support/pages.ts'
import { changeUser } from '../support/person.ts'
import type { TestTenant } from '../support/service.ts'

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name, exact: true })
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const navigation = (page: Page) => page.getByRole('navigation', { name: 'Main' })

test('the roles of the console bring the rights the service gives them', () => {
  const own = Object.entries(roles).map(([role, { scopes }]) => [role, [...scopes]])
  expect(roleRights).toEqual(Object.fromEntries(own))
})

describePages('an account', pages => {
  test('from three steps to a filled book; users, plan and rules; and nobody sees more than their role may', async () => {
    const tenant = await pages.service.tenant()
    const { page } = await pages.signedIn(tenant, '/console/test')
    await beginsWithThreeSteps(page)
    await invitesUser(page)
    await showsPlanMailsAndRules(page)
    await showsBrewerNoMore(tenant)
  })

  /** Then it shows what waits. */
  async function beginsWithThreeSteps(page: Page) {
    await page.getByRole('region', { name: 'Begin here' }).waitFor()
    await expectNoFaults(page)
    await photograph(page, 'first-steps')
    await button(page, 'Fill the sandbox').click()
    await page.getByRole('region', { name: 'To do' }).waitFor()
    const stock = page.getByRole('figure', { name: 'Stock value, 12 months' })
    const slider = stock.getByRole('slider')
    // Of a month, not of its first day.
    const thisMonth = new Intl.DateTimeFormat('en-GB', { month: 'long', year: 'numeric', timeZone: 'Europe/Prague' })
    expect(await slider.getAttribute('aria-valuetext')).toMatch(`${thisMonth.format()}: stock CZK`)
    await slider.press('ArrowLeft')
    await expectNoFaults(page)
    await photograph(page, 'dashboard-filled')
    await stock.getByRole('button', { name: 'Show as table' }).click()
    await stock.getByRole('table').waitFor()
    await expectFits(page)
  }

  /** Changes what they may do, and reads of it in the audit. */
  async function invitesUser(page: Page) {
    await navigation(page).getByRole('link', { name: 'Users' }).click()
    await page.getByRole('table', { name: 'Users' }).getByText('(you)').waitFor()
    await expectNoFaults(page)
    await button(page, 'Invite user').click()
    const dialog = page.getByRole('dialog', { name: 'Invite user' })
    await dialog.getByRole('textbox', { name: 'E-mail' }).fill('jana@example.com')
    await dialog.getByRole('textbox', { name: 'Name' }).fill('Jana')
    await dialog.getByRole('radio', { name: 'Warehouse' }).check()
    const rights = dialog.getByRole('group', { name: 'Rights' })
    expect(await rights.getByRole('checkbox', { name: 'Stock: Write' }).isChecked()).toBe(true)
    await rights.getByRole('checkbox', { name: 'Sales: Write' }).check()
    await expectNoFaults(page)
    await photograph(page, 'invite-user')
    await button(page, 'Send invitation').click()
    await page.getByRole('textbox', { name: 'Invitation link' }).waitFor()
    await page.getByRole('checkbox', { name: 'I have the link' }).check()
    await button(page, 'Done').click()

    await page.getByRole('link', { name: 'Jana' }).click()
    await heading(page, 'Jana').waitFor()
    await expectNoFaults(page)
    await page.getByRole('radio', { name: 'Viewer' }).check()
    await button(page, 'Save').click()
    await page.getByText('User saved').waitFor()
    await button(page, 'Deactivate').click()
    await page.getByRole('dialog').getByRole('button', { name: 'Deactivate' }).click()
    await page.getByText('Deactivated').first().waitFor()

    await navigation(page).getByRole('link', { name: 'Audit log' }).click()
    const audit = page.getByRole('table', { name: 'Audit log' })
    await audit.getByText('User invited').waitFor()
    await expectNoFaults(page)
    await photograph(page, 'audit')
  }

  async function showsPlanMailsAndRules(page: Page) {
    await go(page, '/console/settings/plan')
    await page.getByRole('region', { name: 'Live book' }).getByText('Partners').waitFor()
    await expectNoFaults(page)
    await photograph(page, 'plan')
    for (const [path, name] of [
      ['mails', 'Mails'],
      ['sign-in', 'Sign-in rules'],
    ]) {
      await go(page, `/console/settings/${path}`)
      await heading(page, name!).waitFor()
      await expectNoFaults(page)
    }
  }

  test('keeps its settings: an entry is changed after its plan was shown', async () => {
    const { page, person } = await pages.signedIn(await pages.service.tenant(), '/console/settings')
    await heading(page, 'Settings').waitFor()
    await page.getByRole('link', { name: 'Warehouses' }).waitFor()
    await expectNoFaults(page)
    await photograph(page, 'settings')
    await page.getByRole('link', { name: 'Warehouses' }).click()
    await heading(page, 'Warehouses').waitFor()
    await button(page, 'Add').click()
    const dialog = page.getByRole('dialog', { name: 'Add' })
    await dialog.getByRole('textbox', { name: 'Code', exact: true }).fill('COLD')
    await dialog.getByRole('textbox', { name: 'Name', exact: true }).fill('Cold room')
    // A flag is yes or no, and says what a new entry has.
    expect(await dialog.getByRole('checkbox', { name: 'Active' }).isChecked()).toBe(true)
    expect(await dialog.getByRole('checkbox', { name: 'Default' }).isChecked()).toBe(false)
    await dialog.getByRole('region', { name: 'What will change' }).getByText('COLD').waitFor()
    await expectNoFaults(page)
    await photograph(page, 'settings-entry')
    await button(page, 'Save').click()
    await page.getByRole('table', { name: 'Warehouses' }).getByText('Cold room').waitFor()
    await expectNoFaults(page)

    await go(page, '/console/settings/workflow_definitions')
    await heading(page, 'Task definitions').waitFor()
    await button(page, 'Add').click()
    await dialog.getByRole('textbox', { name: 'Code', exact: true }).fill('CHECK')
    await dialog.getByRole('textbox', { name: 'Name', exact: true }).fill('Two looks')
    await dialog.getByRole('combobox', { name: 'Document' }).selectOption('order')
    await dialog.getByRole('textbox', { name: 'Action' }).fill('confirm')
    const steps = dialog.getByRole('group', { name: 'Steps', exact: true })
    for (const [at, key] of ['First look', 'second', 'third'].entries()) {
      await steps.getByRole('button', { name: 'Add line' }).last().press('Enter')
      const step = steps.getByRole('group', { name: `Steps ${at + 1}` })
      await step.getByRole('textbox', { name: 'Key' }).and(page.locator(':focus')).fill(key)
      await step.getByRole('textbox', { name: 'Title' }).fill(key)
      await step.getByRole('combobox', { name: 'Kind' }).selectOption('person')
    }
    await steps.getByRole('button', { name: 'Move line 3 up' }).press('Enter')
    await steps.getByRole('button', { name: 'Move line 2 up' }).and(page.locator(':focus')).waitFor()
    await steps.getByRole('button', { name: 'Remove line 3' }).press('Enter')
    await steps.getByRole('button', { name: 'Remove line 2' }).and(page.locator(':focus')).waitFor()
    const first = steps.getByRole('group', { name: 'Steps 1' }).getByRole('textbox', { name: 'Key' })
    await first.and(page.locator('[aria-invalid]')).waitFor()
    await expectNoFaults(page, { refused: [422] })
    await photograph(page, 'settings-lists')
    await first.fill('first')
    await button(page, 'Save').and(page.locator(':not([aria-disabled])')).click()
    await page.getByRole('table', { name: 'Task definitions' }).getByText('CHECK').waitFor()
    const { body } = await person.get('/settings/sections/workflow_definitions')
    expect(body.entries[0].steps.map(({ key }: { key: string }) => key)).toEqual(['first', 'third'])

    await go(page, '/console/settings/document')
    const text = page.getByRole('textbox', { name: 'As JSON' })
    await text.fill((await text.inputValue()).replace('Cold room', 'Warm room'))
    await button(page, 'Show the plan').click()
    await page.getByRole('region', { name: 'What will change' }).getByText('COLD', { exact: true }).waitFor()
    await expectNoFaults(page, { refused: [422] })
    await button(page, 'Save').click()
    await page.getByText('Settings saved').waitFor()
  })

  test('a new company gives itself a logo and a colour before its first invoice', async () => {
    const { page, person } = await pages.signedIn(await pages.service.tenant(), '/console/test')
    await page.getByRole('region', { name: 'Begin here' }).getByRole('link', { name: 'Your company' }).click()
    await page.getByRole('button', { name: /^Edit / }).click()
    const dialog = page.getByRole('dialog')
    // Wider than papers take it: the browser makes it smaller.
    const buffer = await page.screenshot()
    const file = { name: 'logo.png', mimeType: 'image/png', buffer }
    await dialog.getByLabel('Choose a picture').setInputFiles(file)
    await dialog.getByRole('img', { name: 'Logo' }).waitFor()
    await dialog.getByLabel('Colour').fill('#116633')
    await page.getByRole('region', { name: 'What will change' }).getByText('#116633').waitFor()
    await expectNoFaults(page)
    await button(page, 'Save').and(page.locator(':not([aria-disabled])')).click()
    await page.getByText('Settings saved').waitFor()
    const { body } = await person.get('/settings/sections/company')
    expect(body.entries[0]).toMatchObject({
      logo: expect.stringMatching(/^data:image\/(png|jpeg);base64,/),
      accent_color: '#116633',
    })
    await go(page, '/console/settings/excise_rates')
    const rate = page.getByRole('table', { name: 'Excise rates' }).getByRole('row').nth(1)
    await rate.getByText('base').waitFor()
    expect(await rate.getByRole('cell').allTextContents()).toEqual(
      expect.arrayContaining(['base', '1\u00a0Jan\u00a02010']),
    )
  })

  async function showsBrewerNoMore(tenant: TestTenant) {
    await changeUser(pages.service, tenant.slug, { role: 'brewer', rights: [...roles.brewer.scopes] })
    const brewer = (await pages.signedIn(tenant, '/console/live')).page
    await navigation(brewer).getByRole('link', { name: 'Dashboard' }).waitFor()
    const names = await navigation(brewer).getByRole('link').allTextContents()
    expect(names).not.toEqual(expect.arrayContaining(['Orders']))
    for (const name of ['Settings', 'Users', 'Plan', 'Audit log']) expect(names).not.toContain(name)
    await go(brewer, '/console/settings/users')
    await brewer.getByText('An owner or admin of the account can grant it.').waitFor()
    // A form that could not be saved does not open.
    await go(brewer, '/console/live/orders/new')
    await brewer.getByText('sales:write').waitFor()
    await go(brewer, '/console/live/batches/new')
    await brewer.getByRole('heading', { level: 1, name: 'New batch' }).waitFor()
  }
})
