/** Remembers callers for at most a second, and forgets them at once when the database says an account changed. */
import type { Database } from '../db/pool.ts'
import { type Clock, toInstant } from '../lib/instants.ts'
import { type Caller, findCaller, findSessionCaller, noteUse } from './caller.ts'
import { keyUses } from './key-uses.ts'

const keptForMs = 1_000
const maxKept = 10_000

export interface CallerCache {
  /** `from` is asked only when the key was not remembered. */
  find(secretHash: Buffer, from: { readonly ip: string }): Promise<Caller | undefined>
  /** The person of a session, at work on this book of the account. */
  findSession(tokenHash: Buffer, isLive: boolean): Promise<Caller | undefined>
  /** What was changed by this very node is known at once. */
  forget(): void
  /** Listens for changes until `stop`; reconnects by itself. */
  listen(): { stop(): Promise<void> }
}

export function callerCache(database: Database, clock: Clock): CallerCache {
  const kept = new Map<string, { caller: Caller; until: number }>()
  /** Asked of the database and not answered yet: a burst of a key that is not known yet asks once. */
  const asked = new Map<string, { answer: Promise<Caller | undefined>; atMs: number }>()
  const noteUseOf = keyUses(database, clock)
  const forget = () => {
    kept.clear()
    asked.clear()
  }

  async function remembered(name: string, look: () => Promise<Caller | undefined>): Promise<Caller | undefined> {
    const known = kept.get(name)
    if (known && known.until > performance.now()) return known.caller
    const underWay = asked.get(name)
    if (underWay && underWay.atMs + keptForMs > performance.now()) return underWay.answer
    return ask(name, look)
  }

  function ask(name: string, look: () => Promise<Caller | undefined>): Promise<Caller | undefined> {
    const question = { answer: look(), atMs: performance.now() }
    asked.set(name, question)
    const keep = (caller?: Caller) => {
      // Forgotten meanwhile: what was read may be older than the change.
      if (asked.get(name) !== question) return
      asked.delete(name)
      if (!caller) return
      if (kept.size >= maxKept) kept.clear()
      kept.set(name, { caller, until: question.atMs + keptForMs })
    }
    question.answer.then(keep, () => keep())
    return question.answer
  }

  return {
    find: (hash, from) =>
      remembered(hash.toString('latin1'), async () => noteUseOf(await findCaller(database, hash), from)),
    findSession: (hash, isLive) =>
      remembered(`${isLive} ${hash.toString('latin1')}`, async () => {
        const caller = await findSessionCaller(database, hash, isLive)
        if (caller) await noteUse(database, hash, toInstant(clock()))
        return caller
      }),
    forget,
    listen: () => listen(database, forget),
  }
}

function listen(database: Database, forget: () => void) {
  let stopped = false
  let wake = () => {}
  const running = (async () => {
    while (!stopped) {
      await listenOnce(database, forget, end => {
        wake = end
      }).catch(() => {})
      forget()
      if (!stopped) await new Promise(resolve => setTimeout(resolve, 500).unref())
    }
  })()
  return {
    stop: async () => {
      stopped = true
      wake()
      await Promise.race([running, new Promise(resolve => setTimeout(resolve, 1_000).unref())])
    },
  }
}

/** Resolves when the connection is lost or `end` is called. */
async function listenOnce(database: Database, forget: () => void, ready: (end: () => void) => void): Promise<void> {
  const client = await database.dedicated()
  const over = new Promise<void>(resolve => {
    client.on('end', resolve)
    ready(() => client.end().then(resolve, resolve))
  })
  client.on('notification', forget)
  await client.query('listen cellarbook_accounts')
  forget()
  await over
}
