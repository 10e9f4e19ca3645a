/** Packaging runs as the kernel knows them. */
import { referenceOf } from '../../../contract/schema.ts'
import { defineDocument } from '../../../kernel/document.ts'
import { decimal, moneyText, plain } from '../../../lib/decimal.ts'
import { unitOf } from '../../core/index.ts'
import { lossPct } from './rules.ts'
import { PackagingRun as PackagingRunDetail, PackagingRunListed, type RunOutput } from './schema.ts'
import { listOutputs, type PackagingRun, type PackedOutput, runTable } from './store.ts'
import { runWorkflow } from './workflow.ts'

const itemOf = (row: { item_id: string; item_code: string | null; item_name: string }) => ({
  id: row.item_id,
  code: row.item_code,
  name: row.item_name,
})

const moneyOrNull = (value: string | null): string | null => (value === null ? null : moneyText(value))

const totalOf = ({ liquid_value, material_value, additional_cost }: PackagingRun): string | null =>
  liquid_value === null ? null : moneyText(plain(decimal(liquid_value).plus(material_value!).plus(additional_cost)))

/** Six places, as unit prices have. */
const perPiece = ({ value, quantity }: PackedOutput, without = '0'): string | null =>
  value === null ? null : plain(decimal(value).minus(without).div(quantity).round(6, 'half_up'))

const outputView = (output: PackedOutput): RunOutput => ({
  id: output.id,
  item: itemOf(output),
  quantity: output.quantity,
  unit: unitOf(output),
  filled_quantity: output.filled_quantity,
  lot_number: output.lot_number,
  expiry_date: output.expiry_date,
  materials: output.materials.map(material => ({
    item: itemOf(material),
    quantity: material.quantity,
    unit: unitOf(material),
    lot_id: material.lot_id,
    value: moneyOrNull(material.value),
    is_returnable: material.is_returnable,
  })),
  liquid_value: moneyOrNull(output.liquid_value),
  material_value: moneyOrNull(output.material_value),
  additional_value: moneyOrNull(output.additional_value),
  value: moneyOrNull(output.value),
  unit_cost: perPiece(output),
  unit_cost_net: perPiece(output, output.returnable_value ?? '0'),
})

export const runs = defineDocument({
  object: 'packaging_run',
  id: 'packagingRuns',
  path: '/packaging-runs',
  name: 'a packaging run',
  many: 'packaging runs',
  access: {
    read: { scopes: ['brewery:read'] },
    write: { scopes: ['brewery:write'], additionalScopes: ['stock:write'] },
  },
  family: 'packaging_run',
  workflow: runWorkflow,
  table: runTable,
  listed: PackagingRunListed,
  detail: PackagingRunDetail,
  view: run => ({
    number: run.number,
    status: run.status,
    date: run.date,
    warehouse: { id: run.warehouse_id, name: run.warehouse_name },
    target_warehouse: { id: run.target_warehouse_id, name: run.target_warehouse_name },
    batch_id: run.batch_id,
    source: run.source,
    lot_id: run.lot_id,
    item: itemOf(run),
    unit: unitOf(run),
    released_quantity: run.released_quantity,
    filled_quantity: run.filled_quantity,
    loss_quantity: plain(decimal(run.released_quantity).minus(run.filled_quantity)),
    loss_pct: plain(lossPct(run.released_quantity, run.filled_quantity)),
    is_final: run.is_final,
    totals: {
      liquid: moneyOrNull(run.liquid_value),
      materials: moneyOrNull(run.material_value),
      additional_cost: moneyText(run.additional_cost),
      total: totalOf(run),
    },
    documents: {
      production_receipt_id: run.production_receipt_id,
      tank_release_id: run.tank_release_id,
      packaging_issue_id: run.packaging_issue_id,
      goods_receipt_id: run.goods_receipt_id,
    },
    notes: run.notes,
    external_ref: referenceOf(run),
  }),
  async extras(run, { db, account }) {
    return { outputs: (await listOutputs(db, account.book.id, run.id)).map(outputView) }
  },
})
