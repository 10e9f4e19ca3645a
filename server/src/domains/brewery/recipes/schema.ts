/** The wire shapes of recipes and their versions. */
import { Type } from 'typebox'
import {
  Decimal,
  DecimalWithin,
  described,
  ExternalRef,
  InstantText,
  Nullable,
  OneOf,
  Patch,
  PositiveQuantity,
  Shape,
  type Static,
  Text,
  UnitInput,
  UnitRef,
  Uuid,
} from '../../../contract/schema.ts'
import { ItemRef } from '../../stock/index.ts'
import { maxIngredients, maxSteps } from './limits.ts'

const ingredientPhases = ['brewing', 'fermentation', 'lagering', 'packaging'] as const
export type IngredientPhase = (typeof ingredientPhases)[number]

const Minutes = Type.Integer({ minimum: 0, maximum: 100_000 })
const BoilMinutes = Type.Integer({ minimum: 0, maximum: 600 })

const Ingredient = Shape({
  item_id: described<string>(Uuid, 'An active item that is kept in stock.'),
  quantity: PositiveQuantity,
  unit: described<UnitInput>(UnitInput, "The item's recipe_unit, or its unit."),
  phase: Type.Optional(Type.Unsafe<IngredientPhase>({ ...OneOf(ingredientPhases), default: 'brewing' })),
  use: Type.Optional(Nullable(described<string>(Text(0, 40), 'Such as mash, boil, dry_hop.'))),
  minutes: Type.Optional(Nullable(Minutes)),
  notes: Type.Optional(Nullable(Text(0, 2000))),
})

const Step = Shape({
  name: Text(1, 200),
  kind: Type.Optional(Nullable(described<string>(Text(0, 40), 'Such as mash, boil, fermentation.'))),
  temperature_c: Type.Optional(Nullable(DecimalWithin({ least: '-20', most: '120', places: 2 }))),
  minutes: Type.Optional(Nullable(Minutes)),
})

const Plato = DecimalWithin({ least: '0', most: '40', places: 2 })

const versionFields = {
  batch_volume_l: DecimalWithin({ above: '0', places: 3 }, 'Litres that go into the first vessel.'),
  og_plato: Type.Optional(Nullable(Plato)),
  fg_plato: Type.Optional(Nullable(Plato)),
  abv: Type.Optional(Nullable(DecimalWithin({ least: '0', most: '100', places: 2 }))),
  ibu: Type.Optional(Nullable(DecimalWithin({ least: '0', most: '200', places: 1 }))),
  ebc: Type.Optional(Nullable(DecimalWithin({ least: '0', most: '200', places: 1 }))),
  boil_minutes: Type.Optional(Nullable(BoilMinutes)),
  ingredients: Type.Array(Ingredient, { minItems: 1, maxItems: maxIngredients }),
  steps: Type.Optional(Type.Array(Step, { maxItems: maxSteps, description: 'Information only.' })),
  notes: Type.Optional(Nullable(Text(0, 4000))),
}

export const VersionCreate = Shape(versionFields)
export type VersionCreate = Static<typeof VersionCreate>

const recipeFields = {
  name: Text(1, 200),
  notes: versionFields.notes,
  is_active: Type.Optional(Type.Boolean({ default: true })),
}

export const RecipeCreate = Shape({
  ...versionFields,
  ...recipeFields,
  item_id: described<string>(Uuid, 'What is brewed: an active production_item in a unit of volume.'),
  external_ref: Type.Optional(ExternalRef),
})
export type RecipeCreate = Static<typeof RecipeCreate>

export const RecipePatch = Patch(Shape(recipeFields))
export type RecipePatch = Static<typeof RecipePatch>

/** What a version says, as its recipe shows it too. */
const figures = {
  batch_volume_l: Decimal,
  og_plato: Nullable(Decimal),
  fg_plato: Nullable(Decimal),
  abv: Nullable(Decimal),
  ibu: Nullable(Decimal),
  ebc: Nullable(Decimal),
  boil_minutes: Nullable(Type.Integer()),
}

const instructions = {
  ingredients: Type.Array(
    Shape({
      object: Type.Literal('recipe_ingredient'),
      id: Uuid,
      item: ItemRef,
      quantity: Decimal,
      unit: UnitRef,
      phase: OneOf(ingredientPhases),
      use: Nullable(Type.String()),
      minutes: Nullable(Type.Integer()),
      notes: Nullable(Type.String()),
      sort_order: Type.Integer(),
    }),
  ),
  steps: Type.Array(
    Shape({
      name: Type.String(),
      kind: Nullable(Type.String()),
      temperature_c: Nullable(Decimal),
      minutes: Nullable(Type.Integer()),
    }),
  ),
}

const recipe = {
  object: Type.Literal('recipe'),
  id: Uuid,
  code: Type.String({ description: 'Assigned by the number series for recipes.' }),
  name: Type.String(),
  item: ItemRef,
  version: Type.Integer({ description: 'The newest; the figures, ingredients and steps are its.' }),
  ...figures,
  notes: Nullable(Type.String()),
  external_ref: Nullable(ExternalRef),
  is_active: Type.Boolean(),
}
const dates = { livemode: Type.Boolean(), created_at: InstantText, updated_at: InstantText }

export const Recipe = Shape({ ...recipe, ...dates })
export type Recipe = Static<typeof Recipe>

export const RecipeDetail = Shape({ ...recipe, ...instructions, ...dates })
export type RecipeDetail = Static<typeof RecipeDetail>

const version = {
  object: Type.Literal('recipe_version'),
  id: Uuid,
  recipe_id: Uuid,
  version: Type.Integer(),
  ...figures,
  notes: Nullable(Type.String()),
}
const made = { livemode: Type.Boolean(), created_at: InstantText }

export const RecipeVersion = Shape({ ...version, ...made })
export type RecipeVersion = Static<typeof RecipeVersion>

export const RecipeVersionDetail = Shape({ ...version, ...instructions, ...made })
export type RecipeVersionDetail = Static<typeof RecipeVersionDetail>

export type Instructions = Pick<RecipeDetail, 'ingredients' | 'steps'>
