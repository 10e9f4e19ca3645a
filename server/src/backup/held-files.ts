/** The files the books name. */
import type pg from 'pg'

export interface HeldFile {
  path: string
  /** False for an upload that was announced: its bytes may still be on their way. */
  isSure: boolean
}

export async function heldFiles(client: pg.Client, books?: readonly string[]): Promise<HeldFile[]> {
  const { rows } = await client.query(
    `select path, true as is_sure from attachments where $1::uuid[] is null or book_id = any ($1)
      union all
     select path, false from uploads where attachment_id is null and ($1::uuid[] is null or book_id = any ($1))
      order by path`,
    [books ?? null],
  )
  return rows.map(({ path, is_sure }) => ({ path, isSure: is_sure }))
}

/** Those whose keys begin with this day or a later one. */
export async function filesFrom(client: pg.Client, day: string): Promise<string[]> {
  const { rows } = await client.query('select path from attachments where path >= $1', [day])
  return rows.map(({ path }) => path)
}
