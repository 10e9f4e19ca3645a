/**
 * Every open connection to PostgreSQL, and which of them waits for an answer without hearing a byte: a firewall or a
 * proxy that failed over leaves connections that look open and lead nowhere.
 */
import type { Socket } from 'node:net'
import type pg from 'pg'

/** What `pg` keeps of a connection and its types do not tell. */
interface Inside {
  connection: { stream: Socket }
  /** Not before it is connected, and not while a statement is under way. */
  readyForQuery?: boolean
  processID: number | null
}

const insideOf = (client: pg.ClientBase): Inside => client as unknown as Inside

/** The line to PostgreSQL itself. */
export const streamOf = (client: pg.ClientBase): Socket => insideOf(client).connection.stream

export interface Connection {
  client: pg.ClientBase
  /** What was heard and what is still to be sent; it stands still while nothing moves. */
  mark: string
  /** How many beats in a row it was connecting or a statement was under way, and nothing moved. */
  silentBeats: number
  /** PostgreSQL was asked, and is not at work for it. */
  isSuspected: boolean
}

export interface Connections {
  add(client: pg.ClientBase): void
  /** Counted in beats and not by a clock: a process that itself stood still has not waited. */
  beat(): void
  silentFor(beats: number): Connection[]
  /** Ends those that lead nowhere: silent, and twice nobody was at work for them. Returns them. */
  judge(silent: readonly Connection[], atWork: ReadonlySet<number>): Connection[]
  cutIdle(): void
  cutAll(): void
}

export function trackConnections(): Connections {
  const open = new Map<pg.ClientBase, Connection>()
  return {
    add(client) {
      open.set(client, { client, mark: markOf(client), silentBeats: 0, isSuspected: false })
      client.once('end', () => open.delete(client))
    },
    beat() {
      for (const connection of open.values()) listenTo(connection)
    },
    silentFor: beats => [...open.values()].filter(({ silentBeats }) => silentBeats >= beats),
    judge(silent, atWork) {
      const idle = silent.filter(connection => isSilentStill(connection) && !atWork.has(backendOf(connection)))
      const dead = idle.filter(({ isSuspected }) => isSuspected)
      // The answer may be on its way while we ask: one more beat tells.
      for (const connection of idle) connection.isSuspected = true
      for (const { client } of dead) cut(client)
      return dead
    },
    cutIdle() {
      for (const client of open.keys()) if (isIdle(client)) cut(client)
    },
    cutAll() {
      for (const client of open.keys()) cut(client)
    },
  }
}

/** Zero, which no process has, while it is connecting. */
export const backendOf = ({ client }: Connection): number => insideOf(client).processID ?? 0

/** Without a goodbye, which would wait for an answer; whatever is under way on it fails as for any lost connection. */
export const cut = (client: pg.ClientBase): void => void streamOf(client).destroy()

const isBusy = (client: pg.ClientBase): boolean => insideOf(client).readyForQuery !== true

const isIdle = (client: pg.ClientBase): boolean => !isBusy(client) && client.getTransactionStatus() === 'I'

function markOf(client: pg.ClientBase): string {
  const { bytesRead, writableLength } = streamOf(client)
  return `${bytesRead}/${writableLength}`
}

const isSilentStill = ({ client, mark }: Connection): boolean => isBusy(client) && markOf(client) === mark

function listenTo(connection: Connection): void {
  if (isSilentStill(connection)) {
    connection.silentBeats += 1
    return
  }
  connection.mark = markOf(connection.client)
  connection.silentBeats = 0
  connection.isSuspected = false
}
