/** A recipe as its form holds it, and the body it becomes. */
import type { Item, RecipeVersion } from '@cellarbook/sdk'
import { queryClient, recordQuery } from '../../data/queries.ts'
import { begunLines } from '../../format/begun-lines.ts'
import { newId } from '../../format/ids.ts'
import { integerOf } from '../../patterns/bind.ts'

export type IngredientDraft = {
  /** Of the form only. */
  key: string
  item_id: string
  quantity: string
  unit_id: string
  phase: string
  use: string
  minutes: string
}

export type StepDraft = { key: string; name: string; temperature_c: string; minutes: string }

/** What a version says. */
export type VersionDraft = {
  batch_volume_l: string
  og_plato: string
  fg_plato: string
  abv: string
  ibu: string
  ebc: string
  boil_minutes: string
  notes: string
  ingredients: IngredientDraft[]
  steps: StepDraft[]
}

export type RecipeDraft = VersionDraft & { name: string; item_id: string }

export const blankIngredient = (): IngredientDraft => ({
  key: newId(),
  item_id: '',
  quantity: '',
  unit_id: '',
  phase: 'brewing',
  use: '',
  minutes: '',
})

export const blankStep = (): StepDraft => ({ key: newId(), name: '', temperature_c: '', minutes: '' })

export const blankVersion = (): VersionDraft => ({
  batch_volume_l: '',
  og_plato: '',
  fg_plato: '',
  abv: '',
  ibu: '',
  ebc: '',
  boil_minutes: '',
  notes: '',
  ingredients: [blankIngredient()],
  steps: [],
})

/** A new version begins with what the one before says. */
export const draftOf = (version: RecipeVersion): VersionDraft => ({
  batch_volume_l: version.batch_volume_l,
  og_plato: version.og_plato ?? '',
  fg_plato: version.fg_plato ?? '',
  abv: version.abv ?? '',
  ibu: version.ibu ?? '',
  ebc: version.ebc ?? '',
  boil_minutes: text(version.boil_minutes),
  notes: version.notes ?? '',
  ingredients: version.ingredients.map(({ id, item, unit, quantity, phase, use, minutes }) => ({
    key: id,
    item_id: item.id,
    quantity,
    unit_id: unit.id,
    phase,
    use: use ?? '',
    minutes: text(minutes),
  })),
  steps: version.steps.map(({ name, temperature_c, minutes }) => ({
    key: newId(),
    name,
    temperature_c: temperature_c ?? '',
    minutes: text(minutes),
  })),
})

const text = (number: number | null): string => (number === null ? '' : String(number))

/** Rows nobody filled in are not sent. */
export function bodyOfVersion({ ingredients, steps, boil_minutes, ...facts }: VersionDraft): object {
  const said = Object.fromEntries(Object.entries(facts).map(([name, value]) => [name, value === '' ? null : value]))
  return {
    ...said,
    batch_volume_l: facts.batch_volume_l,
    boil_minutes: integerOf(boil_minutes),
    ingredients: begunLines(ingredients, blankIngredient()).map(ingredient => ({
      item_id: ingredient.item_id,
      quantity: ingredient.quantity,
      unit: ingredient.unit_id ? { unit_id: ingredient.unit_id } : {},
      phase: ingredient.phase,
      use: ingredient.use || null,
      minutes: integerOf(ingredient.minutes),
    })),
    steps: begunLines(steps, blankStep()).map(({ name, temperature_c, minutes }) => ({
      name,
      temperature_c: temperature_c || null,
      minutes: integerOf(minutes),
    })),
  }
}

export const bodyOfRecipe = ({ name, item_id, ...version }: RecipeDraft): object => ({
  name,
  item_id,
  ...bodyOfVersion(version),
})

/** The unit recipes count an item in. */
export async function recipeUnitOf(itemId: string): Promise<string> {
  const { recipe_unit, unit } = (await queryClient.ensureQueryData(recordQuery<Item>(`/items/${itemId}`))).body
  return (recipe_unit ?? unit).id
}
