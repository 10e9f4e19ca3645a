/** Recipes: how a production item is brewed, in versions that never change. */
import { beforeAll, describe, expect, test } from 'vitest'
import { useService } from '../support/service.ts'
import { settingsOf } from '../support/settings.ts'
import { faultsOf, nobody, type StockAccount, stockAccount } from '../support/stock.ts'

const service = useService()
let book: StockAccount
let beer: string
let malt: string
let hops: string
beforeAll(async () => {
  book = await stockAccount(service)
  beer = await book.item({ name: 'Ležák 12°', item_type: 'production_item', unit: { unit_code: 'l' } })
  malt = await book.item({ name: 'Plzeňský slad', item_type: 'brew_material' })
  hops = await book.item({ name: 'Žatecký červeňák', item_type: 'brew_material', recipe_unit: { unit_code: 'g' } })
})

const ofMalt = () => ({ item_id: malt, quantity: '420', unit: { unit_code: 'kg' } })
const recipeOf = (body: object = {}) => ({
  name: 'Ležák',
  item_id: beer,
  batch_volume_l: '2100',
  ingredients: [ofMalt()],
  ...body,
})
const add = async (body: object = {}) => {
  const reply = await book.api.post('/recipes', recipeOf(body))
  expect(reply.status, reply.text).toBe(201)
  return reply
}

