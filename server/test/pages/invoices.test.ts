/** Invoices as the office makes them: from an order and by hand, issued, paid, credited, on paper. */
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { describePages, expectFits, expectNoFaults, go } from '../support/pages.ts'
import { bank, company } from '../support/papers.ts'
import { freeLine, type SalesBook, salesBook } from '../support/sales.ts'

describePages('invoices', pages => {
  const newBook = async () => {
    const book = await salesBook(pages.service)
    await book.apply({ company })
    return book
  }
  const opened = async ({ tenant }: SalesBook, path: string, look = {}) =>
    (await pages.signedIn(tenant, `/console/test${path}`, look)).page
  const headed = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name }).waitFor()
  const at = (path: string) => `/console/test${path}`

  /** Opens the dialog of an action, and confirms it once it was rehearsed. */
  const confirm = async (page: Page, name: string) => {
    const dialog = page.getByRole('dialog', { name })
    await dialog.locator('button[type=submit]:not([aria-disabled])').click()
    await dialog.waitFor({ state: 'detached' })
  }

  test('written by hand, made of an order, issued, printed, paid and credited', async () => {
    const book = await newBook()
    const page = await opened(book, '/invoices')
    await byHand(book, page)
    await fromOrder(book, page)
    await credited(book, page)
    await discounted(page)
  })

  /** The settings name a partner by what stays the same in every book; people choose and read it by its name. */
  async function discounted(page: Page) {
    await go(page, '/console/settings/discounts')
    await page.getByRole('button', { name: 'Add' }).click()
    const dialog = page.getByRole('dialog', { name: 'Add' })
    await dialog.getByRole('textbox', { name: 'Code', exact: true }).fill('PUB')
    await dialog.getByRole('textbox', { name: 'Name', exact: true }).fill('Regular')
    const partner = dialog.getByRole('combobox', { name: 'Partner' })
    await partner.pressSequentially('Hosp')
    await partner.press('Enter')
    await expect.poll(() => partner.inputValue()).toMatch(/^Hospoda/)
    await dialog.getByRole('textbox', { name: 'Discount in %' }).fill('5')
    await dialog.locator('button[type=submit]:not([aria-disabled])').click()
    await page
      .getByRole('table', { name: 'Discounts' })
      .getByText(/^Hospoda/)
      .waitFor()
  }

  /** An item fills in its line, the service counts. Neither Enter nor a second click makes another invoice. */
  async function byHand(book: SalesBook, page: Page) {
    await page.getByText('No invoices yet').waitFor()
    await page.keyboard.press('c')
    await headed(page, 'New invoice')
    // Before the service has answered: the first that is found.
    const partner = page.getByRole('combobox', { name: 'Partner' })
    await partner.pressSequentially('Hosp')
    await page.keyboard.press('Enter')
    await expect.poll(() => partner.inputValue()).toMatch(/^Hospoda/)
    const lines = page.getByRole('table', { name: 'Lines' })
    await lines.getByRole('combobox', { name: 'Item' }).fill('Rozv')
    await page.getByRole('option', { name: /Rozvoz/ }).click()
    await lines.getByRole('textbox', { name: 'Quantity' }).fill('3')
    await page.keyboard.press('Enter')
    await lines.getByRole('combobox', { name: 'Item' }).nth(1).and(page.locator(':focus')).waitFor()
    await page.getByRole('region', { name: 'Totals' }).getByText('CZK 181.50').waitFor()
    await expectNoFaults(page)
    const due = page.getByRole('textbox', { name: 'Due' })
    await due.fill('31.2.')
    await due.press('Tab')
    await page.getByText(/^Not a day/).waitFor()
    await due.fill('+14')
    await page.getByRole('button', { name: 'Create invoice' }).dblclick()
    await headed(page, 'Draft invoice')
    await page.getByRole('button', { name: 'Add line' }).click()
    const added = page.getByRole('dialog', { name: 'Add line' })
    await added.getByRole('textbox', { name: 'Description' }).fill('Sanitace')
    await added.getByRole('textbox', { name: 'Quantity' }).fill('1')
    await added.getByRole('textbox', { name: 'Unit price' }).fill('100')
    await expectNoFaults(page)
    await added.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('region', { name: 'Totals' }).getByText('CZK 302.50').first().waitFor()
    const { data } = (await book.api.get('/invoices')).body
    expect(data).toMatchObject([{ status: 'draft', totals: { excl_vat: '250.00', incl_vat: '302.50' } }])
    await page.getByRole('link', { name: 'Invoices', exact: true }).click()
    await page.keyboard.press('c')
    await headed(page, 'New invoice')
    expect(await partner.inputValue(), 'nothing of the last one').toBe('')
    await page.getByRole('textbox', { name: "Customer's order" }).fill('4711')
    await page.getByRole('link', { name: 'Invoices', exact: true }).click()
    await page.getByRole('button', { name: 'Leave without saving' }).click()
    // Until the list is read anew it may be the empty one, which offers a second link.
    await page.getByRole('link', { name: 'New invoice' }).first().click()
    await headed(page, 'New invoice')
    expect(await page.getByRole('textbox', { name: "Customer's order" }).inputValue()).toBe('')
  }

  /** Whoever issues it is told while there is time, and led to where the account is set. */
  async function withoutAccount(page: Page) {
    await page.getByRole('button', { name: 'Issue invoice' }).click()
    const dialog = page.getByRole('dialog', { name: 'Issue invoice' })
    await dialog.getByText(/^No bank account is set for this invoice/).waitFor()
    await expectNoFaults(page)
    expect(await dialog.locator('button[type=submit]:not([aria-disabled])').count()).toBe(1)
    await dialog.getByRole('link', { name: 'Set the bank account' }).click()
    await page.getByRole('heading', { name: 'Bank and cash accounts' }).first().waitFor()
    await page.goBack()
    await dialog.getByRole('button', { name: 'Keep as it is' }).click()
    await headed(page, 'Draft invoice')
  }

  /** A national number says its IBAN; one with a wrong digit says none, and then nobody can pay by the code. */
  async function withoutIban(book: SalesBook, page: Page) {
    await book.apply({ finance_accounts: [{ ...bank, account_number: '123456/0100', iban: null }] })
    await page.getByRole('button', { name: 'Issue invoice' }).click()
    const dialog = page.getByRole('dialog', { name: 'Issue invoice' })
    await dialog.getByText(/^The bank account has no IBAN/).waitFor()
    await dialog.getByRole('button', { name: 'Keep as it is' }).click()
    await dialog.waitFor({ state: 'detached' })
  }

  /** An order is invoiced, the invoice issued, printed and paid. */
  async function fromOrder(book: SalesBook, page: Page) {
    const order = await book.confirmed([book.service('2')])
    await go(page, at(`/orders/${order.id}?action=create_invoice`))
    await confirm(page, 'Create invoice')
    await go(page, at('/invoices'))
    const drafts = page.getByRole('table', { name: 'Invoices' }).getByRole('link', { name: 'Draft invoice' })
    await drafts.nth(1).waitFor()
    await expectNoFaults(page)
    await drafts.first().click()
    await headed(page, 'Draft invoice')
    await withoutAccount(page)
    await withoutIban(book, page)
    await book.apply({ finance_accounts: [bank] })
    await page.getByRole('button', { name: 'Issue invoice' }).click()
    await page.getByRole('region', { name: 'What will happen' }).getByText('Issued', { exact: true }).waitFor()
    expect(await page.getByText(/^(No|The) bank account/).count()).toBe(0)
    await confirm(page, 'Issue invoice')
    await page.getByRole('img', { name: 'QR code of the payment' }).waitFor()
    await expectNoFaults(page)

    const answered = page.waitForResponse(/\/pdf$/)
    await page.getByRole('button', { name: 'PDF' }).click()
    const pdf = await answered
    expect(pdf.status()).toBe(200)
    expect(pdf.headers()['content-type']).toBe('application/pdf')
    const saved = page.waitForEvent('download')
    await page.getByRole('button', { name: 'ISDOC' }).click()
    expect((await saved).suggestedFilename()).toMatch(/\.isdoc$/)

    await page.getByRole('button', { name: 'Mark paid' }).click()
    const paying = page.getByRole('dialog', { name: 'Mark paid' })
    const amount = paying.getByRole('textbox', { name: 'Amount' })
    expect(await amount.inputValue()).toBe('121')
    await amount.fill('60.5')
    await amount.blur()
    expect(await amount.inputValue()).toBe('60.50')
    await amount.fill('121')
    await paying.getByRole('region', { name: 'What will happen' }).getByText('Paid', { exact: true }).waitFor()
    await expectNoFaults(page)
    await confirm(page, 'Mark paid')
    await page.locator('header').getByText('Paid', { exact: true }).waitFor()
    const { data } = (await book.api.get('/invoices')).body
    expect(data[0]).toMatchObject({ status: 'paid', amount_paid: '121.00', amount_remaining: '0.00' })
    await page.getByRole('tab', { name: 'Related documents' }).click()
    await page.getByRole('link', { name: order.number }).waitFor()
    await page.getByRole('region', { name: 'Related documents' }).getByText('CZK 121.00').waitFor()
    await expectFits(page)
  }

  /** In part; the invoice is found by its state. */
  async function credited(book: SalesBook, page: Page) {
    const invoice = await book.issuedInvoice([freeLine('100', { quantity: '4' }), freeLine('50')])
    await go(page, at(`/invoices/${invoice.id}?action=credit`))
    const dialog = page.getByRole('dialog', { name: 'Credit' })
    await dialog.getByRole('textbox', { name: 'Why' }).fill('Reklamace')
    await dialog.getByText('Chosen lines').click()
    await dialog.getByRole('textbox', { name: 'Credit quantity' }).first().fill('1')
    await dialog.getByRole('textbox', { name: 'Credit quantity' }).last().fill('')
    const happens = dialog.getByRole('region', { name: 'What will happen' })
    await happens.getByText('Credit note').waitFor()
    expect(await happens.getByText('Issued').count()).toBe(0)
    await expectNoFaults(page)
    await confirm(page, 'Credit')
    await headed(page, 'Draft credit note')
    await page.getByRole('tab', { name: 'Related documents' }).click()
    await page.getByRole('region', { name: 'Related documents' }).getByRole('link', { name: invoice.number }).click()
    await headed(page, invoice.number)
    await page.getByRole('tab', { name: 'Related documents' }).click()
    await page.getByRole('link', { name: 'Draft credit note' }).waitFor()
    await expectFits(page)
    const { data } = (await book.api.get('/invoices?document_type=credit_note')).body
    expect(data).toMatchObject([{ original_invoice_id: invoice.id, totals: { excl_vat: '-100.00' } }])
    await go(page, at('/invoices'))
    await page.getByRole('button', { name: 'Issued' }).click()
    await page.getByRole('link', { name: invoice.number }).waitFor()
    expect(new URL(page.url()).search).toBe('?status=issued')
    await page.getByRole('link', { name: 'Draft credit note' }).waitFor({ state: 'detached' })
  }

  test('issues of the partner become lines; in Czech, on a phone', async () => {
    const book = await newBook()
    await book.received(book.keg, '5', '40', { unit: 'pcs' })
    const { body: issue } = await book.issued(book.keg, '2', { unit: 'pcs', partner_id: book.pub })
    const invoice = await book.invoice([])
    const look = { width: 360, locale: 'cs-CZ', hasTouch: true }
    const page = await opened(book, `/invoices/${invoice.id}?action=group_stock_issues`, look)
    await page.getByRole('checkbox', { name: new RegExp(issue.number) }).check()
    await confirm(page, 'Přidat výdejky')
    await page.getByRole('table', { name: 'Řádky' }).getByText('Sud').waitFor()
    await expectFits(page)
  })
})
