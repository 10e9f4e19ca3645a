/** A kind of record without states, such as a partner, as one value; `document-endpoints.ts` makes its endpoints. */
import { eventTypeOf } from '../contract/events.ts'
import type { ExternalRef, TSchema, Typed } from '../contract/schema.ts'
import { assert } from '../lib/assert.ts'
import { changedFields } from './changes.ts'
import type { EventDetails, RecordContext, WriteContext } from './context.ts'
import type { DocumentRow } from './document.ts'
import type { Shown } from './document-endpoints.ts'
import { claimReference } from './external-refs.ts'

type Enveloped = 'object' | 'id' | 'livemode' | 'created_at' | 'updated_at'

interface Declaration<Row extends DocumentRow, View, Detail>
  extends Pick<Shown<Row, View, Detail, never>, 'object' | 'id' | 'path' | 'name' | 'many' | 'access' | 'table'> {
  /** Where the callers' own references to it stand. */
  family: string
  shape: TSchema & Typed<View>
  /** Its own fields, without those every record shows. */
  view(row: NoInfer<Row>): Omit<NoInfer<View>, Enveloped>
  /** Where its own address shows more than lists do: what it adds. */
  detail?: {
    shape: TSchema & Typed<Detail>
    /** It shows more than its version tells: a client is never told that it has this already. */
    mayDiffer?: true
    read(row: NoInfer<Row>, ctx: RecordContext): Promise<Omit<NoInfer<Detail>, keyof NoInfer<View>>>
  }
}

export interface PlainRecord<Row extends DocumentRow, View, Detail = View> extends Shown<Row, View, Detail, never> {
  /** The fields in which a row differs from the one before, by their names on the wire. */
  changesOf(before: Row, after: Row): string[]
  emit(ctx: WriteContext, row: Row, event: { name: 'created' | 'updated' } & EventDetails): void
  /** Saves a new row, claims its reference, emits `created` where that exists. */
  insert(ctx: WriteContext, row: Row, ref: ExternalRef | undefined): Promise<Row>
  /** Saves the next version, emits `updated`, where that exists, with the names of the fields that changed. */
  update(ctx: WriteContext, row: Row, changes: string[]): Promise<Row>
}

export function defineRecord<Row extends DocumentRow, View, Detail = View>(
  declared: Declaration<Row, View, Detail>,
): PlainRecord<Row, View, Detail> {
  const { object, family, shape, table } = declared
  const at = (ctx: WriteContext, row: Row) => ({ bookId: ctx.account.book.id, now: row.updated_at })
  const tells = (name: string): boolean => eventTypeOf(object, name) !== undefined
  const record: PlainRecord<Row, View, Detail> = {
    ...declared,
    listed: shape,
    detail: declared.detail?.shape ?? (shape as TSchema),
    show(row, livemode) {
      const shown: Record<string, unknown> = { object, id: row.id, ...declared.view(row) }
      // One by one, as documents do.
      shown.livemode = livemode
      shown.created_at = row.created_at
      shown.updated_at = row.updated_at
      return shown as View
    },
    async reply(row, ctx) {
      const more = await declared.detail?.read(row, ctx)
      const shown = Object.assign(record.show(row, ctx.account.book.isLive) as object, more)
      const mayDiffer = declared.detail?.mayDiffer ?? false
      return { body: shown as unknown as Detail, version: row.version, ...(mayDiffer && { mayDiffer }) }
    },
    changesOf: (before, after) => changedFields(declared.view(before), declared.view(after)),
    emit(ctx, row, { name, ...details }) {
      const type = eventTypeOf(object, name)
      assert(type, `there is an event ${object}.${name}`)
      ctx.emit(type, record.show(row, ctx.account.book.isLive) as { object: string; id: string }, details)
    },
    async insert(ctx, row, ref) {
      await table.insert(ctx.tx, at(ctx, row), [row])
      await claimReference(ctx, ref, { family, object, object_id: row.id })
      if (tells('created')) record.emit(ctx, row, { name: 'created' })
      return row
    },
    async update(ctx, row, changes) {
      const after = { ...row, version: row.version + 1, updated_at: ctx.now }
      await table.save(ctx.tx, at(ctx, after), [after])
      if (tells('updated')) record.emit(ctx, after, { name: 'updated', changes })
      return after
    },
  }
  return record
}