describe('POST /recipes', () => {
  test('201: everything is kept, in its order; no event', async () => {
    const before = await book.eventTypes()
    const reply = await add({
      name: 'Ležák dvanáctka',
      batch_volume_l: '2100.500',
      og_plato: '12.00',
      fg_plato: '3.1',
      abv: '4.9',
      ibu: '32.5',
      ebc: '12',
      boil_minutes: 90,
      ingredients: [
        { ...ofMalt(), use: 'mash', notes: 'drtit 1,2 mm' },
        { item_id: hops, quantity: '1250.5', unit: { unit_code: 'g' }, use: 'boil', minutes: 60 },
        { item_id: hops, quantity: '2', unit: { unit_code: 'kg' }, phase: 'lagering', use: 'dry_hop' },
      ],
      steps: [{ name: 'Vystírka', kind: 'mash', temperature_c: '52.0', minutes: 15 }, { name: 'Rmut' }],
      notes: 'Dvourmutový postup',
      external_ref: { system: 'brewfather', id: 'r-1' },
    })
    const { id, code, created_at, updated_at, ingredients, ...rest } = reply.body
    expect(reply.headers.location).toBe(`/api/v1/recipes/${id}`)
    expect(reply.headers.etag).toBe('W/"1"')
    expect(code).toMatch(/^REC\d{5}$/)
    expect(rest).toEqual({
      object: 'recipe',
      name: 'Ležák dvanáctka',
      item: { id: beer, code: expect.any(String), name: 'Ležák 12°' },
      version: 1,
      batch_volume_l: '2100.5',
      og_plato: '12',
      fg_plato: '3.1',
      abv: '4.9',
      ibu: '32.5',
      ebc: '12',
      boil_minutes: 90,
      steps: [
        { name: 'Vystírka', kind: 'mash', temperature_c: '52', minutes: 15 },
        { name: 'Rmut', kind: null, temperature_c: null, minutes: null },
      ],
      notes: 'Dvourmutový postup',
      external_ref: { system: 'brewfather', id: 'r-1' },
      is_active: true,
      livemode: false,
    })
    expect(updated_at).toBe(created_at)
    expect(ingredients).toMatchObject([
      { object: 'recipe_ingredient', sort_order: 1, item: { id: malt }, quantity: '420', unit: { code: 'kg' } },
      {
        sort_order: 2,
        quantity: '1250.5',
        unit: { code: 'g' },
        phase: 'brewing',
        use: 'boil',
        minutes: 60,
        notes: null,
      },
      { sort_order: 3, quantity: '2', unit: { code: 'kg' }, phase: 'lagering', use: 'dry_hop', minutes: null },
    ])
    expect((await book.api.get(`/recipes/${id}`)).body).toEqual(reply.body)
    expect((await book.api.get('/recipes/by-external-ref/brewfather/r-1')).body).toEqual(reply.body)
    expect(await book.eventTypes()).toEqual(before)
  })

  test('201: what is left out is null, or none; 200: the same reference again with on_conflict=return', async () => {
    const { body } = await add({ external_ref: { system: 'own', id: 'twice' } })
    expect(body).toMatchObject({ og_plato: null, ebc: null, boil_minutes: null, steps: [], notes: null })
    const again = await book.api.post('/recipes?on_conflict=return', recipeOf({ external_ref: body.external_ref }))
    expect([again.status, again.body.id]).toEqual([200, body.id])
    const taken = await book.api.post('/recipes', recipeOf({ external_ref: body.external_ref }))
    expect(taken.body).toMatchObject({ status: 409, code: 'external_ref_conflict', existing_id: body.id })
  })

  test('422 validation_failed: a row for each item that cannot be used', async () => {
    const delivery = await book.item({ name: 'Doprava', item_type: 'service' })
    const old = await book.item({ name: 'Starý slad', is_active: false })
    const of = (item_id: string) => ({ ...ofMalt(), item_id })
    const body = recipeOf({ item_id: malt, ingredients: [of(delivery), ofMalt(), of(old), of(nobody)] })
    const reply = await book.api.post('/recipes', body)
    const fields = ['item_id', 'ingredients[0].item_id', 'ingredients[2].item_id', 'ingredients[3].item_id']
    expect(faultsOf(reply)).toEqual(fields.map(field => `${field} invalid_reference`).sort())
  })

  test.each([
    ['a production item kept in pieces', { item_type: 'production_item', unit: { unit_code: 'pcs' } }],
    ['one that is not active', { item_type: 'production_item', unit: { unit_code: 'l' }, is_active: false }],
    ['a packed one', { item_type: 'other', unit: { unit_code: 'l' } }],
  ])('422 validation_failed: %s is not brewed', async (_, item) => {
    const reply = await book.api.post('/recipes', recipeOf({ item_id: await book.item(item) }))
    expect(faultsOf(reply)).toEqual(['item_id invalid_reference'])
  })

  test('422 unit_mismatch: with the unit recipes expect of the item', async () => {
    const inUnit = (item_id: string, unit_code: string) =>
      recipeOf({ ingredients: [{ ...ofMalt(), item_id, unit: { unit_code } }] })
    const reply = await book.api.post('/recipes', inUnit(hops, 'dkg'))
    const problem = { status: 422, code: 'unit_mismatch', field: 'ingredients[0].unit' }
    expect(reply.body).toMatchObject({ ...problem, expected_unit: { code: 'g' } })
    expect((await book.api.post('/recipes', inUnit(malt, 'g'))).body).toMatchObject({
      ...problem,
      expected_unit: { code: 'kg' },
    })
    expect((await book.api.post('/recipes', inUnit(malt, 'stone'))).body).toMatchObject({ code: 'unit_not_available' })
  })

  test('422 quantity_scale: more places than the unit has', async () => {
    const reply = await book.api.post('/recipes', recipeOf({ ingredients: [{ ...ofMalt(), quantity: '1.2345' }] }))
    expect(reply.body).toMatchObject({ code: 'quantity_scale', field: 'ingredients[0].quantity' })
  })

  test('422 validation_failed: limits, all at once', async () => {
    const reply = await book.api.post('/recipes', {
      name: '',
      item_id: beer,
      batch_volume_l: '0',
      og_plato: '40.01',
      fg_plato: '1.234',
      abv: '101',
      ibu: '12.34',
      ebc: '-1',
      boil_minutes: 601,
      ingredients: [],
      steps: [{}],
      notes: 'n'.repeat(4001),
    })
    const fields = ['abv', 'batch_volume_l', 'boil_minutes', 'ebc', 'fg_plato', 'ibu', 'ingredients', 'name', 'notes']
    const told = reply.body.errors.map(({ field }: { field: string }) => field)
    expect(told.sort()).toEqual([...fields, 'og_plato', 'steps[0].name'])
  })
})

describe('GET /recipes', () => {
  test('200: filters, and no ingredients in lists', async () => {
    const other = await book.item({ name: 'Stout', item_type: 'production_item', unit: { unit_code: 'hl' } })
    const { body } = await add({
      name: 'Ovesný stout',
      item_id: other,
      is_active: false,
      external_ref: { system: 'own', id: 'stout' },
    })
    const { ingredients, steps, ...listed } = body
    const of = async (query: string) => (await book.api.get(`/recipes?${query}`)).body.data
    for (const query of [
      `item_id=${other}`,
      'is_active=false',
      'search=ovesny',
      `search=${body.code}`,
      'external_ref=own:stout',
    ]) {
      expect(await of(query), query).toEqual([listed])
    }
    expect(await of(`item_id=${other}&is_active=true`)).toEqual([])
    expect((await of(`updated_since=${body.updated_at}`)).map(({ id }: { id: string }) => id)).toContain(body.id)
  })
})

