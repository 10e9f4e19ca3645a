/** A packaging run as its form holds it, and the body it becomes. */
import type { PackagingRun } from '@cellarbook/sdk'
import { begunLines } from '../../format/begun-lines.ts'
import { newId } from '../../format/ids.ts'

export type OutputDraft = {
  /** Of the form only. */
  key: string
  item_id: string
  quantity: string
  unit_id: string
  lot_number: string
  expiry_date: string
}

/** What may still change in a draft. */
export type RunHead = {
  target_warehouse_id: string
  date: string
  released_quantity: string
  additional_cost: string
  is_final: boolean
  notes: string
  outputs: OutputDraft[]
}

export type RunDraft = RunHead & {
  batch_id: string
  source: string
  warehouse_id: string
}

export const blankOutput = (): OutputDraft => ({
  key: newId(),
  item_id: '',
  quantity: '',
  unit_id: '',
  lot_number: '',
  expiry_date: '',
})

/** Rows nobody filled in are not sent. */
export const sentOutputs = (outputs: readonly OutputDraft[]): OutputDraft[] => begunLines(outputs, blankOutput())

const outputBody = ({ item_id, quantity, unit_id, lot_number, expiry_date }: OutputDraft): object => ({
  item_id,
  quantity,
  unit: unit_id ? { unit_id } : {},
  ...(lot_number && { lot_number }),
  ...(expiry_date && { expiry_date }),
})

/** The unit is the beer's; the service says which, once it knows the beer. */
type BeerUnit = { id: string } | undefined

export function bodyOfDraft(draft: RunDraft, unit: BeerUnit): Record<string, unknown> {
  const { batch_id, source, warehouse_id, is_final, outputs, ...texts } = draft
  const { released_quantity, ...said } = Object.fromEntries(Object.entries(texts).filter(([, text]) => text !== ''))
  return {
    ...said,
    warehouse_id,
    ...(batch_id && { batch_id, source }),
    ...(batch_id && source === 'batch' && is_final && { is_final }),
    ...(released_quantity && unit && { released_quantity, unit: { unit_id: unit.id } }),
    outputs: sentOutputs(outputs).map(outputBody),
  }
}

export const headOf = (run: PackagingRun): RunHead => ({
  target_warehouse_id: run.target_warehouse.id,
  date: run.date,
  released_quantity: run.released_quantity,
  additional_cost: run.totals.additional_cost,
  is_final: run.is_final,
  notes: run.notes ?? '',
  outputs: run.outputs.map(({ id, item, quantity, unit, lot_number, expiry_date }) => ({
    key: id,
    item_id: item.id,
    quantity,
    unit_id: unit.id,
    lot_number: lot_number ?? '',
    expiry_date: expiry_date ?? '',
  })),
})

/** What was left empty goes back to what the service decides. */
export function bodyOfChange(change: Partial<RunHead>, unit: BeerUnit): object {
  const { outputs, released_quantity, additional_cost, notes, ...others } = change
  return {
    ...others,
    ...(outputs && { outputs: sentOutputs(outputs).map(outputBody) }),
    ...(notes !== undefined && { notes: notes || null }),
    ...(additional_cost !== undefined && { additional_cost: additional_cost || '0' }),
    ...(released_quantity !== undefined && {
      released_quantity: released_quantity || null,
      ...(unit && { unit: { unit_id: unit.id } }),
    }),
  }
}
