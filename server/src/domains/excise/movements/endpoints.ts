/** What the figures of a report are made of: its movements, and its days. */
import { Type } from 'typebox'
import { DataOf, OneOf, Shape, Uuid } from '../../../contract/schema.ts'
import { sql } from '../../../db/sql.ts'
import type { ReadContext } from '../../../kernel/context.ts'
import { rowOfPath } from '../../../kernel/document-endpoints.ts'
import { defineEndpoint, type Endpoint } from '../../../kernel/endpoint.ts'
import { conditionsOf, is } from '../../../kernel/filters.ts'
import { defineList } from '../../../kernel/list.ts'
import { reports } from '../reports/document.ts'
import { Plato } from '../reports/schema.ts'
import type { Report } from '../reports/store.ts'
import { listDays } from './days.ts'
import { ExciseDay, ExciseMovement, movementColumns } from './schema.ts'
import { type MovementRow, pageMovements } from './store.ts'

const reportOfPath = rowOfPath(reports)

const movementView = (row: MovementRow, { account }: ReadContext): ExciseMovement => ({
  object: 'excise_movement',
  document: {
    object: row.document_object,
    id: row.document_id,
    number: row.document_number,
    date: row.date,
    movement_purpose: row.movement_purpose,
  },
  line_id: row.line_id,
  item: row.item_id === null ? null : { id: row.item_id, code: row.item_code, name: row.item_name },
  warehouse: { id: row.warehouse_id, name: row.warehouse_name },
  partner: row.partner_id === null ? null : { id: row.partner_id, name: row.partner_name! },
  batch_id: row.batch_id,
  lot_number: row.lot_number,
  plato: String(row.plato),
  quantity: row.item_id === null ? null : row.quantity,
  unit:
    row.item_id === null
      ? null
      : {
          id: row.unit_id,
          code: row.unit_code,
          symbol: row.unit_symbol,
          dimension: row.unit_dimension,
          decimals: row.unit_decimals,
        },
  hl: row.hl,
  column: row.column_name,
  livemode: account.book.isLive,
})

const filters = Shape({
  column: Type.Optional(OneOf(movementColumns)),
  plato: Type.Optional(Plato),
  item_id: Type.Optional(Uuid),
})

type Filters = { column?: (typeof movementColumns)[number]; plato?: string; item_id?: string }

const movements = defineList<Filters, ExciseMovement, MovementRow, Report>({
  id: 'exciseReports.movements',
  path: '/excise-reports/{id}/movements',
  summary: 'List the movements of an excise report',
  description:
    'Every posted line of beer in warehouses of excise, as the books are now, newest first. Lines of a packaging run or ' +
    'a repack, and those between two warehouses of excise, are `internal`; one more row for each operation and °Plato ' +
    'carries what it lost or gained, and one what left excise with it.',
  access: reports.access.read,
  filters,
  since: 'created',
  record: ExciseMovement,
  parent: reportOfPath,
  select(ctx, { filters: asked, parent, where }, page) {
    const conditions = conditionsOf<Filters>(asked, {
      column: is(sql`r.column_name`),
      plato: text => sql`r.plato = ${Number(text)}`,
      item_id: is(sql`r.item_id`),
    })
    const of = { bookId: ctx.account.book.id, month: parent.period, where: [...where, ...conditions] }
    return pageMovements(ctx.db, of, page)
  },
  view: movementView,
})

const days = defineEndpoint({
  id: 'exciseReports.days',
  method: 'GET',
  path: '/excise-reports/{id}/days',
  summary: 'List the days of an excise report',
  description: 'The daily record of the warehouses of excise: each day with a movement and °Plato, in order.',
  access: reports.access.read,
  returns: { status: 200, schema: DataOf(ExciseDay) },
  errors: [],
  isOfOneMoment: true,
  record: reportOfPath,
  async handle({ record }, { db, account }) {
    return { body: { data: await listDays(db, account.book, record.period) } }
  },
})

export const movementEndpoints: readonly Endpoint[] = [movements, days]