describe('PATCH /recipes/{id}', () => {
  test('200: name, notes, is_active; 412: another version than the one known', async () => {
    const { body } = await add({ notes: 'old' })
    const reply = await book.api.patch(
      `/recipes/${body.id}`,
      { name: 'Nový', notes: null, is_active: false },
      { headers: { 'if-match': 'W/"1"' } },
    )
    expect(reply.body).toMatchObject({
      name: 'Nový',
      notes: null,
      is_active: false,
      version: 1,
      ingredients: body.ingredients,
    })
    expect(reply.headers.etag).toBe('W/"2"')
    const same = await book.api.patch(`/recipes/${body.id}`, { name: 'Nový' })
    expect(same.headers.etag).toBe('W/"2"')
    const stale = await book.api.patch(`/recipes/${body.id}`, { name: 'X' }, { headers: { 'if-match': 'W/"1"' } })
    expect(stale.body).toMatchObject({ status: 412, code: 'stale_version' })
    const figure = await book.api.patch(`/recipes/${body.id}`, { og_plato: '13' })
    expect(figure.body).toMatchObject({ code: 'unknown_field' })
  })
})

describe('/recipes/{id}/versions', () => {
  test('201: a new version is the newest, the older ones stay as they were', async () => {
    const { body: first } = await add({ og_plato: '12', notes: 'first', steps: [{ name: 'Rmut' }] })
    const path = `/recipes/${first.id}`
    const reply = await book.api.post(`${path}/versions`, {
      batch_volume_l: '1000',
      ingredients: [{ item_id: hops, quantity: '700', unit: { unit_code: 'g' } }],
    })
    expect(reply.status, reply.text).toBe(201)
    expect(reply.headers.location).toBe(`/api/v1${path}`)
    expect(reply.headers.etag).toBe('W/"2"')
    expect(reply.body).toMatchObject({ version: 2, batch_volume_l: '1000', og_plato: null, notes: 'first', steps: [] })
    expect(reply.body.ingredients).toMatchObject([{ item: { id: hops }, quantity: '700' }])
    expect((await book.api.get(path)).body).toEqual(reply.body)
    const one = (await book.api.get(`${path}/versions/1`)).body
    expect(one).toMatchObject({
      object: 'recipe_version',
      recipe_id: first.id,
      version: 1,
      og_plato: '12',
      notes: 'first',
    })
    expect([one.ingredients, one.steps]).toEqual([first.ingredients, first.steps])
    const { data } = (await book.api.get(`${path}/versions?limit=1`)).body
    expect(data).toMatchObject([{ version: 2, notes: null }])
    const page = await book.api.get(`${path}/versions`)
    expect(page.body.data.map(({ version }: { version: number }) => version)).toEqual([2, 1])
  })

  test('201: notes that are sent become those of the recipe', async () => {
    const { body } = await add({ notes: 'first' })
    const { body: next } = await book.api.post(`/recipes/${body.id}/versions`, {
      batch_volume_l: '1',
      ingredients: [ofMalt()],
      notes: 'second',
    })
    expect(next.notes).toBe('second')
    expect((await book.api.get(`/recipes/${body.id}/versions/1`)).body.notes).toBe('first')
  })

  test('404 not_found: a version that is none; 412: a version made of another than the one known', async () => {
    const { body } = await add()
    for (const version of ['2', '0', 'x', '99999999999', '1.0']) {
      expect((await book.api.get(`/recipes/${body.id}/versions/${version}`)).body).toMatchObject({ code: 'not_found' })
    }
    expect((await book.api.get(`/recipes/${nobody}/versions`)).body).toMatchObject({ code: 'not_found' })
    const next = { batch_volume_l: '1', ingredients: [ofMalt()] }
    const stale = await book.api.post(`/recipes/${body.id}/versions`, next, { headers: { 'if-match': 'W/"9"' } })
    expect(stale.body).toMatchObject({ code: 'stale_version' })
  })

  test('200 with dry_run: shows the version and keeps nothing', async () => {
    const { body } = await add()
    const next = { batch_volume_l: '1', ingredients: [ofMalt()] }
    const tried = await book.api.post(`/recipes/${body.id}/versions?dry_run=true`, next)
    expect(tried.body).toMatchObject({ version: 2 })
    expect((await book.api.get(`/recipes/${body.id}`)).body).toEqual(body)
  })
})

