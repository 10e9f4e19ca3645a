/** The wire shapes of the import of recipes. */
import { Type } from 'typebox'
import type { ProblemRow } from '../../../../contract/problems.ts'
import { described, ExternalRef, OneOf, Shape, type Static, Text, Uuid } from '../../../../contract/schema.ts'
import { maxIngredients } from '../limits.ts'
import { RecipeDetail } from '../schema.ts'
import { fileFormats } from './model.ts'

const largestBytes = 1024 * 1024

export const RecipeImport = Shape({
  format: OneOf(fileFormats),
  content: Type.String({ minLength: 1, maxLength: largestBytes, description: 'The file as text, at most 1 MiB.' }),
  item_id: described<string>(Uuid, 'What is brewed: an active production_item in a unit of volume.'),
  name: Type.Optional(described<string>(Text(1, 200), "The file's by default.")),
  index: Type.Optional(
    Type.Integer({ minimum: 0, maximum: 10_000, default: 0, description: 'Which recipe of the file, from 0.' }),
  ),
  mapping: Type.Optional(
    Type.Array(Shape({ name: Text(1, 200), item_id: Uuid }), {
      maxItems: maxIngredients,
      description: 'Which item an ingredient of the file is; others are found by the name of the item.',
    }),
  ),
  external_ref: Type.Optional(ExternalRef),
})
export type RecipeImport = Static<typeof RecipeImport>

export const RecipeImported = Shape({
  ...RecipeDetail.properties,
  ignored: Type.Array(Type.String(), { description: 'Paths in the file that were not read, each once.' }),
})

/** Characters are counted by the schema, bytes here. */
export const tooManyBytes = ({ content }: Record<string, unknown>): ProblemRow[] =>
  typeof content === 'string' && content.length <= largestBytes && Buffer.byteLength(content) > largestBytes
    ? [{ field: 'content', code: 'not_allowed', message: 'The file has more than 1 MiB.' }]
    : []
