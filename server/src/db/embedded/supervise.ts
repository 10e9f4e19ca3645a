/** The handle on one server: at most one start at a time, and a word to the user when it was running already. */
import type { Account } from './account.ts'
import type { ConnectionSettings } from './connection.ts'
import { inOneLine } from './errors.ts'
import { bringUp, type Outcome, type Server, shutDown } from './process.ts'
import type { SocketFolder } from './socket-folder.ts'

export interface EmbeddedPostgres {
  /** The host is the folder of the Unix socket, as `pg` expects it, or 127.0.0.1 with `tcpPort`. */
  readonly connection: ConnectionSettings
  /** The absolute folder of the cluster. */
  readonly location: string
  /** Whom it runs as when we are root. */
  readonly account: Account | undefined
  /** Whether the server was running already when we came: a command that only visits leaves it running. */
  readonly isAdopted: boolean
  /** Adopts or starts the server; to be called again whenever it is away. */
  ensureRunning(): Promise<void>
  /** Returns when the server is gone; does nothing when it does not run. */
  stop(): Promise<void>
}

export interface Supervised extends EmbeddedPostgres {
  ensureRunning(deadline?: number): Promise<void>
}

export const START_LIMIT_MS = 30_000

interface State {
  starting: Promise<void> | undefined
  latest: Outcome | undefined
}

export function supervise(server: Server, socket: SocketFolder): Supervised {
  const state: State = { starting: undefined, latest: undefined }
  return {
    connection: server.connection,
    location: server.cluster,
    account: server.account,
    get isAdopted() {
      return state.latest?.isAdopted ?? false
    },
    ensureRunning(deadline = performance.now() + START_LIMIT_MS) {
      socket.open()
      state.starting ??= start(server, state, deadline).finally(() => {
        state.starting = undefined
      })
      return state.starting
    },
    async stop() {
      await state.starting?.catch(() => {})
      await inOneLine(server.logFile, () => shutDown(server))
      socket.close()
    },
  }
}

async function start(server: Server, state: State, deadline: number): Promise<void> {
  const outcome = await inOneLine(server.logFile, () => bringUp(server, deadline))
  if (state.latest && state.latest.pid === outcome.pid) return
  state.latest = outcome
  if (!outcome.isAdopted) return
  const whose = outcome.pid === undefined ? 'out of our sight' : `pid ${outcome.pid}`
  server.log(`Adopted the PostgreSQL that was running in ${server.cluster} (${whose})`)
}
