/** BeerJSON and BeerXML as programs write them, as people break them, and as somebody would send them to hurt us. */
import { describe, expect, test } from 'vitest'
import { amountOf, platoOf } from '../../src/domains/brewery/recipes/import/amounts.ts'
import { gravityOf } from '../../src/domains/brewery/recipes/import/figures.ts'
import type { FileReading, RecipeFile } from '../../src/domains/brewery/recipes/import/model.ts'
import { readRecipeFile } from '../../src/domains/brewery/recipes/import/read-file.ts'
import { decimal, plain, round } from '../../src/lib/decimal.ts'
import { beerJson, beerXml } from '../support/recipe-files.ts'

const read = (format: RecipeFile['format'], content: string, index = 0) => readRecipeFile({ format, content, index })
const recipeOf = (reading: FileReading) => {
  expect(reading).toMatchObject({ ok: true })
  return reading.ok ? reading.recipe! : undefined!
}

describe('amounts', () => {
  test.each([
    ['0.1', 'kg', '0.1'],
    ['250', 'g', '0.25'],
    ['1', 'lb', '0.45359237'],
    ['1', 'oz', '0.028349523125'],
    ['5', 'GAL', '18.92705892'],
    ['3', 'tsp', '0.01478676478125'],
    ['1', 'bbl', '117.347765304'],
    ['1', 'ibbl', '163.65924'],
    ['11', 'litres', '11'],
    ['4.5e-2', 'kg', '0.045'],
    ['1,5', 'kg', '1.5'],
    ['.5', 'kg', '0.5'],
    ['2', 'pkg', '2'],
  ])('%s %s are %s of the base unit, exactly', (value, unit, quantity) => {
    expect(amountOf(value, unit)?.quantity).toBe(quantity)
  })

  test.each([
    ['0', 'kg'],
    ['-1', 'kg'],
    ['a lot', 'kg'],
    ['1', 'stone'],
    ['1', undefined],
    [undefined, 'kg'],
    ['1.000.000,5', 'kg'],
    ['9'.repeat(400), 'kg'],
    ['1e999', 'kg'],
    ['1e99999 kg', 'kg'],
  ])('%s %s are none', (value, unit) => {
    expect(amountOf(value, unit)).toBeUndefined()
  })

  test('1.048 is 11.91 °P; brix is °P; 12 and 1048 without a unit are told by their size', () => {
    const shown = (value: string, unit?: string) => plain(round(gravityOf(value, unit)!, 2))
    expect(plain(platoOf(decimal('1')))).toBe('-0.003')
    expect([shown('1.048', 'sg'), shown('1.048'), shown('1048')]).toEqual(['11.91', '11.91', '11.91'])
    expect([shown('12.5', 'brix'), shown('12.5', 'plato'), shown('12.5')]).toEqual(['12.5', '12.5', '12.5'])
  })
})

