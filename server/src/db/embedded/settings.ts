/** How PostgreSQL is started: on its Unix socket only, with settings for one machine that it shares with us. */
interface ServerSettings {
  cluster: string
  connection: { port: number }
  listensOnTcp: boolean
  durable: boolean
  maxConnections: number
  /** Beside the usual ones, or instead of them. */
  more: Readonly<Record<string, string>>
}

const fixedSettings = {
  shared_buffers: '128MB',
  jit: 'off',
  timezone: 'UTC',
  log_timezone: 'UTC',
  lc_messages: 'C',
  log_min_messages: 'warning',
  max_wal_size: '1GB',
  wal_compression: 'on',
  random_page_cost: '1.1',
}

/**
 * Until a table that grows is looked at again, statements are planned as if it were almost empty. Each look makes every
 * connection plan anew what it keeps for the table, so one that grew by a tenth is left alone.
 */
const lastingSettings = {
  autovacuum_naptime: '15s',
  autovacuum_analyze_threshold: '200',
  autovacuum_analyze_scale_factor: '0.5',
  autovacuum_vacuum_threshold: '500',
  autovacuum_vacuum_insert_scale_factor: '0.5',
}

/** For clusters that are thrown away: a power cut may destroy them. */
const forgetfulSettings = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' }

export function serverArguments({
  cluster,
  connection,
  listensOnTcp,
  durable,
  maxConnections,
  more,
}: ServerSettings): string[] {
  const settings = {
    listen_addresses: listensOnTcp ? '127.0.0.1' : '',
    port: String(connection.port),
    // PostgreSQL works in its data folder, so this holds however long the path is.
    unix_socket_directories: '.',
    unix_socket_permissions: '0700',
    fsync: 'on',
    max_connections: String(maxConnections),
    ...fixedSettings,
    ...(durable ? lastingSettings : forgetfulSettings),
    ...more,
  }
  const flags = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  return ['-D', cluster, ...flags]
}
