/** The warehouse at work: goods come, lie in lots, move and go. */
import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { describePages, expectFits, expectNoFaults, go } from '../support/pages.ts'
import { type StockAccount, stockAccount } from '../support/stock.ts'

describePages('the warehouse', pages => {
  const opened = async ({ tenant }: StockAccount, path: string, look = {}) =>
    (await pages.signedIn(tenant, `/console/test${path}`, look)).page
  const headed = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name }).waitFor()
  const choose = async (page: Page, box: ReturnType<Page['getByRole']>, name: string) => {
    await box.fill(name)
    await page.getByRole('option', { name }).first().click()
  }
  const confirm = async (page: Page, name: string) => {
    await page.getByRole('group', { name: 'Actions' }).getByRole('button', { name }).click()
    const dialog = page.getByRole('dialog', { name })
    await dialog.getByRole('region', { name: 'What will happen' }).getByText('Confirmed', { exact: true }).waitFor()
    return dialog
  }

  test('goods are received, issued from the lot that was chosen, and transferred', async () => {
    const book = await stockAccount(pages.service)
    const page = await opened(book, '/receipts')
    await receiveGoods(book, page)
    const item = await twoLots(book)
    await issueFromLot(book, page, item)
    await transfer(book, page, item)
    await tooMuch(book, page, item)
    await refusedFile(page)
  })

  /** What is missing is told where it is asked for. */
  async function tooMuch(book: StockAccount, page: Page, item: string) {
    const { body: issue } = await book.issue([{ item, quantity: '4000' }])
    await go(page, `/console/test/issues/${issue.id}`)
    await page.getByRole('button', { name: 'Confirm issue' }).click()
    const told = page.getByRole('dialog', { name: 'Confirm issue' }).getByRole('alert')
    await told.getByText(/in stock, 4,000\s\S+ wanted/).waitFor()
    await expectFits(page, { refused: [409] })
  }

  /** It is named, and keeps the next one from nothing. */
  async function refusedFile(page: Page) {
    await page.keyboard.press('Escape')
    await page.getByRole('tab', { name: 'Files' }).click()
    const chosen = ['', '%PDF-1.4'].map((content, at) => ({
      name: `${at}.pdf`,
      mimeType: 'application/pdf',
      buffer: Buffer.from(content),
    }))
    await page.getByLabel('Attach files').setInputFiles(chosen)
    await page.getByRole('table', { name: 'Files' }).getByText('1.pdf').waitFor()
    await page.getByText('0.pdf is not attached:').waitFor()
    await page.getByRole('alert').getByText('Must be at least 1.').waitFor()
    await expectNoFaults(page, { refused: [409, 422] })
    await largeFiles(page)
  }

  /** One says the limit at once; of another it is told how far it is. */
  async function largeFiles(page: Page) {
    let see = () => {}
    const isSeen = new Promise<void>(resolve => {
      see = resolve
    })
    await page.route('**/files/uploads/**', route => isSeen.then(() => route.continue()))
    const choose = (name: string, megabytes: number) =>
      page.getByLabel('Attach files').evaluate(`(input => {
        const chosen = new DataTransfer()
        chosen.items.add(new File([new Uint8Array(${megabytes} * 1024 * 1024 + 1)], '${name}.pdf'))
        input.files = chosen.files
        input.dispatchEvent(new Event('change', { bubbles: true }))
      })(document.activeElement)`)
    await page.getByLabel('Attach files').focus()
    await choose('film', 25)
    await page.getByText('film.pdf is not attached:').waitFor()
    await page.getByRole('alert').getByText('It is larger than 25 MB.').waitFor()
    await choose('atlas', 1)
    await page.getByRole('progressbar', { name: 'Sending atlas.pdf' }).waitFor()
    see()
    await page.getByRole('table', { name: 'Files' }).getByText('atlas.pdf').waitFor()
    await page.getByRole('progressbar').waitFor({ state: 'detached' })
  }

  /** Written, changed, confirmed and in stock. */
  async function receiveGoods(book: StockAccount, page: Page) {
    await book.item({ name: 'Chmel', unit: { unit_code: 'kg' } })
    await page.getByText('No receipts yet').waitFor()
    await expectNoFaults(page)
    await page.keyboard.press('c')
    await headed(page, 'New receipt')
    const lines = page.getByRole('table', { name: 'Lines' })
    await choose(page, lines.getByRole('combobox', { name: 'Item' }), 'Chmel')
    await lines.getByRole('textbox', { name: 'Quantity' }).fill('12,5')
    await lines.getByRole('textbox', { name: 'Unit price' }).fill('100')
    await lines.getByRole('textbox', { name: 'Lot number' }).fill('H-1')
    await lines.getByRole('textbox', { name: 'Use by' }).fill('1.5.2027')
    await page.getByRole('status').getByText('1,250.00').waitFor()
    await expectNoFaults(page)
    await page.keyboard.press('Control+s')
    await headed(page, /^PR/)
    await page.getByRole('button', { name: 'Edit' }).last().click()
    const line = page.getByRole('dialog', { name: 'Edit' })
    await line.getByRole('textbox', { name: 'Moved' }).fill('12')
    await line.getByRole('button', { name: 'Save' }).click()
    await line.waitFor({ state: 'detached' })
    const dialog = await confirm(page, 'Confirm receipt')
    await dialog.getByRole('table', { name: 'Stock after' }).getByText('Chmel').waitFor()
    await page.keyboard.press('Enter')
    await dialog.waitFor({ state: 'detached' })
    await page.locator('header').getByText('Confirmed').waitFor()
    await page.getByRole('button', { name: 'More actions' }).click()
    await page.getByRole('menuitem', { name: 'Back to draft' }).waitFor()
    await page.getByRole('menuitem', { name: /^Cancel/ }).waitFor()
    const { data } = (await book.api.get('/stock-levels')).body
    expect(data).toMatchObject([{ quantity: '12', value: '1200.00' }])
    await page.keyboard.press('Escape')
    await page.getByRole('tab', { name: 'Files' }).click()
    await page.getByText('No file is attached.').waitFor()
    const buffer = Buffer.from('%PDF-1.4')
    const note = { name: 'note.pdf', mimeType: 'application/pdf', buffer }
    await page.getByLabel('Attach files').setInputFiles(note)
    await page.getByRole('table', { name: 'Files' }).getByText('note.pdf').waitFor()
    await expectNoFaults(page)
  }

  /** The record shows from which it took. */
  async function issueFromLot(book: StockAccount, page: Page, item: string) {
    await go(page, '/console/test/issues')
    await page.getByText('No issues yet').waitFor()
    await page.getByRole('link', { name: 'New issue' }).first().click()
    await headed(page, 'New issue')
    const lines = page.getByRole('table', { name: 'Lines' })
    await choose(page, lines.getByRole('combobox', { name: 'Item' }), 'Slad')
    await lines.getByRole('textbox', { name: 'Quantity' }).fill('2')
    const newer = lines.getByRole('option', { name: /NEW .* 5 kg left/ })
    await newer.waitFor({ state: 'attached' })
    await lines.getByRole('combobox', { name: 'Lot' }).selectOption({ label: (await newer.textContent())! })
    await expectNoFaults(page)
    await page.getByRole('button', { name: 'Create issue' }).click()
    await headed(page, /^VY/)
    await page.getByRole('button', { name: 'Delivery note' }).waitFor()
    const dialog = await confirm(page, 'Confirm issue')
    await dialog.getByRole('table', { name: 'Layers used' }).waitFor()
    await expectNoFaults(page)
    await dialog.getByRole('button', { name: 'Confirm issue' }).click()
    await dialog.waitFor({ state: 'detached' })
    await page.getByRole('tab', { name: 'Layers' }).click()
    await page.getByRole('table', { name: 'Layers' }).getByRole('link', { name: 'NEW' }).waitFor()
    await expectFits(page)
    expect((await book.lots(item)).map(({ lot, quantity }) => [lot, quantity])).toEqual([
      ['OLD', '5'],
      ['NEW', '3'],
    ])
  }

  /** Both ends on either screen. */
  async function transfer(book: StockAccount, page: Page, item: string) {
    await go(page, '/console/test/issues')
    await page.getByRole('link', { name: 'New transfer' }).click()
    await headed(page, 'New transfer')
    const { data } = (await book.api.get('/warehouses?limit=200')).body
    const there = (data as { id: string; name: string }[]).find(({ id }) => id === book.second)!.name
    await choose(page, page.getByRole('combobox', { name: 'To warehouse' }), there)
    const lines = page.getByRole('table', { name: 'Lines' })
    await choose(page, lines.getByRole('combobox', { name: 'Item' }), 'Slad')
    await lines.getByRole('textbox', { name: 'Quantity' }).fill('4')
    await page.getByRole('button', { name: 'Create transfer' }).click()
    await headed(page, /^VY/)
    const ends = page.getByRole('region', { name: 'Transfer' })
    await ends.getByText('The receipt is made when the issue is confirmed.').waitFor()
    const dialog = await confirm(page, 'Confirm issue')
    await page.keyboard.press('Enter')
    await dialog.waitFor({ state: 'detached' })
    await expectNoFaults(page)
    await ends.getByRole('link', { name: /^PR/ }).click()
    await headed(page, /^PR/)
    await ends.getByRole('link', { name: /^VY/ }).waitFor()
    const arriving = await confirm(page, 'Confirm receipt')
    await page.keyboard.press('Enter')
    await arriving.waitFor({ state: 'detached' })
    await ends.getByText('Confirmed').nth(1).waitFor()
    await expectFits(page)
    expect((await book.level(item, book.second)).quantity).toBe('4')
  }

  test('who hears nothing of the log sees what an action did elsewhere', async () => {
    const book = await stockAccount(pages.service)
    const item = await book.item()
    await book.received(item, '5')
    const head = { movement_purpose: 'transfer', target_warehouse_id: book.second }
    const { body: issue } = await book.issue([{ item, quantity: '1' }], head)
    const page = await opened(book, `/issues/${issue.id}`)
    await page.route('**/events/stream', route => route.fulfill({ status: 403 }))
    await page.reload()
    const ends = page.getByRole('region', { name: 'Transfer' })
    await ends.getByText('The receipt is made when the issue is confirmed.').waitFor()
    await confirm(page, 'Confirm issue')
    await page.keyboard.press('Enter')
    await ends.getByRole('link', { name: /^PR/ }).waitFor()
    await expectFits(page, { refused: [403] })
  })

  test('in Czech, on a phone: lines are received one at a time, and keys lead from list to list', async () => {
    const book = await stockAccount(pages.service)
    await twoLots(book)
    const [malt, hops] = [await book.item({ name: 'Ječmen' }), await book.item({ name: 'Chmel' })]
    const { body: receipt } = await book.receipt([
      { item: malt, quantity: '8', price: '1' },
      { item: hops, quantity: '2', price: '1' },
    ])
    const look = { width: 360, height: 740, locale: 'cs-CZ', hasTouch: true }
    const page = await opened(book, `/receipts/${receipt.id}`, look)
    await page.getByRole('link', { name: 'Přijímat po řádcích' }).click()
    const number = page.getByRole('textbox', { name: 'Přijato' })
    await page.getByRole('heading', { level: 2, name: 'Ječmen' }).waitFor()
    await page.getByRole('button', { name: 'O jednu méně' }).click()
    expect(await number.inputValue()).toBe('7')
    await expectNoFaults(page)
    await page.getByRole('button', { name: 'Uložit a další' }).click()
    await page.getByRole('heading', { level: 2, name: 'Chmel' }).waitFor()
    await page.getByRole('button', { name: 'Uložit a další' }).click()
    await page.getByRole('link', { name: 'Potvrdit příjemku' }).click()
    const dialog = page.getByRole('dialog', { name: 'Potvrdit příjemku' })
    await dialog.getByText('Potvrzená', { exact: true }).waitFor()
    await dialog.getByRole('button', { name: 'Potvrdit příjemku' }).click()
    await dialog.waitFor({ state: 'detached' })
    expect([(await book.level(malt)).quantity, (await book.level(hops)).quantity]).toEqual(['7', '2'])

    for (const [key, name] of [
      ['s', 'Stav skladu'],
      ['e', 'Výdejky'],
      ['r', 'Příjemky'],
    ] as const) {
      await page.keyboard.press('g')
      await page.keyboard.press(key)
      await headed(page, name)
    }
    await page.getByRole('link', { name: /^PR/ }).first().click()
    await page.getByRole('button', { name: 'Další akce' }).click()
    await page.getByRole('menuitem', { name: 'Zpět na rozpracovanou' }).waitFor()
    await go(page, '/console/test/issues/new?movement_purpose=transfer')
    await headed(page, 'Nový převod')
  })

  test('levels, lots and what a repack makes of them', async () => {
    const book = await stockAccount(pages.service)
    const page = await opened(book, '/lots')
    await page.getByText('No lots in stock').waitFor()
    await go(page, '/console/test/stock')
    await page.getByText('Nothing in stock yet').waitFor()
    const item = await twoLots(book)
    await page.reload()
    await levels(page)
    await traced(book, page, item)
    await repack(book, page)
  })

  /** A row opens its lots beside it, and a past day is another stock. */
  async function levels(page: Page) {
    await page.getByRole('table', { name: 'Stock levels' }).getByRole('link', { name: 'Slad' }).click()
    const beside = page.getByRole('complementary', { name: 'Slad' })
    await beside.getByRole('table', { name: 'Lots' }).getByRole('link', { name: 'NEW' }).waitFor()
    await beside.getByText('Nothing is reserved.').waitFor()
    await expectNoFaults(page)
    await page.goBack()
    await beside.waitFor({ state: 'detached' })
    await page.getByRole('textbox', { name: 'At the end of' }).fill('1.1.2020')
    await page.keyboard.press('Tab')
    await page.getByText(/^Stock at the end of 1\sJan\s2020/).waitFor()
    await page.getByRole('cell', { name: '0 kg' }).waitFor()
  }

  /** Lots: expiring first; one is traced both ways and printed for a recall. */
  async function traced(book: StockAccount, page: Page, item: string) {
    const pub = await book.partner({ name: 'Hospoda' })
    await book.issued(item, '2', { partner_id: pub })
    const sent = await book.issued(item, '1', { movement_purpose: 'transfer', target_warehouse_id: book.second })
    const { data } = (await book.api.get(`/goods-receipts?source_issue_id=${sent.body.id}`)).body
    await book.act(`/goods-receipts/${data[0].id}`, 'confirm')
    await book.issued(item, '1', { warehouse_id: book.second, partner_id: pub })
    await go(page, '/console/test/lots')
    await page.getByRole('table', { name: 'Lots' }).getByRole('link', { name: 'NEW' }).waitFor()
    const labels = await page.getByRole('table', { name: 'Lots' }).getByRole('link').allTextContents()
    expect(labels).toEqual(['NEW', 'OLD'])
    const saving = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Export CSV' }).click()
    const csv = await readFile((await (await saving).path())!, 'utf8')
    expect(csv).toMatch(/^NEW,Slad,2027-01-01,Hlavní sklad,.*,5,kg,2$/m)
    await expectNoFaults(page)
    await page.getByRole('table', { name: 'Lots' }).getByRole('link', { name: 'OLD' }).click()
    await headed(page, 'Lot OLD')
    const went = page.getByRole('region', { name: 'Where it went' })
    const self = went.getByRole('listitem').filter({ hasText: 'This lot' }).first()
    await self.getByRole('listitem').filter({ hasText: 'Became' }).waitFor()
    expect(await went.getByRole('link', { name: 'Hospoda' }).count()).toBe(2)
    await page.getByRole('region', { name: 'Where it came from' }).getByRole('link', { name: /^PR/ }).waitFor()
    expect(await page.getByRole('table', { name: 'Recall list' }).getByRole('row').count()).toBe(3)
    await expectNoFaults(page)
    await page.emulateMedia({ media: 'print' })
    expect(await page.getByRole('navigation').isVisible()).toBe(false)
    expect(await page.locator('.told').first().isVisible()).toBe(true)
    expect((await page.pdf({ format: 'A4' })).length).toBeGreaterThan(1_000)
    await page.emulateMedia({ media: 'screen' })
  }

  /** Input beside output, and how the cost is shared before it is confirmed. */
  async function repack(book: StockAccount, page: Page) {
    const half = await book.item({ name: 'Sáček' })
    await go(page, '/console/test/repacks')
    await page.getByText('No repacks yet').waitFor()
    await expectNoFaults(page)
    await page.keyboard.press('c')
    await headed(page, 'New repack')
    const fill = async (side: string, name: string, quantity: string) => {
      const lines = page.getByRole('table', { name: side })
      await choose(page, lines.getByRole('combobox', { name: 'Item' }), name)
      await lines.getByRole('textbox', { name: 'Quantity' }).fill(quantity)
    }
    // What is said of a whole side is called as the page calls it, and leads there.
    await page.getByRole('button', { name: 'Create repack' }).click()
    await page.getByRole('alert').getByRole('button', { name: 'Goes in' }).click()
    await page.locator('[aria-label="Goes in"] input:focus').waitFor()
    await fill('Goes in', 'Slad', '4')
    // A row with a lot alone is not dropped; what it lacks is said of it, though a row before it is empty.
    const made = page.getByRole('table', { name: 'Comes out' })
    await page.getByRole('region', { name: 'Comes out' }).getByRole('button', { name: 'Add line' }).click()
    await made.getByRole('textbox', { name: 'Lot number' }).last().fill('S-1')
    await page.getByRole('button', { name: 'Create repack' }).click()
    const invalid = made.getByRole('textbox', { name: 'Quantity' }).and(page.locator('[aria-invalid="true"]'))
    // The alert of the refusal before is still there.
    await invalid.first().waitFor()
    expect(await invalid.count()).toBe(1)
    expect(await made.getByRole('textbox', { name: 'Quantity' }).last().getAttribute('aria-invalid')).toBe('true')
    await made.getByRole('button', { name: 'Remove line' }).last().click()
    await fill('Comes out', 'Sáček', '8')
    await expectNoFaults(page, { refused: [422] })
    await page.getByRole('button', { name: 'Create repack' }).click()
    await headed(page, /^PB/)
    const output = page.getByRole('table', { name: 'Comes out' })
    await output.getByRole('cell', { name: '8.00' }).waitFor()
    await expectNoFaults(page, { refused: [422] })
    const dialog = await confirm(page, 'Confirm repack')
    await dialog.getByRole('table', { name: 'What is posted' }).getByRole('cell', { name: '−8.00' }).waitFor()
    await page.keyboard.press('Enter')
    await dialog.waitFor({ state: 'detached' })
    expect((await book.level(half)).value).toBe('8.00')
    await takenBack(page)
    expect((await book.level(half)).value).toBe('0.00')
  }

  /** An Enter held down since the menu keeps it as it is. A repack has no events, so it shows no history. */
  async function takenBack(page: Page) {
    const dialog = page.getByRole('dialog', { name: 'Cancel repack' })
    const ask = async () => {
      await page.getByRole('button', { name: 'More actions' }).click()
      const entry = page.getByRole('menuitem', { name: 'Cancel repack' })
      await entry.hover()
      // While a menu opens it still moves the focus; a key that comes before the entry has it goes elsewhere.
      await entry.and(page.locator('[data-highlighted]:focus')).waitFor()
      await page.keyboard.press('Enter')
      await dialog.locator('button[type=submit]:not([aria-disabled])').waitFor()
    }
    await ask()
    await page.keyboard.press('Enter')
    await dialog.waitFor({ state: 'detached' })
    await page.locator('header').getByText('Confirmed').waitFor()
    expect(await page.getByRole('tab', { name: 'History' }).count()).toBe(0)
    await ask()
    await dialog.getByRole('button', { name: 'Cancel repack' }).click()
    await page.locator('header').getByText('Cancelled').waitFor()
  }
})

/** Five of an old lot, then five of a new one. */
async function twoLots(book: StockAccount): Promise<string> {
  const item = await book.item()
  for (const [lot, expiry] of [
    ['OLD', '2027-02-01'],
    ['NEW', '2027-01-01'],
  ] as const) {
    const { body } = await book.receipt([{ item, quantity: '5', price: '2', lot, expiry }])
    await book.act(`/goods-receipts/${body.id}`, 'confirm')
  }
  return item
}
