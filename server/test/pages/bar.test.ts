/** A bartender's evening on a tablet, in Czech: the session, the taps, sales in a few taps, a lost line, the close. */
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { roles } from '../../src/contract/scopes.ts'
import { type Counter, counterIn } from '../support/counter.ts'
import { describePages, expectFits, expectNoFaults, go, photograph } from '../support/pages.ts'
import { changeUser } from '../support/person.ts'
import type { Told } from '../support/sales.ts'
import { stockAccount } from '../support/stock.ts'
import { type TapRoom, tapRoomIn } from '../support/taps.ts'

/** Browsers write a line about each refused call: these were asked for. */
const provoked = { refused: [422] }

const tablet = { width: 820, height: 1180, locale: 'cs-CZ', hasTouch: true }

describePages('the bar', pages => {
  /** A room with three kegs, bottles and pretzels, served by somebody with the rights of a bartender alone. */
  async function begin() {
    const account = await stockAccount(pages.service)
    const [shop, room] = [await counterIn(account), await tapRoomIn(account)]
    await room.filled('3', '745')
    await shop.received(shop.bottle, '24', '20', { unit: 'pcs' })
    await changeUser(pages.service, account.tenant.slug, { role: 'bartender', rights: roles.bartender.scopes })
    return { shop, room }
  }
  /** The sale of its desk. */
  const atDesk = ({ desk, tenant }: Counter, look: object = tablet) =>
    pages.signedIn(tenant, `/console/test/bar/${desk.id}`, look)

  const salesOf = async ({ api }: Counter | TapRoom): Promise<Told[]> =>
    (await api.get('/pos-sales?limit=50')).body.data
  const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { name }).last().waitFor()
  const press = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).first().tap()
  const dialogButton = (page: Page, name: string | RegExp) =>
    page.getByRole('dialog').getByRole('button', { name }).tap()

  test('opens the session, taps a keg, sells in five taps at most, refunds, splits a payment, and closes the day', async () => {
    const { shop } = await begin()
    const { page } = await pages.signedIn(shop.tenant, '/console/test/bar', tablet)
    await heading(page, 'Výčep')
    const links = await page.getByRole('navigation', { name: 'Hlavní' }).getByRole('link').allTextContents()
    expect(links).toEqual(expect.arrayContaining(['Přehled', 'Partneři', 'Položky', 'Výčep', 'Obaly']))
    const others = ['Objednávky', 'Faktury', 'Stav skladu', 'Příjemky', 'Várky', 'API klíče', 'Nastavení']
    expect(links.filter(link => others.includes(link))).toEqual([])
    await expectNoFaults(page)
    await page.getByRole('link', { name: /MAIN/ }).tap()
    await press(page, 'Směna')
    await page.getByRole('textbox', { name: 'Hotovost v zásuvce' }).fill('1000')
    await expectNoFaults(page)
    await press(page, 'Otevřít směnu')
    await page.getByRole('region', { name: 'Průběžný stav X' }).waitFor()
    await expectNoFaults(page)

    await press(page, 'Pípy')
    await page.getByText('Nic není naraženo').waitFor()
    await press(page, 'Narazit sud')
    await page.getByRole('radio').first().tap()
    await expectNoFaults(page)
    await dialogButton(page, 'Narazit sud')
    await page.getByText('zbývá 30 l z 30 l').waitFor()
    await expectNoFaults(page)
    await photograph(page, 'bar-taps')

    await press(page, 'Prodej')
    await page.getByRole('button', { name: /0,5 l.*55,00/ }).waitFor()
    let taps = 0
    const tap = async (name: string | RegExp) => {
      taps += 1
      await page.getByRole('button', { name }).last().tap()
    }
    await tap(/0,5 l.*55,00/)
    await tap(/Ležák 0,5 l 38,90/)
    await page.getByRole('region', { name: 'Účet' }).getByText('97,00').waitFor()
    await photograph(page, 'bar-basket')
    await expectNoFaults(page)
    await tap('Hotově')
    await page.getByRole('dialog', { name: 'Platba hotově' }).waitFor()
    await expectNoFaults(page)
    await tap('100')
    await heading(page, /^Zaplaceno/)
    expect(taps).toBeLessThanOrEqual(5)
    await page.getByText('3,00', { exact: false }).first().waitFor()
    await photograph(page, 'bar-paid')
    await expectNoFaults(page)
    const [sale] = await salesOf(shop)
    expect(sale).toMatchObject({ status: 'settled', totals: { deposit: '3.00', payable: '97.00' } })
    expect(sale!.payments).toMatchObject([{ method: 'cash', tendered: '100.00', change: '3.00' }])

    await page.getByRole('link', { name: 'Zobrazit prodej' }).tap()
    await heading(page, sale!.number)
    await expectNoFaults(page)
    await press(page, 'Vrátit peníze')
    const dialog = page.getByRole('dialog', { name: 'Vrátit peníze' })
    await dialog.getByText('97,00').waitFor()
    await expectNoFaults(page)
    // Of chosen lines nothing comes back yet; too much of one is told at that one.
    await dialog.getByText('Vybrané řádky').tap()
    await dialog.getByText('–', { exact: true }).waitFor()
    await dialog
      .getByRole('textbox', { name: /^Množství/ })
      .last()
      .fill('9')
    const wrong = dialog.locator('[aria-invalid]')
    await wrong.waitFor()
    expect(await wrong.inputValue()).toBe('9')
    await expectFits(page, provoked)
    await dialog.getByText('Všechno, co zbývá').tap()
    await dialog.getByText('97,00').waitFor()
    await dialog.getByRole('button', { name: 'Vrátit peníze' }).tap()
    await dialog.waitFor({ state: 'detached' })
    await page.getByText('Vrácení', { exact: true }).waitFor()
    const [refund] = await salesOf(shop)
    expect(refund).toMatchObject({ kind: 'refund', refund_of_id: sale!.id, totals: { payable: '-97.00' } })
    await go(page, '/console/test/bar/sales')
    await heading(page, 'Prodeje')
    await page.getByRole('link', { name: refund!.number }).waitFor()
    await expectNoFaults(page, provoked)

    await go(page, `/console/test/bar/${shop.desk.id}`)
    await tap(/0,5 l.*55,00/)
    await tap('Hotově')
    await page.getByRole('textbox', { name: 'Jiná přijatá částka' }).fill('50')
    await page.getByText('Méně, než je k úhradě.').waitFor()
    await page.getByRole('textbox', { name: 'Z toho kartou' }).fill('99')
    await page.getByText(/^Kartou méně než celý účet/).waitFor()
    await page.getByRole('textbox', { name: 'Z toho kartou' }).fill('20')
    await page.getByText('Zbývá hotově').waitFor()
    await expectFits(page, provoked)
    await tap(/Přesně.*35,00/)
    await heading(page, /^Zaplaceno/)
    expect((await salesOf(shop))[0]!.payments).toMatchObject([
      { method: 'card', amount: '20.00' },
      { method: 'cash', amount: '35.00' },
    ])

    await go(page, `/console/test/bar/${shop.desk.id}?view=session`)
    await press(page, 'Uzavřít směnu')
    await page.getByRole('textbox', { name: 'Spočítaná hotovost' }).fill('1025')
    await page.getByRole('textbox', { name: 'Odvod ze zásuvky' }).fill('2000')
    await page.getByText('Více, než bylo spočítáno.').waitFor()
    await page.getByRole('textbox', { name: 'Odvod ze zásuvky' }).fill('')
    await page.getByRole('dialog').getByText('Hotovost chybí.').waitFor()
    await expectFits(page, provoked)
    await dialogButton(page, 'Uzavřít směnu')
    const report = page.getByRole('region', { name: 'Uzávěrka Z' })
    await report.getByText('−10,00').waitFor()
    await photograph(page, 'bar-z-report')
    await expectFits(page, provoked)
    const [session] = (await shop.api.get('/cash-desk-sessions')).body.data
    expect(session).toMatchObject({ status: 'closed', counted_cash: '1025.00', difference: '-10.00' })
    await go(page, `/console/test/bar/sessions/${session.id}`)
    await heading(page, session.number)
    await page.getByRole('region', { name: 'Uzávěrka Z' }).waitFor()
    await expectNoFaults(page, provoked)
  })

  test('a sale that is not settled is, and one whose answer is lost waits loudly, survives a reload, and is recorded once', async () => {
    const { shop, room } = await begin()
    await room.tapped()
    await sellUnsettled(shop)
    const { page } = await atDesk(shop)
    await settleAgain(shop, page)
    await page.getByRole('button', { name: /0,5 l.*55,00/ }).tap()
    await press(page, 'Hotově')
    // The service hears the sale; its answer never arrives.
    await page.route(/\/pos-sales$/, async route => {
      await route.fetch()
      await route.abort('connectionreset')
    })
    await dialogButton(page, /^Přesně/)
    const alarm = page.getByRole('alert')
    await alarm.getByText('Prodej čeká na odpověď').waitFor()
    await alarm.getByText('55,00').waitFor()
    await page.reload()
    await alarm.getByText('Prodej čeká na odpověď').waitFor()
    expect(await page.getByRole('button', { name: /0,5 l.*55,00/ }).getAttribute('aria-disabled')).toBe('true')
    // Pressed before the line is back: then it tries by itself, too, and the button may be gone.
    const tried = page.waitForRequest(/\/pos-sales$/)
    await press(page, 'Zkusit hned')
    await tried
    // What is on its way gets no answer either.
    await page.unrouteAll({ behavior: 'wait' })
    await heading(page, /^Zaplaceno/)
    await alarm.waitFor({ state: 'detached' })
    expect(await salesOf(shop)).toMatchObject([{ status: 'settled', totals: { payable: '55.00' } }, {}])
    await page.getByText('Ťukněte na to, co si host dává.').waitFor({ state: 'detached' })
    await press(page, 'Nový prodej')
    await page.getByText('Ťukněte na to, co si host dává.').waitFor()
    await sellToTheEnd(page)

    // The service is away for a while: what could not be read says so, and is read as soon as there are answers.
    await page.route(/\/api\/v1\//, route => route.abort('connectionrefused'))
    await press(page, 'Směna')
    await page.getByRole('alert').getByText('Služba není dostupná').waitFor()
    await page.getByText(/^Služba neodpovídá/).waitFor()
    await page.unrouteAll({ behavior: 'wait' })
    await page.getByRole('button', { name: 'Otevřít směnu' }).waitFor()
    await page.getByText(/^Služba neodpovídá/).waitFor({ state: 'detached' })
    // A basket that was kept holds something that is not sold here any more, and a line no version can read.
    await press(page, 'Prodej')
    await press(page, /0,5 l.*55,00/)
    await page.getByRole('button', { name: 'Hotově' }).waitFor()
    await page.evaluate(`
      const key = Object.keys(localStorage).find(key => key.includes('.basket.'))
      const { lines: [line], ...basket } = JSON.parse(localStorage.getItem(key))
      const gone = { ...line, item: { ...line.item, id: ${JSON.stringify(shop.desk.id)} } }
      localStorage.setItem(key, JSON.stringify({ ...basket, lines: [line, gone, {}] }))`)
    await page.reload()
    await page.getByText(/^Z účtu ubylo.*0,5 l/).waitFor()
    await page.getByRole('region', { name: 'Účet' }).getByText('55,00').last().waitFor()
    // What a bartender may not see names the right that is missing, in place of a list or a record.
    for (const path of ['/orders', `/orders/${shop.desk.id}`]) {
      await go(page, `/console/test${path}`)
      await page.getByRole('alert').getByText('sales:read').waitFor()
      expect(await page.getByRole('button').and(page.locator('main *')).count()).toBe(0)
    }
  })

  /** More than a keg can give is told by name; of one the book has at its end a glass is still sold. */
  async function sellToTheEnd(page: Page) {
    await press(page, /0,5 l.*55,00/)
    await press(page, /^1 × .*: množství a sleva/)
    const many = page.getByRole('textbox', { name: /^Množství/ })
    await many.fill('99')
    await dialogButton(page, 'Změnit')
    await page.getByText(/^Na pípě není dost: .*0,5 l/).waitFor()
    await press(page, /^99 × .*: množství a sleva/)
    await many.fill('59')
    await dialogButton(page, 'Změnit')
    await page
      .getByText(/3\s245,00/)
      .first()
      .waitFor()
    await press(page, 'Kartou')
    await dialogButton(page, 'Zaplaceno')
    await heading(page, /^Zaplaceno/)
    await page.getByText('Na pípě nic nezbývá').first().waitFor()
    await press(page, /0,5 l.*55,00/)
    await press(page, 'Kartou')
    await dialogButton(page, 'Zaplaceno')
    await heading(page, /^Zaplaceno 55,00/)
    await press(page, 'Nový prodej')
  }

  /** What is paid and not settled is red at the desk, and settled from there once the goods are booked. */
  async function sellUnsettled(shop: Counter) {
    const offline = { offline: true, sold_at: new Date(pages.service.clock()).toISOString() }
    const lines = [shop.pretzels('2', { unit_price: '25' })]
    await shop.sell({ ...offline, external_ref: { system: 'till', id: '1' }, lines, ...shop.cash('50.00') })
  }
  async function settleAgain(shop: Counter, page: Page) {
    const alarm = page.getByRole('region', { name: '1 prodej je zaplacený, ale nevypořádaný' })
    await alarm.waitFor()
    await photograph(page, 'bar-unsettled')
    await expectNoFaults(page)
    await alarm.getByRole('button', { name: 'Vypořádat znovu' }).tap()
    await alarm.getByRole('alert').waitFor()
    await shop.received(shop.pretzel, '10', '5', { unit: 'pcs' })
    await alarm.getByRole('button', { name: 'Vypořádat znovu' }).tap()
    await alarm.waitFor({ state: 'detached' })
    expect(await salesOf(shop)).toMatchObject([{ status: 'settled' }])
    await expectFits(page, { refused: [409] })
  }

  test('a bill that is paid in two tabs at once is one sale', async () => {
    const { shop, room } = await begin()
    await room.tapped()
    const { page } = await atDesk(shop)
    await press(page, /0,5 l.*55,00/)
    const other = await page.context().newPage()
    await other.goto(page.url())
    const exact = (tab: Page) => tab.getByRole('dialog').getByRole('button', { name: /^Přesně.*55/ })
    for (const tab of [page, other]) {
      await press(tab, 'Hotově')
      await exact(tab).waitFor()
    }
    // The dialog of the slower one may close before it is pressed.
    const pay = (tab: Page) => exact(tab).dispatchEvent('click', {}, { timeout: 2_000 })
    await Promise.allSettled([pay(page), pay(other)])
    await Promise.race([page, other].map(tab => heading(tab, /^Zaplaceno/)))
    for (const tab of [page, other]) await tab.getByRole('dialog').waitFor({ state: 'detached' })
    await other.reload()
    await other.getByText('Ťukněte na to, co si host dává.').waitFor()
    expect(await salesOf(shop)).toHaveLength(1)
    await press(other, /0,5 l.*55,00/)
    await press(other, 'Kartou')
    await dialogButton(other, 'Zaplaceno')
    await heading(other, /^Zaplaceno/)
    expect(await salesOf(shop)).toHaveLength(2)
  })

  test('on a phone the basket is at the thumb; empties are taken back and paid out of the drawer', async () => {
    const { shop } = await begin()
    const { page, person } = await atDesk(shop, { width: 360, height: 740, hasTouch: true })
    await page.getByRole('button', { name: /Ležák 0,5 l CZK 38.90/ }).tap()
    await press(page, /Basket: 1 CZK 42\.00/)
    await press(page, /One more/)
    await page.getByText('CZK 84.00').first().waitFor()
    await photograph(page, 'bar-phone')
    await expectNoFaults(page)
    // Many are typed, with a discount; the guest pays later, and a reload keeps what they had.
    await press(page, /^2 × .*: quantity and discount/)
    await page.getByRole('textbox', { name: /^Quantity/ }).fill('3')
    await page.getByRole('textbox', { name: 'Discount in %' }).fill('10')
    await expectNoFaults(page)
    await dialogButton(page, 'Change')
    await page.getByText('CZK 105.03').waitFor()
    await press(page, 'Set aside')
    await page.getByRole('textbox', { name: 'Table or name' }).fill('Table 4')
    await dialogButton(page, 'Set aside')
    await page.getByText('Tap what the guest wants.').waitFor()
    // Of the next bill only empties are left. It outlives its tab, and is not lost when another one is taken up.
    await press(page, 'Back to the items')
    await page.getByRole('button', { name: /Ležák 0,5 l CZK 38.90/ }).tap()
    await press(page, /^Basket: 1/)
    await press(page, 'Add empties')
    await page.getByRole('textbox', { name: 'Pieces: Lahev' }).fill('2')
    await dialogButton(page, 'Close')
    await press(page, /^Remove/)
    await page.getByText('Nothing is sold on this bill yet.').waitFor()
    await page.evaluate('sessionStorage.clear()')
    await page.reload()
    await press(page, 'Basket: 0')
    await page.getByRole('button', { name: 'Empties: 2' }).waitFor()
    const later = page.getByRole('group', { name: 'Bills set aside' })
    await later.getByRole('button', { name: 'Table 4 (3)' }).tap()
    await later.getByRole('button', { name: 'Bill 1 (0)' }).waitFor()
    await page.getByRole('heading', { name: 'Table 4' }).waitFor()
    await expectNoFaults(page)
    await press(page, 'Card')
    await dialogButton(page, 'Paid')
    await heading(page, /^Paid CZK 114\.03/)
    const [paid] = await salesOf(shop)
    expect(paid).toMatchObject({ payments: [{ method: 'card', amount: '114.03' }] })
    expect((await shop.api.get(`/pos-sales/${paid!.id}`)).body.lines).toMatchObject([{ discount_pct: '10' }])
    await press(page, 'Empties')
    await page.getByRole('textbox', { name: 'Pieces: Lahev' }).fill('2')
    await page.getByText('CZK 6.00').last().waitFor()
    await expectNoFaults(page)
    // A low tablet scrolls; it does not cut kinds of empties off.
    await page.setViewportSize({ width: 1024, height: 420 })
    const cut = `document.querySelector('.pieces').scrollHeight - document.querySelector('.pieces').clientHeight`
    expect(await page.evaluate(cut)).toBe(0)
    await page.getByRole('textbox', { name: 'Pieces: Lahev' }).fill('200')
    await page.getByText('At most CZK 500.00 is paid out to somebody unknown. Choose the customer.').waitFor()
    await page.getByRole('textbox', { name: 'Pieces: Lahev' }).fill('2')
    await page.getByText('CZK 6.00').last().waitFor()
    await expectFits(page, provoked)
    await press(page, 'Take back')
    await page.getByText(/^Return .* recorded$/).waitFor()
    const [made] = (await person.get('/packaging-returns')).body.data
    expect(made).toMatchObject({ cash_desk: { id: shop.desk.id }, totals: { refund: '6.00' } })
  })
})
