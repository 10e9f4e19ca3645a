/** Returnable packaging: what is out with whom, how it came to be, and how it comes back. */
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { roles } from '../../src/contract/scopes.ts'
import { type KegBook, kegBook } from '../support/empties.ts'
import { describePages, expectFits, expectNoFaults, go, photograph } from '../support/pages.ts'
import { changeUser } from '../support/person.ts'

describePages('packaging', pages => {
  test('from the partner to a return at the office, and at a desk by who serves', async () => {
    const book = await kegBook(pages.service)
    await book.dispatched({ k50: '4' })
    await atTheOffice(book)
    await atDesk(book)
  })

  /** What is held is in sight, the deposits are the book’s own. */
  async function atTheOffice(book: KegBook) {
    const { page } = await pages.signedIn(book.tenant, `/console/test/partners/${book.pub}?tab=packaging`)
    await depositsBelowTheSum(book, page)
    await page.getByRole('link', { name: 'Movements' }).click()
    await page.getByRole('heading', { level: 1, name: 'Movements' }).waitFor()
    await page.getByRole('cell', { name: 'Sent out' }).waitFor()
    await expectNoFaults(page)
    await page.getByRole('link', { name: 'Packaging', exact: true }).click()
    await page.getByRole('heading', { level: 1, name: 'Packaging' }).waitFor()
    await page.getByRole('table', { name: 'Packaging' }).getByRole('cell', { name: '4', exact: true }).waitFor()
    await photograph(page, 'packaging')
    await expectNoFaults(page)
    await go(page, `/console/test/packaging/returns/new?partner_id=${book.pub}`)
    await page.getByText('holds 4').waitFor()
    await page.getByRole('combobox', { name: 'Warehouse' }).fill('MAIN')
    await page.getByRole('option', { name: /^MAIN/ }).click()
    const pieces = page.getByRole('region', { name: 'Pieces' })
    await pieces.getByRole('listitem').filter({ hasText: 'holds 4' }).getByRole('textbox').fill('3')
    await page.getByRole('region', { name: 'Totals' }).getByText('CZK 4,500.00').waitFor()
    await photograph(page, 'packaging-return')
    await expectNoFaults(page)
    await page.getByRole('button', { name: 'Take back' }).click()
    await page.getByRole('button', { name: 'Cancel return' }).waitFor()
    await expectNoFaults(page)
    const [made] = (await book.api.get('/packaging-returns')).body.data
    expect(made).toMatchObject({ status: 'confirmed', partner: { id: book.pub }, totals: { deposit: '4500.00' } })
    await page.getByRole('button', { name: 'Cancel return' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel return' }).click()
    await page.locator('header').getByText('Cancelled').waitFor()
    await go(page, '/console/test/packaging/returns')
    await page.getByRole('heading', { level: 1, name: 'Returns' }).waitFor()
    await page.getByRole('link', { name: made.number }).waitFor()
    await expectNoFaults(page)
  }

  /** They are outside VAT: where they stood above the sum, it seemed to have them in it. */
  async function depositsBelowTheSum(book: KegBook, page: Page) {
    const { id, totals } = await book.order([{ item_id: book.full50, quantity: '2', unit: { unit_code: 'pcs' } }])
    expect(totals).toEqual({ excl_vat: '200.00', vat: '42.00', incl_vat: '242.00', deposit: '3000.00' })
    await go(page, `/console/test/orders/${id}`)
    const sums = page.getByRole('region', { name: 'Totals' })
    await sums.getByText('With deposits').waitFor()
    const shown = await sums.locator('dt, dd').allTextContents()
    expect(shown.slice(-6).map(text => text.replace('\u00a0', ' '))).toEqual([
      ...['With VAT', 'CZK 242.00'],
      ...['Deposits', 'CZK 3,000.00'],
      ...['With deposits', 'CZK 3,242.00'],
    ])
    await page.goBack()
  }

  /** In Czech, on a tablet. */
  async function atDesk(book: KegBook) {
    await changeUser(pages.service, book.tenant.slug, { role: 'bartender', rights: roles.bartender.scopes })
    const look = { width: 820, height: 1180, locale: 'cs-CZ', hasTouch: true }
    const { page, person } = await pages.signedIn(book.tenant, '/console/test/packaging', look)
    await page.getByRole('heading', { level: 1, name: 'Obaly' }).waitFor()
    await expectFits(page)
    await page.getByRole('link', { name: 'Nová vratka' }).tap()
    // The list has a filter of that name, too.
    await page.getByRole('heading', { level: 1, name: 'Nová vratka' }).waitFor()
    await page.getByRole('combobox', { name: 'Partner' }).fill('Hos')
    await page.getByRole('option').first().tap()
    await page.getByText('má 4').waitFor()
    await page.getByRole('combobox', { name: 'Pokladna' }).tap()
    await page.getByRole('option').first().tap()
    await page
      .getByRole('listitem')
      .filter({ hasText: 'má 4' })
      .getByRole('button', { name: /^O kus více/ })
      .tap()
    await page.getByRole('region', { name: 'Součty' }).getByText('1 500,00').first().waitFor()
    await expectFits(page)
    await page.getByRole('button', { name: 'Převzít obaly' }).tap()
    await page.getByRole('tab', { name: 'Řádky' }).waitFor()
    await expectFits(page)
    const [made] = (await person.get('/packaging-returns')).body.data
    expect(made).toMatchObject({ totals: { pieces: '1' }, cash_desk: {} })
  }
})
