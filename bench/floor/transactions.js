/** How the floor reaches the database. */
import pg from 'pg'
import { poolSize } from '../settings.js'

/** Instants stay the text PostgreSQL sent: making dates of them would slow the floor down. */
const rawInstants = {
  getTypeParser: (oid, format) =>
    oid === pg.types.builtins.TIMESTAMPTZ ? text => text : pg.types.getTypeParser(oid, format),
}

export const openPool = connection =>
  new pg.Pool({ ...connection, max: poolSize, application_name: 'bench floor', types: rawInstants })

export async function transaction(pool, work) {
  const client = await pool.connect()
  try {
    await client.query('begin')
    const result = await work(client)
    await client.query('commit')
    return result
  } finally {
    client.release()
  }
}

/** Strictly after the last write of the book, as its clock demands. */
export function nextWriteAt({ last_write_at: text }) {
  const last = Date.parse(`${text.replace(' ', 'T')}:00`)
  return new Date(Math.max(Date.now(), last + 1)).toISOString()
}
