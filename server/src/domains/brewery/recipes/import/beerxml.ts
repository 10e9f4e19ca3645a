/** BeerXML 1.0, and what programs make of it: names and amounts are read, the rest is skipped. */
import { amountOf, numberIn } from './amounts.ts'
import {
  colorOf,
  figure,
  gravityOf,
  keptSteps,
  nameOf,
  notesOf,
  temperatureOf,
  unitBehind,
  useOf,
  wholeFigure,
} from './figures.ts'
import type { ReadIngredient, ReadRecipe, ReadStep } from './model.ts'
import type { Place, Tree } from './tree.ts'

/** The outermost elements of that name, wherever they stand. */
export function recipesOfXml(root: Tree): readonly Tree[] {
  if (root.name.toLowerCase() === 'recipe') return [root]
  return [...root.members.values()].flat().flatMap(recipesOfXml)
}

/** The first of the members that says something: what was meant stands before what was estimated. */
function firstOf(place: Place, ...names: string[]): { name: string; text: string | undefined } {
  const found = names.map(name => ({ name, text: place.textOf(name) }))
  const isSaid = ({ text }: { text: string | undefined }) => text !== undefined
  return found.find(({ text }) => numberIn(text)?.gt(0)) ?? found.find(isSaid) ?? { name: names[0]!, text: undefined }
}

export function readBeerXml(recipe: Place): ReadRecipe {
  const og = firstOf(recipe, 'og', 'est_og')
  const fg = firstOf(recipe, 'fg', 'est_fg')
  const abv = firstOf(recipe, 'abv', 'est_abv')
  const color = firstOf(recipe, 'est_color', 'color')
  const size = recipe.textOf('batch_size')
  const ibu = recipe.textOf('ibu')
  const gravity = ({ text }: typeof og) => gravityOf(text, unitBehind(text))
  return {
    name: nameOf(recipe.textOf('name')),
    // Litres, whatever the display unit.
    batch_volume_l: figure(recipe, 'BATCH_SIZE', { kind: 'volume', text: size, value: numberIn(size) }),
    og_plato: figure(recipe, og.name.toUpperCase(), { kind: 'plato', text: og.text, value: gravity(og) }),
    fg_plato: figure(recipe, fg.name.toUpperCase(), { kind: 'plato', text: fg.text, value: gravity(fg) }),
    abv: figure(recipe, abv.name.toUpperCase(), { kind: 'percent', text: abv.text, value: numberIn(abv.text) }),
    ibu: figure(recipe, 'IBU', { kind: 'bitterness', text: ibu, value: numberIn(ibu) }),
    ebc: figure(recipe, color.name.toUpperCase(), {
      kind: 'color',
      text: color.text,
      value: colorOf(color.text, unitBehind(color.text)),
    }),
    boil_minutes: wholeFigure(recipe, 'BOIL_TIME', { kind: 'boil', value: recipe.textOf('boil_time') }),
    ingredients: ingredientsOf(recipe),
    steps: stepsOf(recipe),
    notes: notesOf(recipe.textOf('notes')),
  }
}

type Kind = 'fermentable' | 'hop' | 'misc' | 'yeast'

const lists: [list: string, kind: Kind][] = [
  ['fermentables', 'fermentable'],
  ['hops', 'hop'],
  ['miscs', 'misc'],
  ['yeasts', 'yeast'],
]

const ingredientsOf = (recipe: Place): ReadIngredient[] =>
  lists.flatMap(([list, kind]) => {
    const entries = [...recipe.all(list).flatMap(each => each.all(kind)), ...recipe.all(kind)]
    return entries.flatMap(entry => ingredientOf(entry, kind))
  })

function ingredientOf(entry: Place, kind: Kind): ReadIngredient[] {
  const isWeighed =
    kind === 'fermentable' || kind === 'hop' || /^(true|1|yes)$/i.test(entry.textOf('amount_is_weight') ?? '')
  const amount = amountOf(entry.textOf('amount'), isWeighed ? 'kg' : 'l')
  const name = nameOf(entry.textOf('name'))
  if (amount === undefined || name === '') {
    entry.ignore()
    return []
  }
  const use = useOf(entry.textOf('use'))
  const minutes = wholeFigure(entry, 'TIME', { kind: 'time', value: entry.textOf('time') })
  return [{ name, ...amount, phase: phaseOf(kind, use), use, minutes }]
}

const phases: Readonly<Record<string, ReadIngredient['phase']>> = {
  'hop dry_hop': 'fermentation',
  'misc primary': 'fermentation',
  'misc secondary': 'lagering',
  'misc bottling': 'packaging',
}

function phaseOf(kind: Kind, use: string | null): ReadIngredient['phase'] {
  if (kind === 'yeast') return 'fermentation'
  const key = `${kind} ${use}`
  return Object.hasOwn(phases, key) ? phases[key]! : 'brewing'
}

const stepsOf = (recipe: Place): ReadStep[] => {
  const places = recipe
    .all('mash')
    .flatMap(mash => mash.all('mash_steps'))
    .flatMap(list => list.all('mash_step'))
  return keptSteps(places.map(place => ({ place }))).map(readStep)
}

/** Degrees Celsius and minutes, by definition of the format. */
function readStep({ place }: { place: Place }): ReadStep {
  const warmth = place.textOf('step_temp')
  return {
    name: nameOf(place.textOf('name')) || 'mash',
    kind: 'mash',
    temperature_c: figure(place, 'STEP_TEMP', { kind: 'temperature', text: warmth, value: temperatureOf(warmth) }),
    minutes: wholeFigure(place, 'STEP_TIME', { kind: 'time', value: place.textOf('step_time') }),
  }
}
