/** The accountant's month: files into the inbox, invoices booked and paid, money seen, the month handed over. */
import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { dayIn, daysAfter } from '../../src/lib/days.ts'
import { freshIsdoc } from '../support/imports.ts'
import { describePages, expectFits, expectNoFaults, go, photograph } from '../support/pages.ts'
import { freeLine, type SalesBook, salesBook, type Told } from '../support/sales.ts'

const file = (name: string, mimeType: string, text: string) => ({ name, mimeType, buffer: Buffer.from(text) })

describePages('the accountant', pages => {
  const begin = async (path: string, look = {}) => {
    const book = await salesBook(pages.service)
    const { page } = await pages.signedIn(book.tenant, path, look)
    return { book, page }
  }
  const at = (path: string) => `/console/test${path}`
  const headed = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name }).waitFor()

  /** As from the desktop of the accountant. */
  const drop = async (page: Page, dropped: { name: string; text: string }) =>
    page.evaluate(
      `(() => {
        const data = new DataTransfer()
        data.items.add(new File([${JSON.stringify(dropped.text)}], ${JSON.stringify(dropped.name)}))
        for (const type of ['dragover', 'drop']) {
          document.querySelector('main').dispatchEvent(new DragEvent(type, { dataTransfer: data, bubbles: true, cancelable: true }))
        }
      })()`,
    )

  const confirm = async (page: Page, name: string) => {
    const dialog = page.getByRole('dialog', { name })
    await dialog.locator('button[type=submit]:not([aria-disabled])').click()
    await dialog.waitFor({ state: 'detached' })
  }

  test('files into the inbox become invoices', async () => {
    const { book, page } = await begin('/console/test/inbox')
    await dropped(book, page)
    await writtenBesidePdf(book, page)
  })

  /** A file dropped into the inbox is booked, paid, seen in the cash flow and exported. */
  async function dropped(book: SalesBook, page: Page) {
    await page.getByText('The inbox is empty').waitFor()
    await drop(page, { name: 'slad.isdoc', text: freshIsdoc() })
    const sent = page.getByRole('region', { name: 'Files sent now' })
    await sent.getByText('Imported').waitFor()
    await photograph(page, 'inbox')
    await sent.getByRole('link', { name: 'Open the invoice' }).click()
    const [invoice] = (await book.api.get('/received-invoices')).body.data
    await headed(page, invoice.supplier_invoice_number)
    await page.getByRole('region', { name: 'What the document says' }).waitFor()
    await expectNoFaults(page)
    await photograph(page, 'received-invoice')

    await page.getByRole('button', { name: 'Confirm invoice' }).click()
    await confirm(page, 'Confirm invoice')
    await page.getByRole('button', { name: 'Mark paid' }).click()
    const paying = page.getByRole('dialog', { name: 'Mark paid' })
    await paying.getByRole('region', { name: 'What will happen' }).getByText('Paid', { exact: true }).waitFor()
    await expectFits(page)
    await confirm(page, 'Mark paid')
    await page.locator('header').getByText('Paid', { exact: true }).waitFor()

    await go(page, at('/cashflow'))
    await page.getByRole('table', { name: 'Cash flow' }).getByText('Přijatá faktura').waitFor()
    await page.getByRole('region', { name: 'Sum of the filter' }).getByText('1 confirmed').waitFor()
    await page.getByRole('table', { name: 'Accounts' }).getByRole('link', { name: 'Běžný účet' }).click()
    await page.getByRole('table', { name: 'Cash flow' }).getByText('Přijatá faktura').waitFor()
    await expectNoFaults(page)
    await photograph(page, 'cashflow')

    await go(page, at('/received-invoices'))
    await page.getByRole('button', { name: 'Overdue' }).click()
    await page.getByText('Nothing matches').waitFor()
    await page.getByRole('button', { name: 'Overdue' }).click()
    await page.getByRole('checkbox', { name: 'Mark all shown' }).check()
    await page.getByRole('button', { name: 'Export (1)' }).click()
    const dialog = page.getByRole('dialog', { name: 'Export' })
    await dialog.getByText('All 1 can be done.').waitFor()
    await dialog.getByRole('button', { name: 'Export (1)' }).click()
    await dialog.getByText('All 1 are done.').waitFor()
    await dialog.getByRole('button', { name: 'Close' }).click()
    await dialog.waitFor({ state: 'detached' })
    await expectNoFaults(page)
    await photograph(page, 'received-invoices')
    expect((await book.api.get(`/received-invoices/${invoice.id}`)).body.exported_at).not.toBeNull()
  }

  /** A PDF waits, an invoice is written beside it; another file is refused and put aside. */
  async function writtenBesidePdf(book: SalesBook, page: Page) {
    await go(page, at('/inbox'))
    await page
      .getByLabel('Choose files')
      .setInputFiles([
        file('faktura.pdf', 'application/pdf', '%PDF-1.4 faktura'),
        file('rozbita.isdoc', 'application/xml', '<Invoice>'),
        file('film.exe', 'application/x-msdownload', 'MZ'),
        file('archiv.pdf', 'application/pdf', 'x'.repeat(4 * 1024 * 1024 + 1)),
      ])
    const sent = page.getByRole('region', { name: 'Files sent now' })
    await sent.getByText('For a person').waitFor()
    await sent.getByText('Could not be imported').waitFor()
    await sent.getByRole('button', { name: 'Try again' }).waitFor()
    await sent.getByText('It is larger than 4 MB.').waitFor()
    await expectNoFaults(page, { refused: [422] })

    const list = page.getByRole('table', { name: 'Inbox' })
    await list.getByRole('link', { name: 'rozbita.isdoc' }).click()
    await headed(page, 'rozbita.isdoc')
    await page.getByRole('region', { name: 'Original document' }).getByText('<Invoice>').waitFor()
    await expectNoFaults(page, { refused: [422] })
    await page.getByRole('button', { name: 'Try to import again' }).click()
    await page.getByText('Sent again').first().waitFor()
    await page.getByRole('button', { name: 'Reject' }).click()
    const rejecting = page.getByRole('dialog', { name: 'Reject' })
    await rejecting.getByRole('textbox', { name: 'Note' }).fill('Není to faktura')
    await confirm(page, 'Reject')
    expect((await book.api.get('/inbox/submissions?status=rejected')).body.data).toHaveLength(2)

    await go(page, at('/inbox?status=waiting'))
    await list.getByRole('link', { name: 'faktura.pdf' }).click()
    await page.getByRole('button', { name: 'Sort' }).waitFor()
    await page.getByRole('link', { name: 'New received invoice' }).click()
    await headed(page, 'New received invoice')
    await page.getByRole('region', { name: 'Original document' }).getByText('faktura.pdf').waitFor()
    await page.getByRole('combobox', { name: 'Supplier' }).fill('Hosp')
    await page.getByRole('option', { name: /Hospoda/ }).click()
    await page.getByRole('textbox', { name: "Supplier's number" }).fill('2026-77')
    const lines = page.getByRole('table', { name: 'Lines' })
    await lines.getByRole('textbox', { name: 'Description' }).fill('Slad')
    await lines.getByRole('textbox', { name: 'Without VAT' }).fill('1 000,00')
    await page.getByRole('region', { name: 'Totals' }).getByText('CZK 1,210.00').waitFor()
    await expectNoFaults(page, { refused: [422] })
    await photograph(page, 'received-new')
    await page.getByRole('button', { name: 'Create received invoice' }).click()
    await headed(page, '2026-77')
    const { data } = (await book.api.get('/received-invoices')).body
    const made = data.find((each: Told) => each.supplier_invoice_number === '2026-77')
    expect(made).toMatchObject({ status: 'draft', totals: { incl_vat: '1210.00' } })
    expect(made.attachment_ids).toHaveLength(1)
    expect((await book.api.get('/inbox/submissions?status=waiting')).body.data).toEqual([])

    await page.keyboard.press('e')
    await page.getByRole('textbox', { name: 'Variable symbol' }).fill('202677')
    await page.keyboard.press('Control+s')
    await page.getByRole('button', { name: 'Add line' }).waitFor()
    await page.getByRole('tab', { name: 'Files' }).click()
    // Who leaves while a file is being sent is asked.
    let letGo = () => {}
    const released = new Promise<void>(resolve => {
      letGo = resolve
    })
    await page.route('**/attachments/finalize', async route => {
      await released
      await route.continue()
    })
    await page.getByLabel('Attach files').setInputFiles(file('dodaci.txt', 'text/plain', 'Dodací list'))
    await page.getByText('Sending dodaci.txt').waitFor()
    await page.getByRole('link', { name: 'Partners' }).click()
    await page.getByRole('dialog', { name: 'Files are still being sent' }).getByRole('button', { name: 'Stay' }).click()
    letGo()
    await page.getByRole('button', { name: 'dodaci.txt' }).click()
    await page.getByRole('region', { name: 'Original document' }).getByText('Dodací list').waitFor()
    await expectFits(page, { refused: [422] })
    expect((await book.api.get(`/received-invoices/${made.id}`)).body).toMatchObject({ variable_symbol: '202677' })
  }

  test('money is written down, paid and taken back; in Czech, on a phone', async () => {
    const { book, page } = await begin('/console/test/cashflow/new', { width: 360, locale: 'cs-CZ', hasTouch: true })
    await page.getByRole('textbox', { name: 'Částka' }).fill('12000')
    await page.getByRole('textbox', { name: 'Popis' }).fill('Nájem')
    await expectNoFaults(page)
    await page.getByRole('button', { name: 'Založit doklad' }).click()
    await headed(page, /^PD/)
    await page.getByRole('button', { name: 'Zapsat úhradu' }).click()
    await confirm(page, 'Zapsat úhradu')
    await page.getByRole('button', { name: 'Zrušit úhradu' }).click()
    await confirm(page, 'Zrušit úhradu')
    await expectNoFaults(page)
    await go(page, at('/cashflow?date_from=2020-01-01'))
    await page.getByRole('region', { name: 'Součet výběru' }).getByText('Potvrzených: 1').waitFor()
    await expectFits(page)
    await photograph(page, 'cashflow-phone')
    await inWords(page)
    expect((await book.api.get('/cashflows')).body.data).toMatchObject([
      { payment_status: 'unpaid', amount: '12000.00' },
    ])
    await go(page, at('/inbox'))
    await page.getByText('Schránka je prázdná').waitFor()
    await expectFits(page)
    await photograph(page, 'inbox-phone')
  })

  /** At a desk, where everything of it has room and it can be saved: as the page says it, not as programs do. */
  async function inWords(page: Page) {
    await page.setViewportSize({ width: 1280, height: 800 })
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(1280)
    const [saved] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Uložit CSV' }).click(),
    ])
    const csv = await readFile((await saved.path())!, 'utf8')
    expect(csv).toMatch(/^PD\d+;Nájem;[\d-]+;;Potvrzený;Nezaplaceno;Výdaj;Převodem;-12000,00;CZK\r?$/m)
  }

  test('the dashboard shows receivables by how late they are, and leads to them; so does the partner', async () => {
    const book = await salesBook(pages.service)
    const today = dayIn('Europe/Prague', pages.service.clock())
    const due = (days: number) => ({ issue_date: daysAfter(today, -60), due_date: daysAfter(today, days) })
    const late = await book.issuedInvoice([freeLine('100')], due(-40))
    const fresh = await book.issuedInvoice([freeLine('300')], due(10))
    const { page } = await pages.signedIn(book.tenant, '/console/test')
    const parts = page.getByRole('list', { name: 'By how late it is' })
    await parts.getByText('CZK 363.00').waitFor()
    await expectFits(page)
    await photograph(page, 'dashboard-ageing')
    await parts.getByRole('link', { name: '31–60 days late' }).click()
    await page.getByRole('link', { name: late.number }).waitFor()
    expect(await page.getByRole('link', { name: fresh.number }).count()).toBe(0)
    await go(page, at(`/partners/${book.pub}?tab=invoices`))
    await page.getByRole('link', { name: 'In the list of invoices' }).click()
    await page.getByRole('link', { name: fresh.number }).waitFor()
    expect(new URL(page.url()).search).toBe(`?partner_id=${book.pub}`)
    // What the list shows, added up by the service: 100 and 300 without VAT.
    const sums = page.getByRole('region', { name: 'Sums of the filter' })
    await sums.getByText('CZK 400.00').waitFor()
    await sums.getByText('CZK 84.00').waitFor()
    await page.getByRole('button', { name: 'Overdue' }).click()
    await sums.getByText('CZK 21.00').waitFor()
    await expectFits(page)
  })
})
