/** An order as the office makes it: typed by keyboard, rehearsed, confirmed, seen in another tab. */
import type { Page, Request } from 'playwright-core'
import { expect, test } from 'vitest'
import { describePages, expectFits, expectNoFaults, go } from '../support/pages.ts'
import { type SalesBook, salesBook } from '../support/sales.ts'

describePages('orders', pages => {
  const opened = async ({ tenant }: SalesBook, path = '/orders', look = {}) =>
    (await pages.signedIn(tenant, `/console/test${path}`, look)).page
  const headed = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name }).waitFor()

  /** A row is a card, and the head is for screen readers alone. What is too wide all the same moves by itself. */
  async function expectCards(page: Page, name: string) {
    const seen: object = await page.evaluate(`(() => {
      const table = document.querySelector('table[aria-label="${name}"]')
      const head = table.tHead.offsetHeight
      const rows = [...table.tBodies[0].rows].map(row => getComputedStyle(row).display)
      table.style.minWidth = '2000px'
      const { scrollWidth, clientWidth } = table.parentElement
      const isPageStill = document.documentElement.scrollWidth <= innerWidth
      table.style.minWidth = ''
      return { head, rows, moves: scrollWidth > clientWidth, isPageStill }
    })()`)
    expect(seen).toEqual({ head: 1, rows: ['grid'], moves: true, isPageStill: true })
  }

  const provoked = { refused: [422] }

  test('by keyboard alone: from the empty list to a confirmed order, and no fault on the way', async () => {
    const book = await salesBook(pages.service)
    const page = await opened(book)
    await headed(page, 'Orders')
    await page.getByText('No orders yet').waitFor()
    await expectNoFaults(page)
    await page.keyboard.press('c')
    await headed(page, 'New order')
    await page.keyboard.type('Hosp')
    await page.getByRole('option', { name: /Hospoda/ }).waitFor()
    await page.keyboard.press('Enter')
    const lines = page.getByRole('table', { name: 'Lines' })
    await lines.getByRole('combobox', { name: 'Item' }).focus()
    await page.keyboard.type('Sud')
    await page.getByRole('option', { name: /Sud/ }).waitFor()
    await page.keyboard.press('Enter')
    await lines.getByRole('textbox', { name: 'Quantity' }).focus()
    // Why there is no total is told beside it, before anybody saves.
    await page.keyboard.type('3.00000009')
    await page.getByText(/^Not counted:/).waitFor()
    await expectNoFaults(page, provoked)
    for (let count = 0; count < 9; count++) await page.keyboard.press('Backspace')
    await page.getByRole('region', { name: 'Totals' }).getByText('CZK 363.00').waitFor()
    await page.getByText(/^Not counted:/).waitFor({ state: 'detached' })
    await page.keyboard.press('Control+s')
    await page.getByRole('heading', { level: 1, name: /^OBJ/ }).and(page.locator(':focus')).waitFor()
    await page.getByRole('button', { name: 'Confirm order' }).waitFor()
    await page.keyboard.press('a')
    const dialog = page.getByRole('dialog', { name: 'Confirm order' })
    await dialog.getByRole('region', { name: 'What will happen' }).getByText('Confirmed', { exact: true }).waitFor()
    await expectNoFaults(page, provoked)
    await page.keyboard.press('Enter')
    await dialog.waitFor({ state: 'detached' })
    await page.locator('header').getByText('Confirmed').waitFor()
    await page.locator('h1:focus').waitFor()
    await expectNoFaults(page, provoked)
    const { data } = (await book.api.get('/orders')).body
    expect(data).toMatchObject([{ status: 'confirmed', origin: 'manual', totals: { incl_vat: '363.00' } }])
  })

  test('seven tabs of one browser all load; a change made elsewhere is on them by itself, in the list and in the record', async () => {
    const book = await salesBook(pages.service)
    const order = await book.order([book.line('2')])
    const page = await opened(book, `/orders/${order.id}`)
    await headed(page, order.number)
    let list = page
    for (let count = 2; count <= 7; count++) {
      list = await pages.tab(page, '/console/test/orders')
      await list.getByRole('cell', { name: 'Draft' }).waitFor()
    }
    await book.act(`/orders/${order.id}`, 'confirm')
    await list.getByRole('cell', { name: 'Confirmed' }).waitFor()
    await page.locator('header').getByText('Confirmed').waitFor()
    // The tab that follows the log leaves; the next one goes on from the last event, so that nothing is read anew.
    const following = (request: Request) => request.url().includes('/events/stream')
    const taken = page.context().waitForEvent('request', { predicate: following })
    await page.goto(`${pages.service.address}/api/v1/health`)
    expect(Number((await taken).headers()['last-event-id'])).toBeGreaterThan(1)
    await book.act(`/orders/${order.id}`, 'cancel')
    await list.getByRole('cell', { name: 'Cancelled' }).waitFor()
  })

  test('a form that heard of a change of somebody else does not save over it', async () => {
    const book = await salesBook(pages.service)
    const partner = (await book.api.post('/partners', { name: 'Hospoda U Lípy', is_customer: true })).body
    const page = await opened(book, `/partners/${partner.id}`)
    await headed(page, partner.name)
    await page.keyboard.press('e')
    await page.getByRole('textbox', { name: 'Phone' }).fill('603 000 111')
    const heard = page.waitForResponse(
      reply => reply.url().endsWith(`/partners/${partner.id}`) && reply.request().method() === 'GET',
    )
    await book.api.patch(`/partners/${partner.id}`, { phone: '777 111 222' })
    await (await heard).finished()
    await page.waitForTimeout(300)
    await page.getByRole('button', { name: 'Save' }).click()
    const conflict = page.getByRole('dialog', { name: 'Changed meanwhile' })
    await conflict.getByRole('cell', { name: '777 111 222' }).waitFor()
    await expectNoFaults(page, { refused: [412] })
    await conflict.getByRole('button', { name: 'Save mine over theirs' }).click()
    await conflict.waitFor({ state: 'detached' })
    expect((await book.read(`/partners/${partner.id}`)).now.phone).toBe('603 000 111')
  })

  test('a draft: changed by somebody else meanwhile, its actions and its history', async () => {
    const book = await salesBook(pages.service)
    const order = await book.order([book.line('2')])
    const page = await opened(book, `/orders/${order.id}`)
    await headed(page, order.number)
    // Esc leaves the form, and asks first when something was changed.
    await page.keyboard.press('e')
    await page.locator('main form :focus').waitFor()
    await page.keyboard.press('Escape')
    await page.locator('h1:focus').waitFor()
    await page.keyboard.press('e')
    await page.getByRole('textbox', { name: 'Notes' }).fill('Mine')
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').getByRole('button', { name: 'Stay' }).click()
    await page.getByRole('textbox', { name: 'Notes' }).and(page.locator(':focus')).waitFor()
    // Theirs beside yours, and nothing is lost.
    await book.api.patch(`/orders/${order.id}`, { notes: 'Theirs', payment_method: 'card' })
    await page.getByRole('button', { name: 'Save' }).click()
    const conflict = page.getByRole('dialog', { name: 'Changed meanwhile' })
    await conflict.getByRole('cell', { name: 'Theirs' }).waitFor()
    await expectNoFaults(page, { refused: [412] })
    // Who thinks it over sees above the form what the others made of the order.
    await page.keyboard.press('Escape')
    await conflict.waitFor({ state: 'detached' })
    await page.locator('dd').getByText('Card', { exact: true }).waitFor()
    await page.getByRole('button', { name: 'Save' }).click()
    await conflict.getByRole('cell', { name: 'Theirs' }).waitFor()
    await conflict.getByRole('button', { name: 'Save mine over theirs' }).click()
    await conflict.waitFor({ state: 'detached' })
    expect((await book.read(`/orders/${order.id}`)).now.notes).toBe('Mine')

    // The dialog of an action is in the address; one that would be refused is in the menu with its reason.
    await go(page, `/console/test/orders/${order.id}?action=cancel`)
    const dialog = page.getByRole('dialog', { name: 'Cancel order' })
    await dialog.getByText('Cancelled', { exact: true }).waitFor()
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    expect(new URL(page.url()).search).toBe('')
    await go(page, `/console/test/orders/${order.id}?action=ship`)
    const refused = page.getByRole('dialog', { name: 'Ship' })
    await refused.getByRole('alert').getByText('Not possible in this state').waitFor()
    await refused.getByRole('button', { name: 'Close' }).click()
    await refused.waitFor({ state: 'detached' })
    await go(page, `/console/test/orders/${order.id}?action=nonsense`)
    await page.getByRole('button', { name: 'More actions' }).click()
    expect(await page.getByRole('dialog').count()).toBe(0)
    const ship = page.getByRole('menuitem', { name: /^Ship/ })
    expect(await ship.getAttribute('aria-disabled')).toBe('true')
    await page.keyboard.press('Escape')
    await page.getByRole('tab', { name: 'History' }).click()
    await page.getByRole('region', { name: 'History' }).waitFor()
    await expectNoFaults(page, { refused: [412] })
    await page.getByRole('tab', { name: 'JSON' }).click()
    await page.getByText(`"number": "${order.number}"`).waitFor()
    await expectNoFaults(page, { refused: [412] })
  })

  test('a line whose answer was lost on its way is added once', async () => {
    const book = await salesBook(pages.service)
    const order = await book.order([book.line('2')])
    const page = await opened(book, `/orders/${order.id}`)
    await page.getByRole('button', { name: 'Add line' }).click()
    const dialog = page.getByRole('dialog', { name: 'Add line' })
    await dialog.getByRole('combobox', { name: 'Item' }).fill('Sud')
    await page.getByRole('option', { name: /Sud/ }).click()
    await dialog.getByRole('textbox', { name: 'Quantity' }).fill('3')
    const lost = `**/orders/${order.id}/lines`
    await page.route(lost, async route => {
      await route.fetch()
      await route.abort()
    })
    await dialog.getByRole('button', { name: 'Save' }).click()
    await dialog.getByRole('alert').waitFor()
    await page.unroute(lost)
    await dialog.getByRole('button', { name: 'Save' }).click()
    await dialog.waitFor({ state: 'detached' })
    expect((await book.read(`/orders/${order.id}`)).now.lines).toHaveLength(2)
  })

  test('in Czech, on a phone', async () => {
    const book = await salesBook(pages.service)
    const order = await book.confirmed([book.line('2')])
    const page = await opened(book, '/orders', { width: 360, locale: 'cs-CZ', hasTouch: true })
    await headed(page, 'Objednávky')
    expect(await page.evaluate('document.documentElement.lang')).toBe('cs')
    await page.getByRole('button', { name: 'Potvrzená' }).click()
    await page.getByRole('link', { name: order.number }).waitFor()
    expect(new URL(page.url()).search).toBe('?status=confirmed')
    await expectCards(page, 'Objednávky')
    await page.getByRole('button', { name: 'Nabídka' }).click()
    await page.getByRole('dialog', { name: 'Nabídka' }).getByRole('link', { name: 'Přehled' }).click()
    await headed(page, 'Přehled')
    await expectFits(page)
  })
})
