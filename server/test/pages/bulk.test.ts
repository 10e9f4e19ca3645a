/** Several rows of a list at once: marked by keys and by boxes, rehearsed, done one after another, saved as CSV. */
import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { describePages, expectFits, expectNoFaults, go, photograph } from '../support/pages.ts'
import { bank, company } from '../support/papers.ts'
import { freeLine, type SalesBook, salesBook } from '../support/sales.ts'

describePages('several rows at once', pages => {
  const opened = async ({ tenant }: SalesBook, path: string, look = {}) =>
    (await pages.signedIn(tenant, `/console/test${path}`, look)).page
  const marked = (page: Page, count: number) => page.getByRole('status').getByText(`${count} marked`).waitFor()
  const box = (page: Page, number: string) => page.getByRole('checkbox', { name: `Mark ${number}` })

  test('three orders confirmed of which one is refused, with its reason and a link; the others as CSV', async () => {
    const book = await salesBook(pages.service)
    const first = await book.order([book.service('1')])
    const bare = await book.order([])
    const last = await book.order([book.service('2')])
    const page = await opened(book, '/orders')
    await page.getByRole('link', { name: last.number }).waitFor()
    await page.keyboard.press('j')
    await page.keyboard.press('x')
    await marked(page, 1)
    await box(page, bare.number).check()
    await marked(page, 2)
    await page.keyboard.press('Escape')
    await page.getByText('2 marked').waitFor({ state: 'detached' })
    await page.getByRole('checkbox', { name: 'Mark all shown' }).check()
    await marked(page, 3)
    await expectNoFaults(page)
    await photograph(page, 'bulk-marked')

    await page.getByRole('button', { name: 'Confirm order (3)' }).click()
    const dialog = page.getByRole('dialog', { name: 'Confirm order' })
    await dialog.getByText('2 of 3 can be done, 1 would be refused.').waitFor()
    const results = dialog.getByRole('table', { name: 'Results' })
    await results.getByRole('row', { name: new RegExp(`${bare.number} Refused`) }).waitFor()
    await expectNoFaults(page, { refused: [422] })
    expect((await book.api.get('/orders?status=confirmed')).body.data).toEqual([])

    const keys: (string | undefined)[] = []
    page.on('request', request => {
      if (request.method() === 'POST') keys.push(request.headers()['idempotency-key'])
    })
    await dialog.getByRole('button', { name: 'Confirm order (2)' }).click()
    await dialog.getByText('2 of 3 are done, 1 were refused.').waitFor()
    await results.getByRole('row', { name: new RegExp(`${first.number} Done`) }).waitFor()
    await expectFits(page, { refused: [422] })
    expect(new Set(keys).size).toBe(2)
    const { data } = (await book.api.get('/orders?status=confirmed')).body
    expect(data.map(({ id }: { id: string }) => id)).toEqual([last.id, first.id])
    await results.getByRole('link', { name: bare.number }).click()
    await page.getByRole('heading', { level: 1, name: bare.number }).waitFor()

    // Several states in one filter, in the address; the marked rows as CSV.
    await go(page, '/console/test/orders')
    await page.getByRole('button', { name: 'Shipped' }).click()
    await page.getByText('Nothing matches').waitFor()
    await page.getByRole('button', { name: 'Draft' }).click()
    await page.getByRole('link', { name: bare.number }).waitFor()
    expect(new URL(page.url()).searchParams.get('status')).toBe('draft,shipped')
    await page.getByRole('link', { name: first.number }).waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'All', exact: true }).click()
    await box(page, first.number).check()
    const saved = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Export CSV (1)' }).click()
    const text = await readFile(await (await saved).path(), 'utf8')
    expect(text).toContain(first.number)
    expect(text).not.toContain(bare.number)
  })

  test('invoices are paid on one day; in Czech, on a phone', async () => {
    const book = await salesBook(pages.service)
    const one = await book.issuedInvoice([freeLine('100')])
    const two = await book.issuedInvoice([freeLine('200')])
    await book.apply({ company, finance_accounts: [bank] })
    const page = await opened(book, '/invoices', { width: 360, locale: 'cs-CZ', hasTouch: true })
    for (const { number } of [one, two]) await page.getByRole('checkbox', { name: `Označit ${number}` }).check()
    await page.getByRole('button', { name: 'Zapsat úhradu (2)' }).click()
    const dialog = page.getByRole('dialog', { name: 'Zapsat úhradu' })
    await dialog.getByText('Lze provést u všech (2).').waitFor()
    await expectNoFaults(page)
    await photograph(page, 'bulk-phone')
    await dialog.getByRole('button', { name: 'Zapsat úhradu (2)' }).click()
    await dialog.getByText('Hotovo je vše (2).').waitFor()
    const { data } = (await book.api.get('/invoices?status=paid')).body
    expect(data).toMatchObject([{ amount_paid: '242.00' }, { amount_paid: '121.00' }])
  })
})
