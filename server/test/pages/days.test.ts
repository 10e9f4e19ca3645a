/** Days and moments in a browser that is elsewhere, of a sandbox that lives later: those of the book are shown and sent. */
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { dayIn, daysAfter } from '../../src/lib/days.ts'
import { brewhouse } from '../support/brewery.ts'
import { describePages, go } from '../support/pages.ts'
import { freeLine, salesBook } from '../support/sales.ts'
import { advanceSandbox } from '../support/sandbox.ts'

const zone = 'Europe/Prague'
/** Eleven hours behind UTC: there it is yesterday for most of the day. */
const far = { timezoneId: 'Pacific/Pago_Pago' }

describePages('days', pages => {
  const now = () => pages.service.clock()
  const headed = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name }).waitFor()

  test('today is that of the book: in forms, on the first screen and where something is late', async () => {
    const book = await salesBook(pages.service)
    // Half an hour after midnight where the account is, forty days from now.
    const day = daysAfter(dayIn(zone, now()), 40)
    await advanceSandbox(book.api, Date.parse(`${day}T00:30:00+01:00`) - now())
    for (const [description, due] of [
      ['Dnes', day],
      ['Včera', daysAfter(day, -1)],
    ])
      await book.issuedInvoice([freeLine('100')], { issue_date: '2026-11-01', due_date: due, notes: description })
    const { page } = await pages.signedIn(book.tenant, '/console/test/batches/new', far)
    const shown = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', year: 'numeric' })
    const written = shown.format(new Date(`${day}T12:00:00Z`)).replaceAll(' ', '\u00a0')
    await expect.poll(() => page.getByLabel('Brew day').inputValue()).toBe(written)
    await go(page, '/console/test/invoices')
    await page.getByRole('row').nth(2).waitFor()
    const [late] = (await book.api.get('/invoices?overdue=true')).body.data
    const marked = page.getByRole('row').filter({ hasText: 'Overdue' })
    expect(await marked.allTextContents()).toEqual([expect.stringContaining(late.number)])
    await go(page, '/console/test')
    const long = new Intl.DateTimeFormat('en-GB', { dateStyle: 'full' }).format(new Date(`${day}T12:00:00Z`))
    await page.getByText(long).waitFor()
  })

  test('a moment that is typed is one of the account, also in the hour before summer time', async () => {
    const book = await brewhouse(pages.service)
    const { id } = await book.fermenting('100', { brew_date: '2026-03-01' })
    const { page } = await pages.signedIn(book.tenant, `/console/test/batches/${id}`, far)
    await headed(page, /VAR/)
    const form = page.getByRole('region', { name: 'New measurement' })
    await form.getByRole('textbox', { name: 'Temperature (°C)' }).fill('9')
    const at = form.getByLabel('Measured at')
    await form.getByText('More values, time, note').click()
    // A year is typed digit by digit.
    for (const year of ['0002', '0020', '0202', '2026']) {
      await at.fill(`${year}-03-29T01:30`)
      expect(await at.inputValue()).toBe(`${year}-03-29T01:30`)
    }
    await form.getByRole('button', { name: 'Save measurement' }).click()
    const measured = async () => (await book.api.get(`/batches/${id}/measurements`)).body.data[0]?.measured_at
    await expect.poll(measured).toBe('2026-03-29T00:30:00.000Z')
  })
})
