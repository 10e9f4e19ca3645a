/** The wire shape of the way through a batch. */
import { Type } from 'typebox'
import { Decimal, described, OneOf, Shape, type Static, Uuid } from '../../../contract/schema.ts'
import { NamedRef, TraceStep } from '../../stock/index.ts'
import { BatchListed } from '../batches/schema.ts'

export const relations = ['parent', 'child', 'blended_from', 'blended_into'] as const

const RelatedBatch = Shape(
  {
    id: Uuid,
    number: Type.String(),
    relation: OneOf(relations),
    volume_l: described<string>(Decimal, 'The litres that went from one to the other.'),
  },
  { title: 'RelatedBatch' },
)

export const BatchTrace = Shape({
  object: Type.Literal('batch_trace'),
  batch: BatchListed,
  materials: Type.Array(TraceStep, {
    description:
      'Receipts of the lots it consumed, back to their suppliers. What was consumed by batches that were split or ' +
      'blended into it is here, as far as they had it by then.',
  }),
  batches: Type.Array(RelatedBatch, { description: 'The batches it was split from, split into or blended with.' }),
  beer: Type.Array(TraceStep, { description: 'Receipts of its beer, and of that of batches that took from it.' }),
  products: Type.Array(TraceStep, { description: 'Receipts of everything else that became of it.' }),
  issues: Type.Array(TraceStep, {
    description: 'Issues that took from beer and products, and others that refer to the batch.',
  }),
  partners: Type.Array(NamedRef, { description: 'Everyone who was issued any of it: the recall list.' }),
  livemode: Type.Boolean(),
})
export type BatchTrace = Static<typeof BatchTrace>