describe('what a recipe shows and uses', () => {
  const rename = (id: string, body: object) => book.api.patch(`/items/${id}`, body)

  test('200: names of items are those of now, in every version, each under an ETag of its own', async () => {
    const [lager, wheat] = [
      await book.item({ name: 'Lager', item_type: 'production_item', unit: { unit_code: 'l' } }),
      await book.item({ name: 'Wheat' }),
    ]
    const { body } = await add({ item_id: lager, ingredients: [{ ...ofMalt(), item_id: wheat }] })
    const path = `/recipes/${body.id}`
    const next = await book.api.post(`${path}/versions`, { batch_volume_l: '1', ingredients: [ofMalt()] })
    expect(next.headers.etag).toBe('W/"2"')
    await rename(wheat, { name: 'Wheat malt' })
    const first = await book.api.get(`${path}/versions/1`)
    expect([first.headers.etag, first.body.ingredients[0].item.name]).toEqual(['W/"3"', 'Wheat malt'])
    await rename(lager, { name: 'Pilsner' })
    const recipe = await book.api.get(path)
    expect([recipe.headers.etag, recipe.body.item.name]).toEqual(['W/"4"', 'Pilsner'])
    expect(recipe.body.updated_at > next.body.updated_at).toBe(true)
    await rename(hops, { brand: 'Bohemia Hop' })
    expect((await book.api.get(path)).headers.etag).toBe('W/"4"')
  })

  test('200: a unit of recipes is shown as it is called now; its decimals cannot become fewer', async () => {
    const unit = { code: 'hrst', symbol: 'hrst', name_cs: 'hrst', name_en: 'handful', dimension: 'weight' } as const
    const handful = { ...unit, base_unit_code: 'kg', to_base_factor: '0.05', decimals: 1 }
    await book.apply({ units: [handful] })
    const herb = await book.item({ name: 'Bylinky', recipe_unit: { unit_code: 'hrst' } })
    const { body } = await add({ ingredients: [{ item_id: herb, quantity: '1.5', unit: { unit_code: 'hrst' } }] })
    await book.apply({ units: [{ ...handful, symbol: 'hr.' }] })
    const reply = await book.api.get(`/recipes/${body.id}`)
    expect([reply.headers.etag, reply.body.ingredients[0].unit.symbol]).toEqual(['W/"2"', 'hr.'])
    const settings = await settingsOf(service, book.tenant)
    expect(await settings.refuse({ units: [{ ...handful, decimals: 0 }] })).toEqual([
      'units hrst: Its decimals cannot become fewer: quantities are written in it.',
    ])
  })

  test('409 conflict: neither the unit nor the type of what recipes rely on can change', async () => {
    const lager = await book.item({ name: 'Lager', item_type: 'production_item', unit: { unit_code: 'l' } })
    const rye = await book.item({ name: 'Rye', item_type: 'brew_material' })
    await add({ item_id: lager, ingredients: [{ ...ofMalt(), item_id: rye }] })
    const relied: [string, object][] = [
      [lager, { unit: { unit_code: 'hl' } }],
      [lager, { item_type: 'other' }],
      [rye, { unit: { unit_code: 'g' } }],
      [rye, { item_type: 'service' }],
    ]
    for (const [id, change] of relied) {
      expect((await rename(id, change)).body, JSON.stringify(change)).toMatchObject({
        code: 'conflict',
        detail: expect.stringContaining('a recipe'),
      })
    }
    expect((await rename(rye, { item_type: 'other', recipe_unit: { unit_code: 'g' } })).status).toBe(200)
  })

  test('200: open batches follow the name of their recipe', async () => {
    const { body } = await add({ name: 'Ležák A' })
    const { body: batch } = await book.api.post('/batches', { recipe_id: body.id })
    expect(batch).toMatchObject({ recipe: { name: 'Ležák A', version: 1 }, planned_volume_l: '2100' })
    await book.api.patch(`/recipes/${body.id}`, { name: 'Ležák B' })
    const reply = await book.api.get(`/batches/${batch.id}`)
    expect([reply.headers.etag, reply.body.recipe.name]).toEqual(['W/"2"', 'Ležák B'])
  })
})
