/**
 * Sends a sale until an answer comes. The sale and its key are kept in the browser before the first try: a lost line, a
 * reload or a closed tab neither doubles it nor loses it.
 */
import type { PosSale, PosSaleCreate } from '@cellarbook/sdk'
import { useCallback, useEffect, useState } from 'react'
import { type Book, currentBook } from '../../data/book.ts'
import { get, post } from '../../data/client.ts'
import { refresh } from '../../data/queries.ts'
import { isRefusal, Refusal } from '../../data/refusal.ts'
import { readStored, useStorage } from '../../data/stored.ts'
import { newId } from '../../format/ids.ts'

export interface WaitingSale {
  /** The same for every try. */
  key: string
  /** The e-mail of who began it: a key belongs to the person who sent it first. */
  person: string
  begun_at: string
  payable: string
  currency: string
  body: PosSaleCreate
}

const keptIn = (book: Book, deskId: string): string => `cellarbook.sale.${book}.${deskId}`

function keptSale(book: Book, deskId: string): WaitingSale | undefined {
  const kept = readStored(keptIn(book, deskId)) as Partial<WaitingSale> | undefined
  return kept?.key && kept.body ? (kept as WaitingSale) : undefined
}

function store(place: string, sale: WaitingSale | undefined): void {
  if (sale) localStorage.setItem(place, JSON.stringify(sale))
  else localStorage.removeItem(place)
}

type Outcome = { sale: PosSale } | { refusal: unknown } | 'lost'

/** Whether nobody knows what became of it. Of a refusal one does: nothing was recorded. */
const isLost = (error: unknown): boolean =>
  !(error instanceof Refusal) ||
  error.problem.status >= 500 ||
  error.problem.status === 429 ||
  error.code === 'idempotency_in_progress'

async function send(book: Book, { key, body }: WaitingSale): Promise<Outcome> {
  try {
    return { sale: (await post<PosSale>('/pos-sales', { body, idempotencyKey: key, book })).body }
  } catch (error) {
    const recorded = isRefusal(error, 'settlement_failed') && (error.problem as { existing_id?: string }).existing_id
    if (recorded) return readRecorded(book, recorded)
    return isLost(error) ? 'lost' : { refusal: error }
  }
}

/** It was paid and recorded; only stock is missing. */
async function readRecorded(book: Book, id: string): Promise<Outcome> {
  try {
    return { sale: (await get<PosSale>(`/pos-sales/${id}`, { book })).body }
  } catch {
    return 'lost'
  }
}

const longestWaitMs = 8_000
const waitMs = (tries: number): number =>
  tries > 0 ? Math.min(1_000 * 2 ** (tries - 1), longestWaitMs) : longestWaitMs

/** Answers are kept for a day; after that a key would make a second sale. */
const longestMs = 20 * 3_600_000
export const isTooOld = ({ begun_at }: WaitingSale): boolean => Date.now() - Date.parse(begun_at) > longestMs

interface Attempt {
  /** Those that had no answer. */
  tries: number
  isNow: boolean
}
const first: Attempt = { tries: 0, isNow: true }
/** Another tab sends it; who looks at that one is shown the change. This one only helps when it was closed meanwhile. */
const elsewhere: Attempt = { tries: 0, isNow: false }

/** What a sale changes. */
export const soldPaths = [
  '/pos-sales',
  '/cash-desks',
  '/keg-taps',
  '/cash-desk-sessions',
  '/packaging-balances',
  '/stock-levels',
  '/cashflows',
]

export interface Till {
  waiting: WaitingSale | undefined
  /** Tries without an answer. */
  tries: number
  done: PosSale | undefined
  refusal: unknown
  /** Not while the sale of another tab waits for its answer. */
  sell: (body: PosSaleCreate, shown: { payable: string; currency: string }, key?: string) => void
  tryNow: () => void
  drop: () => void
  next: () => void
}

export function useTill(deskId: string, person: string): Till {
  const book = currentBook()
  const [waiting, setWaiting] = useState(() => keptSale(book, deskId))
  const [attempt, setAttempt] = useState(first)
  const [done, setDone] = useState<PosSale>()
  const [refusal, setRefusal] = useState<unknown>()
  const keep = useCallback(
    (sale: WaitingSale | undefined) => {
      store(keptIn(book, deskId), sale)
      setAttempt(first)
      setWaiting(sale)
    },
    [book, deskId],
  )
  const hear = useCallback(
    (outcome: Outcome) => {
      if (outcome === 'lost') return setAttempt(({ tries }) => ({ tries: tries + 1, isNow: false }))
      keep(undefined)
      if ('refusal' in outcome) return setRefusal(outcome.refusal)
      setDone(outcome.sale)
      void refresh(book, soldPaths)
    },
    [book, keep],
  )
  const hearElsewhere = () => {
    setAttempt(elsewhere)
    setWaiting(keptSale(book, deskId))
  }
  useStorage(keptIn(book, deskId), hearElsewhere)
  useSending({ book, waiting: waiting?.person === person ? waiting : undefined, attempt, hear })
  return {
    waiting,
    tries: attempt.tries,
    done,
    refusal,
    sell: (body, shown, key = newId()) => {
      setRefusal(undefined)
      if (keptSale(book, deskId)) return hearElsewhere()
      keep({ key, person, begun_at: new Date().toISOString(), body, ...shown })
    },
    tryNow: () => setAttempt(({ tries }) => ({ tries, isNow: true })),
    drop: () => keep(undefined),
    next: () => {
      setDone(undefined)
      setRefusal(undefined)
    },
  }
}

interface Sending {
  book: Book
  waiting: WaitingSale | undefined
  attempt: Attempt
  hear: (outcome: Outcome) => void
}

/** At once, and after each lost answer a little later; also as soon as the line is back. */
function useSending({ book, waiting, attempt, hear }: Sending): void {
  useEffect(() => {
    if (!waiting || isTooOld(waiting)) return
    let isOver = false
    let isSent = false
    const begin = async () => {
      if (isSent) return
      isSent = true
      const outcome = await send(book, waiting)
      if (!isOver) hear(outcome)
    }
    const timer = setTimeout(() => void begin(), attempt.isNow ? 0 : waitMs(attempt.tries))
    const atOnce = () => void begin()
    addEventListener('online', atOnce)
    return () => {
      isOver = true
      clearTimeout(timer)
      removeEventListener('online', atOnce)
    }
  }, [book, waiting, attempt, hear])
}
