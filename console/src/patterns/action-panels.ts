/** Actions whose body is a craft of its own have a panel; all others get a form made from their schema. */
import { type ComponentType, useEffect, useState } from 'react'
import type { AnyRecord } from '../data/actions.ts'
import type { JsonSchema } from './schema-fields.ts'

export interface PanelProps {
  schema: JsonSchema
  value: unknown
  onChange: (value: unknown) => void
  record: AnyRecord
  /** Whether it may be confirmed: a panel that has to agree says so, all others leave that to the service. */
  onReady: (isReady: boolean) => void
}

const panels = new Map<string, ComponentType<PanelProps>>()

/** A screen registers its panels when it is loaded. */
export const registerPanel = (object: string, action: string, panel: ComponentType<PanelProps>): void => {
  panels.set(`${object}.${action}`, panel)
}

export const panelOf = (object: string, action: string): ComponentType<PanelProps> | undefined =>
  panels.get(`${object}.${action}`)

/** A dialog gives the focus to what is in it when it opens: its panel has to be there. */
export function usePanelHere(object: string, action: string): boolean {
  const { settled } = (panelOf(object, action) ?? {}) as { settled?: () => Promise<void> }
  const [isHere, setHere] = useState(settled === undefined)
  useEffect(() => void settled?.().then(() => setHere(true)), [settled])
  return isHere
}

const asking = new Set<string>()

/** Its panel has to agree before anything can be confirmed; until it is loaded, it has not. */
export const registerAsking = (object: string, action: string): void => {
  asking.add(`${object}.${action}`)
}

export const isAsking = (object: string, action: string): boolean => asking.has(`${object}.${action}`)

type Initial = (record: AnyRecord) => Record<string, unknown>

const initials = new Map<string, Initial>()

/** What the form of an action holds when it opens, where the record knows better than the schema. */
export const registerInitial = (object: string, action: string, initial: Initial): void => {
  initials.set(`${object}.${action}`, initial)
}

export const initialOf = (record: AnyRecord, action: string): Record<string, unknown> =>
  initials.get(`${record.object}.${action}`)?.(record) ?? {}
