/** What a document belongs to, and what belongs to it. */
import { Related } from '../../patterns/related.tsx'
import type { StockDocument } from './family.ts'

export function RelatedToDocument({ document }: { document: StockDocument }) {
  return (
    <Related
      records={[
        { object: 'partner', id: document.partner?.id ?? null, name: document.partner?.name ?? null },
        { object: 'order', id: document.order_id },
        { object: 'stock_issue', id: document.source_issue_id },
        { object: 'repack', id: document.repack_id },
        { object: 'batch', id: document.batch_id },
        { object: 'packaging_run', id: document.packaging_run_id },
        { object: 'pos_sale', id: document.pos_sale_id },
        { object: 'packaging_return', id: document.packaging_return_id },
      ]}
    />
  )
}
