/** Asks the server over its own socket whether it serves, and makes the one database we use. */
import pg from 'pg'
import { codeOf, EmbeddedPostgresError } from './errors.ts'

export interface ConnectionSettings {
  host: string
  port: number
  user: string
  password: string
  database: string
}

type Target = ConnectionSettings & { connectionTimeoutMillis: number; query_timeout: number }

const NO_DATABASE = '3D000'
const WRONG_PASSWORD = ['28P01', '28000']
const DATABASE_EXISTS = ['42P04', '23505']
const TOO_MANY_CONNECTIONS = '53300'

/** Undefined when the server serves; else what is in the way, which may pass. Takes no longer than `withinMs`. */
export async function findObstacle(connection: ConnectionSettings, withinMs: number): Promise<Error | undefined> {
  const limits = { connectionTimeoutMillis: withinMs, query_timeout: withinMs }
  const problem = await attempt({ ...connection, ...limits }, 'select 1')
  if (!problem || codeOf(problem) === TOO_MANY_CONNECTIONS) return undefined
  if (WRONG_PASSWORD.includes(codeOf(problem))) {
    throw new EmbeddedPostgresError(
      `The PostgreSQL in ${connection.host} refuses the password in its cellarbook.password: ${problem.message}`,
      { cause: problem },
    )
  }
  if (codeOf(problem) !== NO_DATABASE) return problem
  return createDatabase({ ...connection, ...limits })
}

async function createDatabase(connection: Target): Promise<Error | undefined> {
  const create = `create database ${pg.escapeIdentifier(connection.database)}`
  const problem = await attempt({ ...connection, database: 'postgres' }, create)
  return problem && DATABASE_EXISTS.includes(codeOf(problem)) ? undefined : problem
}

async function attempt(connection: Target, statement: string): Promise<Error | undefined> {
  const client = new pg.Client({ ...connection, ssl: false })
  client.on('error', () => {})
  try {
    await client.connect()
    await client.query(statement)
    return undefined
  } catch (error) {
    return error as Error
  } finally {
    await client.end().catch(() => {})
  }
}
