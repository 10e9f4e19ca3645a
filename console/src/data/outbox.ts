/** Saves that go out in their order. While the line is down they wait, in memory; each has a key, so none is done twice. */
import { type CallOptions, call } from './client.ts'
import { untilLine } from './line.ts'
import { Refusal } from './refusal.ts'

export interface Save {
  /** The same for every try. */
  key: string
  method: 'POST' | 'PATCH'
  path: string
  body: unknown
  /** What it is about, as the screen names it. */
  about: string
}

export interface Refused {
  save: Save
  error: Error
}

export interface OutboxState {
  /** Those that wait, the one under way included. */
  waiting: readonly Save[]
  /** The last try got no answer. */
  isDown: boolean
  refused: readonly Refused[]
}

export interface Outbox {
  state: () => OutboxState
  subscribe: (hear: () => void) => () => void
  push: (save: Save) => void
  forget: (refused: Refused) => void
}

type Send = (save: Save) => Promise<unknown>

const bySend: Send = ({ method, path, body, key }) =>
  call(method, path, { body, idempotencyKey: key } satisfies CallOptions)

/** No answer, or one that says "later": the same save goes out again. All other refusals are answers. */
const mayPass = (error: unknown): boolean =>
  !(error instanceof Refusal) || error.problem.status === 429 || error.problem.status >= 500

const retryMs = 2_000

/** `onEmpty` hears when all that waited is saved or refused. */
export function createOutbox(onEmpty: () => void, send: Send = bySend): Outbox {
  let state: OutboxState = { waiting: [], isDown: false, refused: [] }
  let isSending = false
  const listeners = new Set<() => void>()
  const change = (part: Partial<OutboxState>) => {
    state = { ...state, ...part }
    for (const hear of listeners) hear()
  }
  const trySend = async (save: Save) => {
    try {
      await send(save)
      change({ waiting: state.waiting.slice(1), isDown: false })
    } catch (error) {
      if (mayPass(error)) {
        change({ isDown: true })
        return untilLine(retryMs)
      }
      const refused = [...state.refused, { save, error: error as Error }]
      change({ waiting: state.waiting.slice(1), isDown: false, refused })
    }
  }
  const sendAll = async () => {
    if (isSending) return
    isSending = true
    while (state.waiting[0]) await trySend(state.waiting[0])
    isSending = false
    onEmpty()
  }
  return {
    state: () => state,
    subscribe: hear => {
      listeners.add(hear)
      return () => listeners.delete(hear)
    },
    push: save => {
      change({ waiting: [...state.waiting, save] })
      void sendAll()
    },
    forget: refused => change({ refused: state.refused.filter(one => one !== refused) }),
  }
}