describe('BeerJSON', () => {
  test('a whole file: figures, ingredients in their phases, steps, and what was not read', () => {
    const reading = read('beerjson', beerJson())
    expect(recipeOf(reading)).toEqual({
      name: 'Bohemian Pilsner',
      batch_volume_l: '18.927',
      og_plato: '11.91',
      fg_plato: '3.1',
      abv: '5.1',
      ibu: '35.5',
      ebc: '7.9',
      boil_minutes: 90,
      ingredients: [
        {
          name: 'Pilsner Malt',
          quantity: '4.5359237',
          dimension: 'weight',
          phase: 'brewing',
          use: 'mash',
          minutes: null,
        },
        { name: 'Saaz', quantity: '0.0425242846875', dimension: 'weight', phase: 'brewing', use: 'boil', minutes: 60 },
        {
          name: 'Saaz',
          quantity: '0.03',
          dimension: 'weight',
          phase: 'fermentation',
          use: 'fermentation',
          minutes: 4320,
        },
        {
          name: 'Gelatin',
          quantity: '0.00492892159375',
          dimension: 'volume',
          phase: 'packaging',
          use: 'package',
          minutes: null,
        },
        { name: 'W-34/70', quantity: '2', dimension: 'count', phase: 'brewing', use: null, minutes: null },
      ],
      steps: [
        { name: 'Protein rest', kind: 'mash', temperature_c: '52', minutes: 15 },
        { name: 'Saccharification', kind: 'mash', temperature_c: '67.22', minutes: 60 },
        { name: 'Primary', kind: 'fermentation', temperature_c: '10', minutes: 20160 },
      ],
      notes: 'Decoct twice.',
    })
    const ignored = reading.ok ? reading.ignored : []
    expect(ignored).toEqual(expect.arrayContaining(['type', 'efficiency', 'ingredients.hop_additions.alpha_acid']))
    expect(ignored).not.toContain('name')
  })

  test('in the wild: no frame, names in capitals, numbers as texts, amounts missing', () => {
    const wild = {
      Recipes: [
        {
          NAME: ' Wild ',
          Batch_Size: { Value: '20', Unit: 'L' },
          original_gravity: '1.050',
          ingredients: {
            fermentable_additions: [
              { name: 'Malt', amount: { value: '5,5', unit: 'KG' } },
              { name: 'Nothing' },
              null,
              7,
            ],
          },
        },
      ],
    }
    const reading = read('beerjson', `\uFEFF${JSON.stringify(wild)}`)
    expect(recipeOf(reading)).toMatchObject({
      name: 'Wild',
      batch_volume_l: '20',
      og_plato: '12.39',
      fg_plato: null,
      steps: [],
    })
    expect(recipeOf(reading).ingredients).toMatchObject([{ name: 'Malt', quantity: '5.5' }])
    expect(reading.ok && reading.ignored).toContain('ingredients.fermentable_additions')
  })

  test('numbers are exact, however many digits they have', () => {
    const content = beerJson().replace('"value":10,', '"value":12345678901234567.123456789,').replace('"lb"', '"kg"')
    expect(recipeOf(read('beerjson', content)).ingredients[0]!.quantity).toBe('12345678901234567.123456789')
  })

  test('figures out of range are left out and told', () => {
    const content = beerJson().replace('"value":1.048,', '"value":1.9,').replace('"value":35.5', '"value":1e9')
    const reading = read('beerjson', content)
    expect(recipeOf(reading)).toMatchObject({ og_plato: null, ibu: null })
    expect(reading.ok && reading.ignored).toEqual(expect.arrayContaining(['original_gravity', 'ibu_estimate']))
  })

  test('figures that are no numbers, and steps past the last we keep, are told', () => {
    const step = { name: 'Rest', step_temperature: { value: 52, unit: 'C' }, step_time: { value: 5, unit: 'min' } }
    const content = JSON.parse(beerJson())
    const [recipe] = content.beerjson.recipes
    recipe.original_gravity = { value: 'twelve', unit: 'plato' }
    recipe.final_gravity = { value: 0, unit: 'plato' }
    recipe.alcohol_by_volume = { value: 'NaN', unit: '%' }
    recipe.color_estimate = { value: 8, unit: 'parsec' }
    recipe.mash.mash_steps = [{ ...step, step_time: { value: 'long', unit: 'min' } }, ...Array(60).fill(step)]
    const reading = read('beerjson', JSON.stringify(content))
    expect(recipeOf(reading)).toMatchObject({ og_plato: null, fg_plato: null, abv: null, ebc: null })
    expect(recipeOf(reading).steps).toHaveLength(50)
    const ignored = reading.ok ? reading.ignored : []
    expect(ignored).toEqual(
      expect.arrayContaining([
        'original_gravity',
        'alcohol_by_volume',
        'color_estimate',
        'mash.mash_steps.step_time',
        'mash.mash_steps',
        'fermentation.fermentation_steps',
      ]),
    )
    expect(ignored).not.toContain('final_gravity')
    expect(ignored).not.toContain('mash.mash_steps.name')
  })

  test('no text of it has NUL or half a letter', () => {
    const reading = read(
      'beerjson',
      beerJson().replace('Bohemian', '\\u0000Bo\\ud800hemian').replace('"type"', '"ty\\u0000\\udc00pe"'),
    )
    expect(recipeOf(reading).name).toBe('Bo\ufffdhemian Pilsner')
    expect(JSON.stringify(reading)).not.toMatch(/\\u0000|\\ud/)
  })
})

