/** The settings of a book, as sections and as one document, and the plan of a change to them. */
import { type Answer, post } from './client.ts'

export interface SectionName {
  name: string
  description: string | null
  is_single: boolean
}

export type Entry = Record<string, unknown>

export interface Section extends SectionName {
  entries: Entry[]
  /** The JSON Schema of an entry. */
  schema: object
}

export interface SettingsDocument {
  document: Record<string, unknown>
}

export interface Change {
  section: string
  key: string
  action: 'create' | 'update'
  /** What an update changes. */
  fields?: { field: string; from: unknown; to: unknown }[]
}

export interface SettingsPlan {
  changes: Change[]
  refusals: { section: string; key: string; reason: string }[]
}

/** What would be changed, and what speaks against it; nothing is kept. */
export const planSettings = (path: string, body: object, signal?: AbortSignal): Promise<Answer<SettingsPlan>> =>
  post(path, { query: { dry_run: true }, body, ...(signal && { signal }) })

export const saveSettings = (path: string, body: object, idempotencyKey: string): Promise<Answer<SettingsPlan>> =>
  post(path, { body, idempotencyKey })
