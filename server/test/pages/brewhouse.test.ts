/** The brewhouse as a brewer has it: a tablet, wet hands, Czech; and the tasks that hold a batch back. */
import type { Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { type Brewhouse, brewhouse } from '../support/brewery.ts'
import { describePages, expectFits, expectNoFaults, go } from '../support/pages.ts'
import { lab, stepBook } from '../support/workflow.ts'

const tablet = { width: 820, height: 1180, locale: 'cs-CZ', hasTouch: true }

const headed = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name }).waitFor()

/** Opens the dialog of an action, does what it needs, and confirms. */
async function perform(page: Page, name: string, fill: (dialog: Locator) => Promise<void>) {
  await page.getByRole('group', { name: 'Akce' }).getByRole('button', { name }).click()
  const dialog = page.getByRole('dialog', { name })
  await fill(dialog)
  await dialog.getByText('právě vyzkoušeno, nic se neuložilo').waitFor()
  await dialog.getByRole('button', { name }).click()
  await dialog.waitFor({ state: 'detached' })
}

async function choose(page: Page, field: Locator, name: string) {
  await field.fill(name)
  await page.getByRole('option', { name }).click()
}

async function measure(page: Page, values: Record<string, string>) {
  const form = page.getByRole('region', { name: 'Nové měření' })
  const fields = Object.entries(values).map(([label, value]) => ({
    field: form.getByLabel(label, { exact: true }),
    value,
  }))
  for (const { field, value } of fields) await field.fill(value)
  await form.getByRole('button', { name: 'Uložit měření' }).click()
  await page.getByText('Změřeno:').first().waitFor()
  for (const { field } of fields) await field.and(page.locator('[value=""]')).waitFor()
}

