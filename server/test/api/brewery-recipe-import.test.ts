/** POST /recipes/import: BeerJSON and BeerXML become recipes, with everything that is missing told at once. */
import { beforeAll, describe, expect, test } from 'vitest'
import { beerJson, beerXml } from '../support/recipe-files.ts'
import { useService } from '../support/service.ts'
import { faultsOf, nobody, type StockAccount, stockAccount } from '../support/stock.ts'
import { watchTurns } from '../support/turns.ts'

const service = useService()
let book: StockAccount
let beer: string
let yeast: string
const gram = { unit_code: 'g' }
const kilogram = { unit_code: 'kg' }
beforeAll(async () => {
  book = await stockAccount(service)
  await book.tenant.set({ rate_per_min: 100_000 })
  beer = await book.item({ name: 'Ležák', item_type: 'production_item', unit: { unit_code: 'hl' } })
  yeast = await book.item({ name: 'Kvasnice', unit: { unit_code: 'pack' } })
  await book.item({ name: 'plzeňský  SLAD', unit: kilogram })
  await book.item({ name: 'Pilsner Malt', unit: kilogram })
  await book.item({ name: 'Pilsner Malt Extra', unit: kilogram })
  await book.item({ name: 'saaz', unit: kilogram, recipe_unit: gram })
  await book.item({ name: 'ŽPČ', unit: kilogram, recipe_unit: gram })
  await book.item({ name: 'Citra', unit: kilogram })
  await book.item({ name: 'Irish Moss', unit: gram })
  await book.item({ name: 'Dub', unit: { unit_code: 'l' } })
  await book.item({ name: 'Cukr', unit: kilogram })
  await book.item({ name: 'W-34/70', unit: kilogram })
  await book.item({ name: 'Gelatin', unit: { unit_code: 'ml' } })
})

const json = (body: object = {}) => ({ format: 'beerjson', content: beerJson(), item_id: beer, ...body })
const xml = (body: object = {}) => ({ format: 'beerxml', content: beerXml(), item_id: beer, ...body })
const send = (body: object, query = '') => book.api.post(`/recipes/import${query}`, body)
const amounts = ({ ingredients }: { ingredients: { quantity: string; unit: { code: string } }[] }) =>
  ingredients.map(({ quantity, unit }) => `${quantity} ${unit.code}`)
const yeastIs = (item_id: string) => ({ mapping: [{ name: 'w-34 / 70', item_id }] })

describe('what is read', () => {
  test('201: BeerJSON, amounts in the units of recipes, rounded half up', async () => {
    const reply = await send(json({ ...yeastIs(yeast), external_ref: { system: 'file', id: 'json' } }))
    expect(reply.status, reply.text).toBe(201)
    expect(reply.headers.location).toBe(`/api/v1/recipes/${reply.body.id}`)
    const { ignored, ...recipe } = reply.body
    expect(recipe).toMatchObject({ object: 'recipe', name: 'Bohemian Pilsner', version: 1, batch_volume_l: '18.927' })
    expect(recipe).toMatchObject({ og_plato: '11.91', ebc: '7.9', boil_minutes: 90, notes: 'Decoct twice.' })
    // 10 lb = 4.5359237 kg, 1.5 oz = 42.5242846875 g, a tea spoon = 4.92892159375 ml.
    expect(amounts(recipe)).toEqual(['4.536 kg', '42.524 g', '30 g', '4.929 ml', '2 pack'])
    expect(ignored).toContain('ingredients.hop_additions.alpha_acid')
    expect((await book.api.get(`/recipes/${recipe.id}`)).body).toEqual(recipe)
    const again = await send(json({ ...yeastIs(yeast), external_ref: recipe.external_ref }), '?on_conflict=return')
    expect([again.status, again.body.id]).toEqual([200, recipe.id])
    const taken = await send(json({ ...yeastIs(yeast), external_ref: recipe.external_ref }))
    expect(taken.body).toMatchObject({ code: 'external_ref_conflict', existing_id: recipe.id })
  })

  test('201: BeerXML under a name of our own', async () => {
    const reply = await send(xml({ name: 'Dvanáctka' }))
    expect(reply.status, reply.text).toBe(201)
    expect(reply.body.name).toBe('Dvanáctka')
    expect(amounts(reply.body)).toEqual(['4.5 kg', '45 g', '0.03 kg', '5 g', '0.01 l', '0.12 kg', '0.023 kg'])
    expect(reply.body.ingredients.map(({ phase }: { phase: string }) => phase)).toEqual([
      ...['brewing', 'brewing', 'fermentation', 'brewing', 'lagering', 'packaging', 'fermentation'],
    ])
  })

  test('200 with dry_run: shows the result and keeps nothing', async () => {
    const before = (await book.api.get('/recipes?limit=200')).body.data
    const reply = await send(xml(), '?dry_run=true')
    expect(reply.body).toMatchObject({ name: 'Ležák & spol.', ignored: expect.arrayContaining(['STYLE']) })
    expect((await book.api.get('/recipes?limit=200')).body.data).toEqual(before)
  })
})