describe('BeerXML', () => {
  test('a whole file: figures, ingredients in their phases, steps', () => {
    const reading = read('beerxml', beerXml())
    expect(recipeOf(reading)).toEqual({
      name: 'Ležák & spol.',
      batch_volume_l: '20',
      og_plato: '11.91',
      fg_plato: '3.07',
      abv: '5',
      ibu: '32.1',
      ebc: '16.7',
      boil_minutes: 90,
      ingredients: [
        { name: 'Plzeňský slad', quantity: '4.5', dimension: 'weight', phase: 'brewing', use: null, minutes: null },
        { name: 'ŽPČ', quantity: '0.045', dimension: 'weight', phase: 'brewing', use: 'boil', minutes: 60 },
        { name: 'Citra', quantity: '0.03', dimension: 'weight', phase: 'fermentation', use: 'dry_hop', minutes: 4320 },
        { name: 'Irish Moss', quantity: '0.005', dimension: 'weight', phase: 'brewing', use: 'boil', minutes: 15 },
        { name: 'Dub', quantity: '0.01', dimension: 'volume', phase: 'lagering', use: 'secondary', minutes: null },
        { name: 'Cukr', quantity: '0.12', dimension: 'weight', phase: 'packaging', use: 'bottling', minutes: null },
        { name: 'W-34/70', quantity: '0.023', dimension: 'weight', phase: 'fermentation', use: null, minutes: null },
      ],
      steps: [{ name: 'Rmut', kind: 'mash', temperature_c: '67', minutes: 60 }],
      notes: 'Dvakrát rmutovat.',
    })
    expect(reading.ok && reading.ignored).toEqual(expect.arrayContaining(['STYLE', 'HOPS.HOP.ALPHA', 'WATERS']))
  })

  test('in the wild: small letters, namespaces, one recipe alone, values with units, amounts missing', () => {
    const wild = `<recipe xmlns="urn:mine" xmlns:x="urn:other"><name>Wild</name><x:batch_size>25,5</x:batch_size>
      <est_og>12.5 Plato</est_og><est_color>20 EBC</est_color>
      <fermentables><fermentable><name>Malt</name><amount>5.1 kg</amount></fermentable>
      <fermentable><name>Nothing</name><amount>0</amount></fermentable></fermentables></recipe>`
    const reading = read('beerxml', wild)
    expect(recipeOf(reading)).toMatchObject({ name: 'Wild', batch_volume_l: '25.5', og_plato: '12.5', ebc: '20' })
    expect(recipeOf(reading).ingredients).toMatchObject([{ name: 'Malt', quantity: '5.1' }])
    expect(reading.ok && reading.ignored).toContain('fermentables.fermentable')
  })

  test('figures that are no numbers, and steps past the last we keep, are told', () => {
    const step = '<MASH_STEP><NAME>Rest</NAME><STEP_TEMP>52</STEP_TEMP><STEP_TIME>5</STEP_TIME></MASH_STEP>'
    const content = `<RECIPES><RECIPE><NAME>Odd</NAME><BATCH_SIZE>plenty</BATCH_SIZE><OG>high</OG><FG>0</FG>
      <BOIL_TIME>an hour</BOIL_TIME><IBU>1e99</IBU><MASH><MASH_STEPS>${step.repeat(51)}</MASH_STEPS></MASH>
      </RECIPE></RECIPES>`
    const reading = read('beerxml', content)
    expect(recipeOf(reading)).toMatchObject({ batch_volume_l: null, og_plato: null, fg_plato: null, ibu: null })
    expect(recipeOf(reading).steps).toHaveLength(50)
    expect(reading.ok && reading.ignored).toEqual(['BATCH_SIZE', 'OG', 'IBU', 'BOIL_TIME', 'MASH.MASH_STEPS.MASH_STEP'])
  })

  test('one of several recipes, by its place', () => {
    const two = `<RECIPES>${beerXml()
      .replace(/^[\s\S]*<RECIPES>/, '')
      .replace('</RECIPES>', '')}<RECIPE><NAME>Second</NAME></RECIPE></RECIPES>`
    expect(recipeOf(read('beerxml', two, 1)).name).toBe('Second')
    expect(read('beerxml', two, 2)).toMatchObject({ ok: true, recipe: null, count: 2 })
  })
})

