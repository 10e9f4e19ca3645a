/**
 * Where PostgreSQL may be. An address may name several hosts, as libpq writes it: `postgres://user@one:5432,two:5432/name`.
 * One of them can be written to, and after a failover it is another one.
 */
import type pg from 'pg'

/** Up to its user, the hosts, and the rest. */
const parts = /^(postgres(?:ql)?:\/\/(?:[^@/?]*@)?)([^/?]*)(.*)$/

/** One address for each host. */
export function addressesOf(url: string): string[] {
  const found = parts.exec(url)
  if (!found) return [url]
  const [, user, hosts, rest] = found
  return hosts!.split(',').map(host => `${user}${host.trim()}${withoutAttributes(rest!)}`)
}

/** The writable one is what we look for anyway. */
const withoutAttributes = (rest: string): string =>
  rest.replace(/([?&])target_session_attrs=[^&]*&?/, '$1').replace(/[?&]$/, '')

/** The same hosts for another user. */
export function addressFor(url: string, { user, password }: { user: string; password: string }): string {
  const asUser = `${encodeURIComponent(user)}:${encodeURIComponent(password)}@`
  return url.replace(/^(postgres(?:ql)?:\/\/)(?:[^@/?]*@)?/, (_, scheme: string) => scheme + asUser)
}

export interface Hosts {
  readonly count: number
  /** Which of them is used now, from zero on. */
  readonly at: number
  current(): pg.ClientConfig
  /** Of any of them, also one that is only tried. */
  configOf(host: number): pg.ClientConfig
  /** It was found to be the one that can be written to. */
  use(host: number): void
}

export function hostsOf(connection: pg.ClientConfig): Hosts {
  const { connectionString } = connection
  const all =
    connectionString === undefined
      ? [connection]
      : addressesOf(connectionString).map(one => ({ ...connection, connectionString: one }))
  let at = 0
  return {
    count: all.length,
    get at() {
      return at
    },
    current: () => all[at]!,
    configOf: host => all[host]!,
    use(host) {
      at = host
    },
  }
}