describePages('the brewhouse', pages => {
  /** Malt in stock, three vessels. */
  const begin = async (): Promise<Brewhouse & { malt: string }> => {
    const book = await brewhouse(pages.service)
    const malt = await book.item({ name: 'Slad plzeňský', item_type: 'brew_material' })
    await book.received(malt, '900', '18')
    await book.apply({
      vessels: [
        { code: 'VARNA', name: 'Varna', kind: 'kettle', capacity_l: '1200' },
        { code: 'CKT1', name: 'CKT 1', capacity_l: '1200' },
        { code: 'LT1', name: 'Ležácký tank 1', kind: 'lager_tank', capacity_l: '1200', requires_cleaning: true },
      ],
    })
    return { ...book, malt }
  }

  test('a beer from its recipe to the kegs, by somebody who never saw it', async () => {
    const book = await begin()
    const keg = { name: 'Sud 30 l', item_type: 'base_product', unit: { unit_code: 'pcs' }, volume_l: '30' }
    await book.item({ ...keg, base_item_id: book.beer, base_item_quantity: '30' })
    const other = await book.item({ name: 'Tmavé 13°', item_type: 'production_item', unit: { unit_code: 'l' } })
    await book.item({ ...keg, name: 'Sud tmavého 30 l', base_item_id: other, base_item_quantity: '30' })
    const { page } = await pages.signedIn(book.tenant, '/console/test/recipes', tablet)
    await headed(page, 'Receptury')
    await page.getByText('Zatím žádné receptury').waitFor()
    await expectFits(page)
    await page.getByRole('link', { name: 'Nová receptura' }).first().click()
    await headed(page, 'Nová receptura')
    await page.getByRole('textbox', { name: 'Název' }).fill('Jarní ležák')
    await choose(page, page.getByRole('combobox', { name: 'Pivo' }), 'Ležák 12°')
    await page.getByRole('textbox', { name: 'Objem v litrech' }).fill('1000')
    await page.getByRole('textbox', { name: 'Původní stupňovitost v °P' }).fill('12,4')
    const ingredients = page.getByRole('table', { name: 'Suroviny' })
    await choose(page, ingredients.getByRole('combobox', { name: 'Surovina' }), 'Slad plzeňský')
    await ingredients.getByRole('textbox', { name: 'Množství' }).fill('175')
    await expectNoFaults(page)
    await page.getByRole('button', { name: 'Vytvořit recepturu' }).click()
    await headed(page, 'Jarní ležák')
    await expectFits(page)
    await page.getByRole('link', { name: 'Nová verze' }).click()
    await headed(page, 'Jarní ležák, verze 2')
    await page.getByRole('table', { name: 'Suroviny' }).getByRole('textbox', { name: 'Množství' }).fill('180')
    await page.getByRole('button', { name: 'Vytvořit verzi' }).click()
    const changes = page.getByRole('table', { name: 'Co se změnilo od verze 1' })
    await changes.getByRole('row', { name: /Slad plzeňský 175 kg 180 kg/ }).waitFor()
    await expectNoFaults(page)

    await page.getByRole('link', { name: 'Nová várka' }).click()
    await headed(page, 'Nová várka')
    await page.getByText('Prázdné pole: 1 000 l podle receptury.').waitFor()
    await page.getByRole('textbox', { name: 'Název' }).fill('Ležák na jaro')
    await expectNoFaults(page)
    await page.getByRole('button', { name: 'Vytvořit várku' }).click()
    await headed(page, /^VAR/)
    const planned = page.url()
    await go(page, '/console/test/batches')
    await page.getByRole('cell', { name: 'plán 1 000 l' }).waitFor()
    await go(page, new URL(planned).pathname)
    await headed(page, /^VAR/)

    await perform(page, 'Další fáze', async dialog => {
      await dialog.getByLabel('Nádoba').selectOption({ label: 'Varna (1 200 l)' })
    })
    await perform(page, 'Vydat suroviny', async () => {})
    await page.getByRole('tab', { name: 'Suroviny' }).click()
    const materials = page.getByRole('table', { name: 'Suroviny' })
    await materials.getByRole('link', { name: 'Slad plzeňský' }).waitFor()
    await expectFits(page)
    const [issue] = (await book.api.get('/stock-issues')).body.data
    expect((await book.act(`/stock-issues/${issue.id}`, 'confirm')).status).toBe(200)
    await materials.getByRole('cell', { name: '180 kg' }).nth(1).waitFor()
    await page.getByRole('tab', { name: 'Měření' }).click()
    await perform(page, 'Další fáze', async dialog => {
      await dialog.getByRole('radio', { name: 'Kvasí' }).isChecked()
      await dialog.getByText('Zbývá vyplnit: Nádoba, Litrů teď.').waitFor()
      // What is to be filled in has the focus, not the way back.
      await dialog.getByRole('radio', { name: 'Kvasí' }).and(page.locator(':focus')).waitFor()
      await dialog.getByLabel('Nádoba').selectOption({ label: 'CKT 1 (1 200 l)' })
      await dialog.getByLabel('Litrů teď').fill('985')
      await expectNoFaults(page)
    })
    await measure(page, { 'Stupňovitost (°P)': '12,4', 'Teplota (°C)': '9,5', pH: '5,2' })
    await measure(page, { 'Stupňovitost (°P)': '8,1', 'Teplota (°C)': '10,5' })
    await measure(page, { 'Teplota (°C)': '10,3' })
    await measure(page, { 'Teplota (°C)': '10,2' })
    await page.getByRole('button', { name: 'Stupňovitost (°P): méně' }).click()
    await measure(page, { 'Teplota (°C)': '10' })
    const curve = page.getByRole('slider', { name: 'Průběh kvašení' })
    await expect.poll(() => curve.getAttribute('aria-valuetext')).toMatch(/Stupňovitost 8\s°P, Teplota 10\s°C, pH 5,2$/)
    await curve.press('Home')
    expect(await curve.getAttribute('aria-valuetext')).toMatch(/Stupňovitost 12,4\s°P, Teplota 9,5\s°C, pH 5,2$/)
    await expectNoFaults(page)
    await page.getByRole('button', { name: 'Ukázat jako tabulku' }).click()
    await page.getByRole('table', { name: 'Průběh kvašení' }).getByRole('cell', { name: '8,1 °P' }).waitFor()
    await page.getByRole('button', { name: 'Označit jako chybné' }).first().click()
    await page.getByText('Chybné', { exact: true }).waitFor()
    await atTheBoard(page)

    await perform(page, 'Další fáze', async dialog => {
      await dialog.getByLabel('Nádoba').selectOption({ label: 'Ležácký tank 1 (1 200 l)' })
      await dialog.getByLabel('Litrů teď').fill('960')
    })
    await page.getByRole('tab', { name: 'Objemy' }).click()
    await page.getByRole('table', { name: 'Kniha litrů' }).getByRole('cell', { name: 'Suroviny' }).waitFor()
    await expectFits(page)
    await page.getByRole('tab', { name: 'Náklady' }).click()
    await page
      .getByRole('region', { name: 'Náklady' })
      .getByText(/3\s240,00/)
      .first()
      .waitFor()
    await expectFits(page)

    await page.getByRole('tab', { name: 'Výrobky' }).click()
    await page.getByText('Zatím z ní žádné pivo nevyšlo.').waitFor()
    await page.getByRole('link', { name: 'Nové stáčení' }).click()
    await headed(page, 'Nové stáčení')
    const outputs = page.getByRole('table', { name: 'Stočeno' })
    // Other beers have kegs, too: they are not offered.
    await outputs.getByRole('combobox', { name: 'Výrobek' }).fill('Sud')
    await page.getByRole('option', { name: 'Sud 30 l' }).waitFor()
    expect(await page.getByRole('option').count()).toBe(1)
    await choose(page, outputs.getByRole('combobox', { name: 'Výrobek' }), 'Sud 30 l')
    await outputs.getByRole('textbox', { name: 'Kusů' }).fill('30')
    await page.getByRole('textbox', { name: /^Z tanku/ }).fill('920')
    await page.getByRole('region', { name: 'Litry' }).getByText('20 l (2,17 %)').waitFor()
    await expectNoFaults(page)
    await page.getByRole('button', { name: 'Vytvořit stáčení' }).click()
    await headed(page, /^STA/)
    await perform(page, 'Potvrdit stáčení', async dialog => {
      await dialog.getByRole('table', { name: 'Sklad potom' }).getByRole('cell', { name: 'Sud 30 l' }).waitFor()
    })
    const [batch] = (await book.api.get('/batches')).body.data
    await page.getByRole('table', { name: 'Stočeno' }).getByRole('link', { name: batch.number }).waitFor()
    await expectNoFaults(page)
    await go(page, `/console/test/batches/${batch.id}?tab=products`)
    const lots = page.getByRole('table', { name: 'Vzniklé šarže' })
    await lots
      .getByRole('row', { name: /Sud 30 l/ })
      .getByRole('link', { name: batch.number })
      .waitFor()
    await expectFits(page)
    expect(batch).toMatchObject({ phase: 'lagering', volume_l: '40', latest: { gravity_plato: { value: '8.1' } } })
    for (const [path, name] of [
      ['batches', 'Várky'],
      ['packaging-runs', 'Stáčení'],
      ['recipes', 'Receptury'],
    ]) {
      await go(page, `/console/test/${path}`)
      await headed(page, name!)
      await page.getByRole('status').getByText('Zobrazeno: 1').waitFor()
      await expectNoFaults(page)
    }
  })

  /** The vessels as a board: what is in them, a cleaning from begin to end, and back to what ferments. */
  async function atTheBoard(page: Page) {
    await go(page, '/console/test/vessels')
    await headed(page, 'Nádoby')
    const cellar = page.getByRole('region', { name: 'Spilka a CKT' })
    await cellar.getByText('985 z 1 200 l').waitFor()
    await cellar.getByText(/Kvasí, přišla/).waitFor()
    await expectNoFaults(page)
    const tanks = page.getByRole('region', { name: 'Ležácký sklep' })
    await tanks.getByRole('button', { name: 'Začít čistit' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Začít čistit' }).click()
    await tanks.getByText('Čistí se').waitFor()
    await tanks.getByRole('link', { name: 'Ležácký tank 1' }).click()
    await headed(page, 'Ležácký tank 1')
    await perform(page, 'Dokončit čištění', async () => {})
    await page.locator('header').getByText('Volná').waitFor()
    await expectNoFaults(page)
    await go(page, '/console/test/vessels')
    await cellar.getByRole('link', { name: 'Změřit' }).click()
    const save = page.getByRole('region', { name: 'Nové měření' }).getByRole('button', { name: 'Uložit měření' })
    const bottom = async () => {
      const { y, height } = (await save.boundingBox())!
      return y + height
    }
    await expect.poll(bottom).toBeLessThanOrEqual(page.viewportSize()!.height)
  }

  test('a task is completed with a note, and lets the batch go on', async () => {
    const book = await stepBook(pages.service)
    await book.define(lab)
    const { id } = await book.lagering()
    const [first] = await book.steps(id)
    await book.drive(first.id, 'hand_over')
    const { page } = await pages.signedIn(book.tenant, `/console/test/batches/${id}`, tablet)
    await page.getByText('Nepokračuje, dokud není hotovo:').waitFor()
    await page.getByRole('link', { name: 'Úkoly' }).click()
    await headed(page, 'Úkoly')
    const tasks = page.getByRole('list', { name: 'Úkoly' })
    await tasks.getByRole('link', { name: 'Analysis' }).waitFor()
    await expectNoFaults(page)
    await tasks.getByRole('button', { name: 'Dokončit úkol' }).click()
    const dialog = page.getByRole('dialog', { name: 'Dokončit úkol' })
    await dialog.getByRole('textbox', { name: 'Poznámka' }).fill('V pořádku.')
    await dialog.getByRole('button', { name: 'Dokončit úkol' }).click()
    await tasks.getByRole('link', { name: 'Sign-off' }).click()
    await headed(page, 'Sign-off')
    await expectNoFaults(page)
    await page.getByRole('button', { name: 'Dokončit úkol' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Dokončit úkol' }).click()
    await page.locator('header').getByText('Hotový').waitFor()
    expect(await book.step(first.id)).toMatchObject({ status: 'completed', note: 'V pořádku.' })
  })
})