const laughs = Array.from({ length: 9 }, (_, index) => `<!ENTITY l${index + 1} "${`&l${index};`.repeat(10)}">`).join('')
const hostile: [string, RecipeFile['format'], string][] = [
  ['nothing', 'beerjson', ' '],
  ['no JSON', 'beerjson', '{"beerjson":'],
  ['a text', 'beerjson', '"beerjson"'],
  ['a number', 'beerjson', '7'],
  ['null', 'beerjson', 'null'],
  ['a list', 'beerjson', '[{"recipes":[]}]'],
  ['no recipe', 'beerjson', '{"beerjson":{"version":1,"recipes":[]}}'],
  ['recipes that are none', 'beerjson', '{"beerjson":{"recipes":[null,1,"x",[]]}}'],
  ['XML as JSON', 'beerjson', beerXml()],
  ['no number', 'beerjson', '{"recipes":[{"batch_size":{"value":NaN,"unit":"l"}}]}'],
  ['depth', 'beerjson', `{"recipes":${'['.repeat(500_000)}${']'.repeat(500_000)}}`],
  ['depth of objects', 'beerjson', `{"recipes":${'{"a":'.repeat(100_000)}1${'}'.repeat(100_000)}}`],
  ['quotes', 'beerjson', `"${'\\"'.repeat(500_000)}`],
  ['a prototype', 'beerjson', '{"__proto__":{"recipes":[{"name":"x"}]},"constructor":1}'],
  ['nothing', 'beerxml', ' '],
  ['no XML', 'beerxml', 'RECIPE'],
  ['JSON as XML', 'beerxml', beerJson()],
  ['an open element', 'beerxml', '<RECIPES><RECIPE>'],
  ['no recipe', 'beerxml', '<RECIPES/>'],
  [
    'entities',
    'beerxml',
    `<!DOCTYPE r [<!ENTITY l0 "ha">${laughs}]><RECIPES><RECIPE><NAME>&l9;</NAME></RECIPE></RECIPES>`,
  ],
  [
    'an entity of outside',
    'beerxml',
    '<!DOCTYPE r [<!ENTITY x SYSTEM "file:///etc/passwd">]><RECIPE><NAME>&x;</NAME></RECIPE>',
  ],
  ['an entity nobody declared', 'beerxml', '<RECIPE><NAME>&nbsp;</NAME></RECIPE>'],
  ['depth', 'beerxml', `${'<RECIPES>'.repeat(50_000)}${'</RECIPES>'.repeat(50_000)}`],
  ['elements', 'beerxml', `<RECIPE>${'<A/>'.repeat(250_000)}</RECIPE>`],
  ['half a letter', 'beerxml', '<RECIPE><NAME>&#xD800;</NAME></RECIPE>'],
]

describe('hostile files', () => {
  test.each(hostile)('%s, sent as %s, is told as not readable', (_, format, content) => {
    expect(read(format, content)).toMatchObject({ ok: false, detail: expect.stringMatching(/^[A-Z].*\.$|^[A-Z].*:/s) })
  })

  test.each([
    ['many members', `{"recipes":[{${Array.from({ length: 50_000 }, (_, index) => `"m${index}":1`).join()}}]}`],
    [
      'many ingredients',
      `{"recipes":[{"ingredients":{"hop_additions":[${'{"name":"a","amount":{"value":1,"unit":"g"}},'.repeat(20_000)}1]}}]}`,
    ],
    ['many numbers', `{"recipes":[{"a":[${'1,'.repeat(400_000)}1]}]}`],
  ])('%s are read within bounds', (_, content) => {
    const reading = read('beerjson', content)
    expect(reading.ok).toBe(true)
    expect(reading.ok && reading.ignored.length).toBeLessThanOrEqual(200)
    expect(recipeOf(reading).ingredients.length).toBeLessThanOrEqual(201)
  })
})
