/** The actions of a record: what the service offers, what keeps one from happening, and the call itself. */
import type { DocumentAction, Event } from '@cellarbook/sdk'
import { useQuery } from '@tanstack/react-query'
import { currentBook } from './book.ts'
import { type Answer, post } from './client.ts'
import { recordQuery } from './queries.ts'

/** A record as far as every kind is alike. */
export interface AnyRecord {
  object: string
  id: string
  number?: string | null
  name?: string | null
  status?: string
  phase?: string
}

export interface Level {
  item: { id: string; code: string | null; name: string }
  warehouse: { id: string; name: string }
  quantity: string
  reserved_quantity: string
  available_quantity: string
  unit: { symbol: string }
}

/** What a line would move: less than nothing goes out. */
export interface Move {
  line_id: string
  item: { id: string; code: string | null; name: string }
  quantity: string
  unit: { symbol: string }
  value: string
}

export interface Rehearsal extends AnyRecord {
  events: Event[]
  created?: { object: string; id: string }
  effects?: {
    levels?: Level[]
    shortages?: { item: { name: string }; unit: { symbol: string }; wanted: string; missing: string }[]
    allocations?: { line_id: string; lot_id: string; lot_number?: string | null; quantity: string; value: string }[]
    moves?: Move[]
    /** Of all moves. */
    value?: string
    /** Of an invoice that is paid by bank transfer: null when no account is set. A national number says its IBAN. */
    payable_to?: { iban: string | null } | null
    redacted?: true
  }
}

export interface Done extends AnyRecord {
  created?: { object: string; id: string }
}

interface Try {
  path: string
  key: string
  body?: unknown
  ifMatch?: string | undefined
}

export const useActions = (path: string) => useQuery(recordQuery<{ data: DocumentAction[] }>(`${path}/actions`))

/** The answer of the same call, with nothing kept. */
export const rehearse = ({ path, key, body, ifMatch }: Try, signal: AbortSignal): Promise<Answer<Rehearsal>> =>
  post(`${path}/actions/${key}`, { query: { dry_run: true }, body, ifMatch, signal, book: currentBook() })

export const perform = ({ path, key, body, ifMatch }: Try, idempotencyKey: string): Promise<Answer<Done>> =>
  post(`${path}/actions/${key}`, { body, ifMatch, idempotencyKey, book: currentBook() })
