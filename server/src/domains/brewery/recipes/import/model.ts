/** What is read from a recipe file, whatever its format. */
import type { UnitRef } from '../../../../contract/schema.ts'
import type { IngredientPhase } from '../schema.ts'

export const fileFormats = ['beerjson', 'beerxml'] as const

export interface RecipeFile {
  format: (typeof fileFormats)[number]
  content: string
  /** Which recipe of the file, from 0. */
  index: number
}

export interface ReadIngredient {
  name: string
  /** In the base unit of its dimension: kilograms, litres or pieces. Greater than 0. */
  quantity: string
  dimension: UnitRef['dimension']
  phase: IngredientPhase
  use: string | null
  minutes: number | null
}

export interface ReadStep {
  name: string
  kind: string
  temperature_c: string | null
  minutes: number | null
}

/** Figures that are missing or out of range are null. */
export interface ReadRecipe {
  name: string
  batch_volume_l: string | null
  og_plato: string | null
  fg_plato: string | null
  abv: string | null
  ibu: string | null
  ebc: string | null
  boil_minutes: number | null
  ingredients: ReadIngredient[]
  steps: ReadStep[]
  notes: string | null
}

/** `recipe` is null where the file has none at that place. */
export type FileReading =
  | { ok: true; recipe: ReadRecipe | null; count: number; ignored: string[] }
  | { ok: false; detail: string }
