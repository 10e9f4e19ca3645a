/** Reads of what goes into a batch and what that costs. */
import { DataOf } from '../../../contract/schema.ts'
import { rowOfPath } from '../../../kernel/document-endpoints.ts'
import { defineEndpoint, type Endpoint } from '../../../kernel/endpoint.ts'
import { batches } from '../batches/document.ts'
import { costOf } from './cost.ts'
import { listMaterials } from './materials.ts'
import { BatchCost, BatchMaterial } from './schema.ts'

const common = {
  method: 'GET',
  access: { ...batches.access.read, additionalScopes: ['stock:read'] },
  errors: [],
  isOfOneMoment: true,
  record: rowOfPath(batches),
} as const

const materials = defineEndpoint({
  ...common,
  id: 'batches.materials',
  path: '/batches/{id}/materials',
  summary: 'List the materials of a batch',
  description:
    'What the recipe asks for, by item and phase, with what issues took, and items that were issued beside it. In ' +
    "the item's unit.",
  returns: { status: 200, schema: DataOf(BatchMaterial) },
  handle: async ({ record }, ctx) => ({ body: { data: await listMaterials(ctx, record) } }),
})

const cost = defineEndpoint({
  ...common,
  id: 'batches.cost',
  path: '/batches/{id}/cost',
  summary: 'Get the cost sheet of a batch',
  description: 'What went in, what came out, what is left in process, and the yield. `unit_cost` is of a litre.',
  returns: { status: 200, schema: BatchCost },
  handle: async ({ record }, ctx) => ({ body: await costOf(ctx, record) }),
})

export const productionEndpoints: readonly Endpoint[] = [materials, cost]
