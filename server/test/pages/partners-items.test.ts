/** Partners and items as the office keeps them: added, read, changed. */
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { describePages, expectFits, expectNoFaults, go } from '../support/pages.ts'
import { type SalesBook, salesBook } from '../support/sales.ts'

describePages('partners and items', pages => {
  const begin = async (path: string, look = {}) => {
    const book = await salesBook(pages.service)
    const { page } = await pages.signedIn(book.tenant, path, look)
    return { book, page }
  }
  const headed = (page: Page, name: string) => page.getByRole('heading', { level: 1, name, exact: true }).waitFor()
  const pick = async (page: Page, field: string, [typed, option]: readonly [string, RegExp]) => {
    await page.getByRole('combobox', { name: field }).fill(typed)
    await page.getByRole('option', { name: option }).click()
  }

  test('partners and items are added, read and changed', async () => {
    const { book, page } = await begin('/console/test/partners')
    await newPartner(book, page)
    await partnerShown(book, page)
    await newItem(book, page)
  })

  async function attached(page: Page, name: string) {
    await page.getByRole('tab', { name: 'Files' }).click()
    await page.getByText('No file is attached.').waitFor()
    await page
      .getByLabel('Attach files')
      .setInputFiles({ name, mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.4') })
    await page.getByRole('table', { name: 'Files' }).getByText(name).waitFor()
    // What asked for the file is no place to type: keys work on from there.
    await page.getByLabel('Attach files').press('?')
    const map = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
    await map.waitFor()
    await page.keyboard.press('Escape')
    await map.waitFor({ state: 'detached' })
  }

  /** Its first contact, a file, and a change in place. */
  async function newPartner(book: SalesBook, page: Page) {
    await page.getByRole('table', { name: 'Partners' }).getByRole('link', { name: 'Hospoda' }).waitFor()
    await expectNoFaults(page)
    await page.keyboard.press('c')
    await headed(page, 'New partner')
    await page.getByRole('textbox', { name: 'Name' }).fill('U Kocoura')
    await page.getByRole('textbox', { name: 'IČO' }).fill('27074358')
    await page.getByRole('textbox', { name: 'City' }).fill('Praha')
    await pick(page, 'Country', ['Cze', /Czech/])
    await page.getByRole('textbox', { name: 'Payment terms in days' }).fill('soon')
    await expectNoFaults(page)
    await page.getByRole('button', { name: 'Create partner' }).click()
    await page.getByRole('alert').waitFor()
    expect(await page.getByRole('textbox', { name: 'Payment terms in days' }).getAttribute('aria-invalid')).toBe('true')
    await page.getByRole('textbox', { name: 'Payment terms in days' }).fill('21')
    await page.getByRole('button', { name: 'Create partner' }).click()
    await headed(page, 'U Kocoura')
    await page.getByText('21 days').waitFor()

    await page.getByRole('tab', { name: 'Contacts' }).click()
    await page.getByRole('button', { name: 'Add contact' }).click()
    const dialog = page.getByRole('dialog', { name: 'Add contact' })
    await dialog.getByRole('textbox', { name: 'Name' }).fill('Jana Malá')
    await dialog.getByRole('textbox', { name: 'E-mail' }).fill('jana@kocour.test')
    await expectNoFaults(page, { refused: [422] })
    await dialog.getByRole('button', { name: 'Add contact' }).click()
    await page.getByRole('button', { name: 'Edit: Jana Malá' }).click()
    const edited = page.getByRole('dialog', { name: 'Edit contact' })
    await edited.getByRole('textbox', { name: 'Position' }).fill('Provozní')
    await edited.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('cell', { name: 'Provozní' }).waitFor()
    await expectFits(page, { refused: [422] })

    await page.keyboard.press('e')
    await page.getByRole('textbox', { name: 'Notes' }).fill('Zvonit u vrátek.')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('definition').filter({ hasText: 'Zvonit u vrátek.' }).waitFor()
    await attached(page, 'smlouva.pdf')
    const { data } = (await book.api.get('/partners?search=Kocour')).body
    expect(data).toMatchObject([{ ico: '27074358', payment_terms: 21, notes: 'Zvonit u vrátek.' }])
    expect(data[0].address).toMatchObject({ city: 'Praha', country_id: expect.any(String) })
    const files = await book.api.get(`/attachments?entity_type=partner&entity_id=${data[0].id}`)
    expect(files.body.data).toMatchObject([{ file_name: 'smlouva.pdf' }])
    expect((await book.api.get(`/partners/${data[0].id}/contacts`)).body.data).toMatchObject([
      { name: 'Jana Malá', position: 'Provozní', email: 'jana@kocour.test' },
    ])
  }

  /** Its orders, invoices, packaging and prices. */
  async function partnerShown(book: SalesBook, page: Page) {
    const order = await book.order([book.line('2')])
    await book.issuedInvoice([{ description: 'Pronájem', quantity: '1', unit_price: '100' }])
    await go(page, `/console/test/partners/${book.pub}`)
    await headed(page, 'Hospoda')
    await expectNoFaults(page, { refused: [422] })
    await page.getByRole('tab', { name: 'Orders' }).click()
    await page.getByRole('table', { name: 'Orders' }).getByRole('link', { name: order.number }).waitFor()
    await page.getByRole('tab', { name: 'Invoices' }).click()
    await page.getByRole('table', { name: 'Invoices' }).getByRole('cell', { name: 'Issued' }).waitFor()
    await expectFits(page, { refused: [422] })
    await page.getByRole('tab', { name: 'Packaging' }).click()
    await page.getByText('No packaging is out with this partner.').waitFor()
    await page.getByRole('tab', { name: 'Prices' }).click()
    await pick(page, 'Item', ['Sud', /Sud/])
    await page.getByRole('region', { name: 'Price' }).getByText('CZK 100.00').first().waitFor()
    await expectNoFaults(page, { refused: [422] })
  }

  /** Where it lies and what it costs. */
  async function newItem(book: SalesBook, page: Page) {
    await go(page, '/console/test/items')
    await page.getByRole('table', { name: 'Items' }).getByRole('link', { name: 'Sud' }).waitFor()
    await page.getByRole('combobox', { name: 'Type' }).selectOption('Service')
    await page.getByRole('link', { name: 'Sud' }).waitFor({ state: 'detached' })
    expect(new URL(page.url()).search).toBe('?item_type=service')
    await expectNoFaults(page, { refused: [422] })
    await page.getByRole('link', { name: 'New item' }).click()
    await headed(page, 'New item')
    await page.getByRole('textbox', { name: 'Name' }).fill('Preclík')
    await pick(page, 'Unit', ['pcs', /pcs/])
    await page.getByRole('textbox', { name: 'Sale price' }).fill('12,50')
    await page.getByRole('checkbox', { name: 'Sold at the bar' }).check()
    await expectNoFaults(page, { refused: [422] })
    await page.getByRole('button', { name: 'Create item' }).click()
    await headed(page, 'Preclík')
    const { data } = (await book.api.get('/items?search=Precl')).body
    expect(data).toMatchObject([{ sale_price: '12.5', pos_available: true, item_type: 'purchased_sale_item' }])
    await page.keyboard.press('e')
    await page.getByRole('textbox', { name: 'Brand' }).fill('Pekárna')
    const drafts = `Object.keys(sessionStorage).filter(key => key.includes('.draft.')).length`
    await page.waitForFunction(`${drafts} === 1`)
    // What is changed back is no draft that a reload would bring again.
    await page.getByRole('textbox', { name: 'Brand' }).fill('')
    await page.waitForFunction(`${drafts} === 0`)
    await page.getByRole('textbox', { name: 'Brand' }).fill('Pekárna')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('definition').filter({ hasText: 'Pekárna' }).waitFor()

    await book.received(book.keg, '5', '40', { unit: 'pcs' })
    await go(page, `/console/test/items/${book.keg}?tab=stock`)
    await page.getByRole('table', { name: 'Stock levels' }).getByRole('cell', { name: '5', exact: true }).waitFor()
    await expectNoFaults(page, { refused: [422] })
    await page.getByRole('tab', { name: 'Lots' }).click()
    await page.getByRole('table', { name: 'Lots' }).waitFor()
    await page.getByRole('tab', { name: 'Movements' }).click()
    await page.getByRole('table', { name: 'Receipts' }).waitFor()
    await expectFits(page, { refused: [422] })
    await page.getByRole('tab', { name: 'Prices' }).click()
    await page.getByRole('region', { name: 'Price' }).getByText('base price', { exact: true }).waitFor()
    await expectFits(page, { refused: [422] })
  }

  test('in Czech, on a phone', async () => {
    const { book, page } = await begin('/console/test/partners', { width: 360, locale: 'cs-CZ', hasTouch: true })
    await headed(page, 'Partneři')
    await page.getByRole('link', { name: 'Hospoda' }).click()
    await headed(page, 'Hospoda')
    await page.getByText('14 dní').waitFor()
    await go(page, `/console/test/items/${book.keg}`)
    await page.getByRole('tab', { name: 'Šarže' }).waitFor()
    await expectFits(page)
  })
})
