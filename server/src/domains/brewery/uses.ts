/** What brewing uses of items, units and warehouses. */
import type { Use } from '../../kernel/uses.ts'
import { quantityInUnit, stockOfItem, typeOfItem, unitOfItem } from '../core/index.ts'
import { busyWarehouse } from '../stock/index.ts'

const bill = { by: 'a packaging bill', table: 'packaging_bills' }
const recipe = { by: 'a recipe', table: 'recipes', column: 'item_id' }
const ingredient = { by: 'a recipe', table: 'recipe_ingredients', column: 'item_id' }
const batch = { by: 'a batch', table: 'batches' }
const run = { by: 'a packaging run', table: 'packaging_runs' }
const output = { by: 'a packaging run', table: 'packaging_run_outputs', column: 'item_id' }
const packed = { by: 'a packaging run', table: 'packaging_run_materials', column: 'item_id' }

const draftRun = { by: 'a draft run', table: 'packaging_runs', condition: "u.status = 'draft'" }

export const breweryUses: readonly Use[] = [
  { of: unitOfItem, ...bill, column: 'material_id' },
  { of: unitOfItem, ...recipe },
  { of: unitOfItem, ...ingredient },
  { of: unitOfItem, ...batch, column: 'item_id' },
  { of: unitOfItem, ...run, column: 'item_id' },
  { of: unitOfItem, ...output },
  { of: unitOfItem, ...packed },
  { of: typeOfItem, ...bill, column: 'product_id' },
  { of: typeOfItem, ...recipe },
  { of: typeOfItem, ...batch, column: 'item_id' },
  { of: typeOfItem, ...output },
  { of: stockOfItem, ...bill, column: 'material_id' },
  { of: stockOfItem, ...ingredient },
  { of: stockOfItem, ...packed },
  { of: quantityInUnit, by: 'a recipe', table: 'recipe_ingredients', column: 'unit_id' },
  {
    of: busyWarehouse,
    by: 'an open batch',
    table: 'batches',
    column: 'warehouse_id',
    condition: "u.phase not in ('completed', 'cancelled')",
  },
  { of: busyWarehouse, ...draftRun, column: 'warehouse_id' },
  { of: busyWarehouse, ...draftRun, column: 'target_warehouse_id' },
]
