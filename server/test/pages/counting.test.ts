/** A count from the first line to what is posted: on a phone, by scanner, and while the line is down. */
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { describePages, expectNoFaults } from '../support/pages.ts'
import { type StockAccount, stockAccount } from '../support/stock.ts'

describePages('counting', pages => {
  const stocked = async () => {
    const book = await stockAccount(pages.service)
    const lines = []
    for (const [name, ean] of Object.entries(goods)) {
      lines.push({ item: await book.item({ name, ean }), quantity: '10', price: '2' })
    }
    const { body } = await book.receipt(lines)
    await book.act(`/goods-receipts/${body.id}`, 'confirm')
    return book
  }
  const opened = async ({ tenant }: StockAccount, path: string, look = {}) =>
    (await pages.signedIn(tenant, `/console/test${path}`, look)).page
  const headed = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name }).waitFor()

  test('at the desk: prepared, started, differences with their value, finished; the sheet has empty boxes', async () => {
    const book = await stocked()
    const page = await opened(book, '/counts')
    await page.getByText('No counts yet').waitFor()
    await expectNoFaults(page)
    await page.getByRole('link', { name: 'New count' }).first().click()
    await headed(page, 'New count')
    // Nobody writes into the warehouses of the service itself.
    await page.getByRole('combobox', { name: 'Warehouse' }).click()
    await page.getByRole('option', { name: 'Hlavní sklad' }).waitFor()
    expect(await page.getByRole('option', { name: 'Na cestě' }).count()).toBe(0)
    await page.getByRole('combobox', { name: 'Warehouse' }).fill('Hlavní')
    await page.getByRole('option', { name: 'Hlavní sklad' }).click()
    await expectNoFaults(page)
    await page.getByRole('button', { name: 'Create count' }).click()
    await headed(page, /^IN/)
    await page.getByRole('button', { name: 'Start count' }).click()
    const starting = page.getByRole('dialog', { name: 'Start count' })
    await starting.getByText('Running', { exact: true }).waitFor()
    await starting.getByRole('button', { name: 'Start count' }).click()
    await starting.waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Print the counting sheet' }).waitFor()
    await page.getByRole('table', { name: 'Lines' }).getByRole('button', { name: 'Edit' }).first().click()
    const line = page.getByRole('dialog', { name: 'Edit' })
    await line.getByText('Slad · kg').waitFor()
    await line.getByRole('textbox', { name: 'Counted' }).fill('7,5')
    await line.getByRole('button', { name: 'Save' }).click()
    await line.waitFor({ state: 'detached' })
    await expectNoFaults(page)
    await page.emulateMedia({ media: 'print' })
    expect(await page.locator('.sheet-box').count()).toBe(3)
    expect(await page.locator('.sheet').isVisible()).toBe(true)
    expect(await page.getByRole('table', { name: 'Lines' }).isVisible()).toBe(false)
    expect((await page.pdf({ format: 'A4' })).length).toBeGreaterThan(1_000)
    await page.emulateMedia({ media: 'screen' })
    await page.getByRole('tab', { name: 'Differences' }).click()
    const differences = page.getByRole('table', { name: 'Differences' })
    await differences.getByRole('cell', { name: '−5.00' }).waitFor()
    await expectNoFaults(page)
    await page.getByRole('button', { name: 'Finish count' }).click()
    const finishing = page.getByRole('dialog', { name: 'Finish count' })
    await finishing.getByRole('table', { name: 'What is posted' }).getByText('−5.00').waitFor()
    await finishing.getByRole('button', { name: 'Finish count' }).click()
    await finishing.waitFor({ state: 'detached' })
    await page.locator('header').getByText('Closed').waitFor()
    expect((await levels(book)).Slad).toBe('7.5')
  })

  test('on a phone, with the line cut twice: nothing is lost and nothing is done twice', async () => {
    const book = await stocked()
    const { body: count } = await book.api.post('/inventory-counts', { warehouse_id: book.main })
    await book.act(`/inventory-counts/${count.id}`, 'start')
    const page = await opened(book, `/counts/${count.id}/counting`, { width: 360, height: 740, hasTouch: true })
    await headed(page, count.number)
    const shown = page.getByRole('heading', { level: 2 })
    const counted = page.getByRole('textbox', { name: 'Counted' })
    const save = page.getByRole('button', { name: 'Save and next' })
    const progress = page.getByRole('progressbar', { name: 'Counted items' })
    await shown.getByText('Slad').waitFor()
    await counted.fill('9')
    await page.getByText('1 kg less than expected').waitFor()
    await expectNoFaults(page)
    await save.click()
    await shown.getByText('Chmel').waitFor()
    // A scanner hits its keys wherever the focus is.
    await scan(page, goods.Slad)
    await shown.getByText('Slad').waitFor()
    await scan(page, goods.Chmel)
    await shown.getByText('Chmel').waitFor()

    // The line is cut; somebody types the code of another item into the search.
    await page.context().setOffline(true)
    await page.getByRole('searchbox', { name: 'Scan or search' }).focus()
    await page.keyboard.type(goods.Cukr)
    await page.keyboard.press('Enter')
    await shown.getByText('Cukr').waitFor()
    await counted.fill('11')
    await save.click()
    await page.getByText('No connection: 1 save waits, in order.').waitFor()
    await shown.getByText('Chmel').waitFor()
    await page.getByRole('link', { name: 'To the count' }).click()
    await page.getByRole('button', { name: 'Stay' }).click()

    // It comes back, and goes again before the next one.
    await page.context().setOffline(false)
    await page.getByText(/^No connection: /).waitFor({ state: 'detached' })
    await page.context().setOffline(true)
    await page.getByRole('button', { name: 'One more' }).click()
    await counted.fill('10')
    await page.keyboard.press('Enter')
    await page.getByText('No connection: 1 save waits, in order.').waitFor()
    await page.getByText('Everything is counted.').waitFor()
    expect(await progress.getAttribute('value')).toBe('3')
    await page.context().setOffline(false)
    await page.getByText(/^No connection: /).waitFor({ state: 'detached' })
    const { lines } = (await book.api.get(`/inventory-counts/${count.id}`)).body
    expect(lines.map(shownLine).toSorted()).toEqual(['Chmel 10', 'Cukr 11', 'Slad 9'])
    await page.getByRole('link', { name: 'To the count' }).click()
    await page.getByRole('tab', { name: 'Differences' }).waitFor()
  })
})

const goods = { Slad: '8590000000017', Chmel: '8590000000024', Cukr: '8590000000031' }

/** As fast as a scanner is, whatever else the machine does. */
const scan = (page: Page, code: string) =>
  page.evaluate(`for (const key of ${JSON.stringify([...code, 'Enter'])})
    document.activeElement.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }))`)

const shownLine = (line: { item: { name: string }; counted_quantity: string | null }): string =>
  `${line.item.name} ${line.counted_quantity}`

async function levels(book: StockAccount): Promise<Record<string, string>> {
  const { data } = (await book.api.get('/stock-levels')).body
  return Object.fromEntries(
    data.map(({ item, quantity }: { item: { name: string }; quantity: string }) => [item.name, quantity]),
  )
}
