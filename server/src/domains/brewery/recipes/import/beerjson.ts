/** BeerJSON 1.0, and what people make of it. */
import { amountOf, numberIn } from './amounts.ts'
import { colorOf, figure, gravityOf, keptSteps, nameOf, notesOf, temperatureOf, useOf, wholeFigure } from './figures.ts'
import type { ReadIngredient, ReadRecipe, ReadStep } from './model.ts'
import type { Place, Tree } from './tree.ts'

/** Under `beerjson`, or without it. */
export function recipesOfJson(root: Tree): readonly Tree[] {
  const document = root.members.get('beerjson')?.[0] ?? root
  return (document.members.get('recipes') ?? document.members.get('recipe') ?? []).filter(hasMembers)
}

const hasMembers = ({ members }: Tree): boolean => members.size > 0

/** A value with its unit; some write the number alone. */
interface Measured {
  value: string | undefined
  unit: string | undefined
}

function measured(place: Place, name: string): Measured {
  const member = place.one(name)
  const value = member?.textOf('value')
  return { value: value ?? (member?.text || undefined), unit: member?.textOf('unit') }
}

export function readBeerJson(recipe: Place): ReadRecipe {
  const batch = measured(recipe, 'batch_size')
  const volume = amountOf(batch.value, batch.unit)
  const og = measured(recipe, 'original_gravity')
  const fg = measured(recipe, 'final_gravity')
  const abv = measured(recipe, 'alcohol_by_volume').value
  const color = measured(recipe, 'color_estimate')
  const bitterness = recipe.one('ibu_estimate')
  const ibu = bitterness?.textOf('value') ?? bitterness?.textOf('ibu') ?? bitterness?.text
  const boil = recipe.one('boil')
  const time = boil && measured(boil, 'boil_time')
  return {
    name: nameOf(recipe.textOf('name')),
    batch_volume_l: figure(recipe, 'batch_size', {
      kind: 'volume',
      text: batch.value,
      value: volume?.dimension === 'volume' ? numberIn(volume.quantity) : undefined,
    }),
    og_plato: figure(recipe, 'original_gravity', {
      kind: 'plato',
      text: og.value,
      value: gravityOf(og.value, og.unit),
    }),
    fg_plato: figure(recipe, 'final_gravity', { kind: 'plato', text: fg.value, value: gravityOf(fg.value, fg.unit) }),
    abv: figure(recipe, 'alcohol_by_volume', { kind: 'percent', text: abv, value: numberIn(abv) }),
    ibu: figure(recipe, 'ibu_estimate', { kind: 'bitterness', text: ibu, value: numberIn(ibu) }),
    ebc: figure(recipe, 'color_estimate', {
      kind: 'color',
      text: color.value,
      value: colorOf(color.value, color.unit),
    }),
    boil_minutes: boil ? wholeFigure(boil, 'boil_time', { kind: 'boil', ...time! }) : null,
    ingredients: ingredientsOf(recipe),
    steps: keptSteps([...stepsOf(recipe, 'mash'), ...stepsOf(recipe, 'fermentation')]).map(readStep),
    notes: notesOf(recipe.textOf('notes')),
  }
}

const additions = ['fermentable_additions', 'hop_additions', 'miscellaneous_additions', 'culture_additions']

function ingredientsOf(recipe: Place): ReadIngredient[] {
  const lists = recipe.one('ingredients')
  return additions.flatMap(name => (lists?.all(name) ?? []).flatMap(ingredientOf))
}

function ingredientOf(addition: Place): ReadIngredient[] {
  const { value, unit } = measured(addition, 'amount')
  const amount = amountOf(value, unit)
  const name = nameOf(addition.textOf('name'))
  if (amount === undefined || name === '') {
    addition.ignore()
    return []
  }
  const timing = addition.one('timing')
  const use = timing?.textOf('use')
  const time = timing && measured(timing, 'time')
  const minutes = timing ? wholeFigure(timing, 'time', { kind: 'time', ...time! }) : null
  return [{ name, ...amount, phase: phaseOf(use), use: useOf(use), minutes }]
}

function phaseOf(use: string | undefined): ReadIngredient['phase'] {
  if (use === 'add_to_fermentation') return 'fermentation'
  return use === 'add_to_package' ? 'packaging' : 'brewing'
}

interface StepAt {
  kind: 'mash' | 'fermentation'
  place: Place
}

/** `mash.mash_steps`, `fermentation.fermentation_steps`. */
const stepsOf = (recipe: Place, kind: StepAt['kind']): StepAt[] =>
  (recipe.one(kind)?.all(`${kind}_steps`) ?? []).map(place => ({ kind, place }))

function readStep({ kind, place }: StepAt): ReadStep {
  const warmth = kind === 'mash' ? 'step_temperature' : 'start_temperature'
  const { value, unit } = measured(place, warmth)
  return {
    name: nameOf(place.textOf('name')) || kind,
    kind,
    temperature_c: figure(place, warmth, { kind: 'temperature', text: value, value: temperatureOf(value, unit) }),
    minutes: wholeFigure(place, 'step_time', { kind: 'time', ...measured(place, 'step_time') }),
  }
}
