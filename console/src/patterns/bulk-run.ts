/** Runs one action over several records, one after another: rehearsed first, then done, each under its own key. */
import type { Event } from '@cellarbook/sdk'
import { useEffect, useRef, useState } from 'react'
import { type Done, perform, rehearse } from '../data/actions.ts'
import { isRefusal } from '../data/refusal.ts'
import { refreshBehind } from '../data/shown-where.ts'
import { newId } from '../format/ids.ts'

export interface Target {
  /** Such as `/orders/{id}`. */
  path: string
  name: string
  /** Its screen. */
  to?: string
}

export interface Entry extends Target {
  /** The same for every try: a retry after a lost answer cannot do it twice. */
  idempotencyKey: string
  is: 'waiting' | 'able' | 'refused' | 'done'
  error?: unknown
  /** Those that were rehearsed. */
  events?: readonly Event[]
  done?: Done
}

type Outcome = Pick<Entry, 'is' | 'error' | 'events' | 'done'>

const begin = (targets: readonly Target[]): Entry[] =>
  targets.map(target => ({ ...target, idempotencyKey: newId(), is: 'waiting' }))

interface Walk {
  step: (entry: Entry) => Promise<Outcome>
  isStopped: () => boolean
  tell: (entry: Entry, outcome: Outcome) => void
}

/** A refusal is the answer of one record; what is no answer ends the walk, and the rest can be tried again. */
async function walk(entries: readonly Entry[], { step, isStopped, tell }: Walk): Promise<void> {
  for (const entry of entries) {
    if (isStopped()) return
    const outcome = await step(entry).catch((error: unknown): Outcome => {
      if (isRefusal(error)) return { is: 'refused', error }
      throw error
    })
    if (!isStopped()) tell(entry, outcome)
  }
}

interface Asked {
  action: string
  body: Record<string, unknown> | undefined
  /** Not before everything that has to be sent is there. */
  isComplete: boolean
}

export type Phase = 'filling' | 'rehearsing' | 'ready' | 'running' | 'ended'

const rehearsing =
  ({ action, body }: Asked, signal: AbortSignal) =>
  async ({ path }: Entry): Promise<Outcome> => {
    const { body: rehearsed } = await rehearse({ path, key: action, body }, signal)
    return { is: 'able', events: rehearsed.events }
  }

const performing =
  ({ action, body }: Asked) =>
  async ({ path, idempotencyKey }: Entry): Promise<Outcome> => {
    const answer = await perform({ path, key: action, body }, idempotencyKey)
    return { is: 'done', done: answer.body }
  }

/** The records are those that were marked when it began. */
export function useBulkRun(given: readonly Target[], asked: Asked) {
  const [targets] = useState(given)
  const [entries, setEntries] = useState(() => begin(targets))
  const [phase, setPhase] = useState<Phase>('filling')
  const [error, setError] = useState<unknown>()
  const isLeft = useLeft()
  const tell = (entry: Entry, outcome: Outcome) =>
    setEntries(now => now.map(one => (one.path === entry.path ? { ...one, ...outcome } : one)))
  const start = (next: Phase) => {
    setPhase(next)
    setError(undefined)
  }
  const rehearseAll = (signal: AbortSignal) => {
    const isStopped = () => signal.aborted
    const fresh = begin(targets)
    setEntries(fresh)
    start('rehearsing')
    walk(fresh, { step: rehearsing(asked, signal), isStopped, tell })
      .catch(failure => isStopped() || setError(failure))
      .finally(() => isStopped() || setPhase('ready'))
  }
  const run = async () => {
    start('running')
    const able = entries.filter(({ is }) => is === 'able')
    await walk(able, { step: performing(asked), isStopped: () => isLeft.current, tell })
      .then(() => setPhase('ended'))
      .catch(failure => {
        setError(failure)
        setPhase('ready')
      })
    const events = able.flatMap(entry => entry.events ?? [])
    void refreshBehind(targets[0]!.path, events)
  }
  useRehearsing(asked, rehearseAll, () => setPhase('filling'))
  return { entries, phase, error, run }
}

/** Whether the dialog was closed meanwhile: then nothing more begins. */
function useLeft(): React.RefObject<boolean> {
  const isLeft = useRef(false)
  useEffect(() => {
    isLeft.current = false
    return () => {
      isLeft.current = true
    }
  }, [])
  return isLeft
}

/** Again after each change of what is asked. */
function useRehearsing({ action, body, isComplete }: Asked, start: (signal: AbortSignal) => void, wait: () => void) {
  const latest = useRef({ start, wait })
  latest.current = { start, wait }
  const key = `${action} ${JSON.stringify(body)}`
  useEffect(() => {
    if (!isComplete) return latest.current.wait()
    const stopped = new AbortController()
    latest.current.start(stopped.signal)
    return () => stopped.abort()
  }, [key, isComplete])
}