describe('what is missing', () => {
  test('422 validation_failed: every ingredient nobody knows, once, and the item, at once', async () => {
    const content = beerJson()
      .replaceAll('"Saaz"', '"Nobody\'s Hops"')
      .replace('Pilsner Malt', 'Unknown')
      .replace('W-34/70', 'Nottingham')
    const reply = await send(json({ content, item_id: nobody }))
    const rows = ['item_id invalid_reference', ...Array(3).fill('mapping required')]
    expect(faultsOf(reply)).toEqual(rows)
    const messages = reply.body.errors.map(({ message }: { message: string }) => message).join(' ')
    for (const name of ['Unknown', "Nobody's Hops", 'Nottingham']) expect(messages).toContain(`"${name}"`)
  })

  test('422 validation_failed: a name two items have, an item that is of no use, another dimension', async () => {
    await book.item({ name: 'Irish Moss', unit: kilogram })
    const delivery = await book.item({ name: 'Doprava', item_type: 'service' })
    const mapping = [
      { name: 'Citra', item_id: delivery },
      { name: 'Cukr', item_id: nobody },
      { name: 'Dub', item_id: yeast },
    ]
    const reply = await send(xml({ mapping }))
    expect(faultsOf(reply)).toEqual([
      'content not_allowed',
      'mapping required',
      'mapping[0].item_id invalid_reference',
      'mapping[1].item_id invalid_reference',
    ])
    expect(reply.text).toContain('More than one item is called')
    expect(reply.text).toContain('a volume, its item is in bal')
  })

  test('422 validation_failed: less than the smallest quantity; no batch size; no ingredients; no such recipe', async () => {
    const little = await send(
      json({ content: beerJson().replace('"value":30,', '"value":0.0001,'), ...yeastIs(yeast) }),
    )
    expect(faultsOf(little)).toEqual(['content not_allowed'])
    const empty = await send({ format: 'beerxml', content: '<RECIPE><TYPE>x</TYPE></RECIPE>', item_id: beer })
    expect(faultsOf(empty)).toEqual(['content required', 'content required', 'name required'])
    expect(faultsOf(await send(json({ index: 1 })))).toEqual(['index not_allowed'])
    const one = '{"name":"Saaz","amount":{"value":1,"unit":"g"}},'
    const crowd = `{"recipes":[{"name":"a","batch_size":{"value":1,"unit":"l"},"ingredients":{"hop_additions":[${one.repeat(201)}1]}}]}`
    expect(faultsOf(await send(json({ content: crowd })))).toEqual(['content not_allowed'])
  })

  test('422 validation_failed: the body; more than 1 MiB', async () => {
    expect(faultsOf(await send({ format: 'pdf', content: '', index: -1 }))).toEqual([
      ...['content not_allowed', 'format not_allowed', 'index not_allowed', 'item_id required'],
    ])
    expect(faultsOf(await send(json({ content: 'ž'.repeat(600_000) })))).toEqual(['content not_allowed'])
    expect(faultsOf(await send(json({ content: 'z'.repeat(1024 * 1024 + 1) })))).toEqual(['content not_allowed'])
  })
})

describe('what cannot be read', () => {
  const doctype = '<!DOCTYPE r [<!ENTITY x SYSTEM "file:///etc/passwd">]><RECIPE><NAME>&x;</NAME></RECIPE>'
  const megabyte = 1024 * 1024
  const full = (begin: string, one: string, end: string) =>
    begin + one.repeat(Math.floor((megabyte - begin.length - end.length) / one.length)) + end

  test.each([
    ['XML as JSON', json({ content: beerXml() })],
    ['JSON as XML', xml({ content: beerJson() })],
    ['no recipe', json({ content: '{"beerjson":{"version":1}}' })],
    ['an entity of outside', xml({ content: doctype })],
  ])('422 unsupported_format: %s', async (_, body) => {
    const reply = await send({ ...body, item_id: beer })
    expect(reply.body).toMatchObject({ status: 422, code: 'unsupported_format', detail: expect.any(String) })
  })

  test('422: 1 MiB of whatever; nobody else waits', async () => {
    const bodies = [
      json({ content: full('{"recipes":', '[', '') }),
      json({ content: full('{"recipes":[{"a":[', '1,', '1]}]}') }),
      json({ content: full('"', '\\"', '') }),
      json({ content: full('{"recipes":[{', '"\\u0000":1,', '"a":1}]}') }),
      xml({ content: full('<RECIPE>', '<A/>', '</RECIPE>') }),
      xml({ content: full('<RECIPE><NAME>', '&amp;', '</NAME></RECIPE>') }),
      xml({ content: full('', '<RECIPE>', '') }),
      xml({ content: full('<RECIPE ', 'a="" ', '/>') }),
    ]
    await send(bodies[0]!)
    const turns = watchTurns()
    for (const body of bodies) {
      const reply = await send(body)
      expect(reply.status, reply.text.slice(0, 200)).toBe(422)
      expect(['unsupported_format', 'validation_failed']).toContain(reply.body.code)
    }
    // The client writes and reads in this thread, too: what the service alone does is measured by worst-bodies.
    expect(turns.stop()).toBeLessThan(400)
  })

  test('201: texts of a file that no database takes are made whole', async () => {
    const content = beerJson().replace('Decoct', '\\u0000De\\ud800coct')
    const reply = await send(json({ content, ...yeastIs(yeast) }))
    expect([reply.status, reply.body.notes]).toEqual([201, 'De\ufffdcoct twice.'])
  })
})
