/** The steps of a trace by branch. Pure. */
import type { StockTraceStep } from '@cellarbook/sdk'

export type TraceStep = StockTraceStep

/** A lot on the way, with what was reached from it. */
export interface TracedLayer {
  lotId: string
  steps: readonly TraceStep[]
  next: readonly TracedLayer[]
  /** Reached by another way, and told there with all that follows. */
  isAgain: boolean
}

/** A lot that was reached from several stands under each of them, with its own branches under the first. */
export function branchesOf(steps: readonly TraceStep[]): TracedLayer[] {
  const stepsOf = new Map<string, TraceStep[]>()
  const reachedFrom = new Map<string, string[]>()
  for (const step of steps) {
    const known = stepsOf.get(step.lot_id)
    if (known) known.push(step)
    else {
      stepsOf.set(step.lot_id, [step])
      for (const from of step.from_lot_ids) reachedFrom.set(from, [...(reachedFrom.get(from) ?? []), step.lot_id])
    }
  }
  const told = new Set<string>()
  const layerOf = (lotId: string): TracedLayer => {
    const isAgain = told.has(lotId)
    told.add(lotId)
    const next = isAgain ? [] : (reachedFrom.get(lotId) ?? []).map(layerOf)
    return { lotId, steps: stepsOf.get(lotId)!, next, isAgain }
  }
  const isFirst = ([step]: TraceStep[]) => step!.depth === 0 || !step!.from_lot_ids.some(id => stepsOf.has(id))
  return [...stepsOf].flatMap(([lotId, own]) => (isFirst(own) ? [layerOf(lotId)] : []))
}
