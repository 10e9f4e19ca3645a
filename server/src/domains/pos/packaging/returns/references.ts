/** What a packaging return refers to, and every fault of it at once. */
import { invalidReference, type ProblemRow, problem, validationFailed } from '../../../../contract/problems.ts'
import { rowBecause } from '../../../../contract/reasons.ts'
import type { WriteContext } from '../../../../kernel/context.ts'
import { findPartner } from '../../../core/index.ts'
import { findFinanceAccount } from '../../../finance/index.ts'
import { findWarehouse, type WarehouseRow } from '../../../stock/index.ts'
import { type Desk, findDesk } from '../../desks/store.ts'
import { findReturnables, returnableFaults } from '../deposits.ts'
import type { Returnable } from '../deposits-store.ts'
import type { ReturnCreate } from './schema.ts'
import { findSaleOfReturn, type SaleOfReturn } from './store.ts'

export interface ReturnReferences {
  desk: Desk | undefined
  warehouse: WarehouseRow
  partner: { id: string; name: string } | null
  sale: SaleOfReturn | undefined
  deposits: ReadonlyMap<string, Returnable>
  currency: string
}

export async function findReferences(ctx: WriteContext, body: ReturnCreate): Promise<ReturnReferences> {
  const bookId = ctx.account.book.id
  const rows: ProblemRow[] = dateFaults(body.date, ctx.today)
  const desk = body.cash_desk_id === undefined ? undefined : await findDesk(ctx.tx, bookId, body.cash_desk_id)
  if (body.cash_desk_id !== undefined && !desk?.is_active) rows.push(invalidReference('cash_desk_id'))
  const warehouse = await findPlace(ctx, body.warehouse_id ?? desk?.warehouse_id)
  if (body.warehouse_id !== undefined && !warehouse?.is_active) rows.push(invalidReference('warehouse_id'))
  const sale = body.pos_sale_id ? await findSaleOfReturn(ctx.tx, bookId, body.pos_sale_id) : undefined
  if (body.pos_sale_id && !(sale?.status === 'settled' && sale.kind === 'sale')) {
    rows.push(invalidReference('pos_sale_id'))
  }
  const partner = await partnerOf(ctx, { body, sale, rows })
  const deposits = await findReturnables(ctx, body.lines ?? [])
  const currency = desk?.currency ?? [...deposits.values()][0]?.currency ?? ''
  rows.push(...returnableFaults(body.lines ?? [], deposits, { currency, field: index => `lines[${index}].deposit_id` }))
  rows.push(...(await accountFaults(ctx, body, currency)))
  if (rows.length > 0) throw validationFailed(rows)
  if (body.warehouse_id !== undefined && warehouse!.type === 'system') throw problem('system_warehouse')
  return { desk, warehouse: warehouse!, partner, sale, deposits, currency }
}

const dateFaults = (date: string | undefined, today: string): ProblemRow[] =>
  date !== undefined && date > today
    ? [{ field: 'date', code: 'not_allowed', message: 'Packaging cannot have come back later than today.' }]
    : []

const findPlace = async (ctx: WriteContext, id: string | undefined): Promise<WarehouseRow | undefined> =>
  id === undefined ? undefined : findWarehouse(ctx.tx, ctx.account.book.id, id)

interface Asked {
  body: ReturnCreate
  sale: SaleOfReturn | undefined
  rows: ProblemRow[]
}

/** The one that is named, in use or not, else that of the sale. Only at a desk may it be nobody. */
async function partnerOf(ctx: WriteContext, { body, sale, rows }: Asked): Promise<ReturnReferences['partner']> {
  const id = body.partner_id ?? sale?.partner_id ?? null
  if (id === null) {
    if (body.warehouse_id !== undefined) rows.push(rowBecause({ field: 'partner_id', code: 'required' }, 'missing'))
    return null
  }
  const partner = await findPartner(ctx.tx, ctx.account.book.id, id)
  if (!partner || (sale && sale.partner_id !== id)) {
    rows.push(invalidReference('partner_id'))
    return null
  }
  return { id, name: partner.name }
}

async function accountFaults(
  ctx: WriteContext,
  { refund, cash_desk_id }: ReturnCreate,
  currency: string,
): Promise<ProblemRow[]> {
  if (!refund?.account_id) return []
  const field = 'refund.account_id'
  if (cash_desk_id !== undefined) {
    return [{ field, code: 'unexpected_field', message: 'A cash desk pays from its own accounts.' }]
  }
  const account = await findFinanceAccount(ctx.tx, ctx.account.book.id, refund.account_id)
  return account?.is_active && account.currency === currency ? [] : [invalidReference(field)]
}
