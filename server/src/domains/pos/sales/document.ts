/** Sales as the kernel knows them. */
import { defineDocument } from '../../../kernel/document.ts'
import type { Transition } from '../../../kernel/transitions.ts'
import type { SaleEffects } from './effects.ts'
import { SaleDetail, SaleListed, type SaleStatus } from './schema.ts'
import { listSaleLines, listSaleReturns, type Sale, type SaleLineRow, saleTable } from './store.ts'
import { saleLineView, saleReturnView, saleView } from './view.ts'
import { saleWorkflow } from './workflow.ts'

export const sales = defineDocument({
  object: 'pos_sale',
  id: 'posSales',
  path: '/pos-sales',
  name: 'a sale',
  many: 'sales',
  access: {
    read: { scopes: ['pos:read'] },
    write: { scopes: ['pos:write'], additionalScopes: ['finance:write'] },
  },
  family: 'pos_sale',
  workflow: saleWorkflow,
  table: saleTable,
  listed: SaleListed,
  detail: SaleDetail,
  view: saleView,
  lines: { list: listSaleLines, view: saleLineView },
  async extras(sale, { db, account }) {
    const returns = sale.kind === 'refund' ? [] : await listSaleReturns(db, account.book.id, sale.id)
    return { returns: returns.map(saleReturnView) }
  },
  guards: sale => ({
    refund: sale.kind === 'sale' && sale.has_rest,
    cancel: !sale.is_session_closed && !sale.has_refunds,
  }),
  // A session that closes takes the action cancel from its sales, which no version tells: neither before nor after.
  mayDiffer: ({ session_id }) => session_id !== null,
})

export type SaleTransition = Transition<Sale, SaleStatus, SaleLineRow, SaleEffects>
