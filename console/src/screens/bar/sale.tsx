/** One sale or refund: what was sold, how it was paid, and what can be done with it. */
import type { PosSale } from '@cellarbook/sdk'
import { useState } from 'react'
import { useRights } from '../../data/session.ts'
import { Button } from '../../kit/button.tsx'
import { later } from '../../kit/later.tsx'
import { toast } from '../../kit/toast.tsx'
import { openFile } from '../../patterns/files.ts'
import { useActionName } from '../../patterns/record-actions.tsx'
import { RecordScreen } from '../../patterns/record-screen.tsx'
import { Related } from '../../patterns/related.tsx'
import { useRouteId } from '../../patterns/route-id.ts'
import { useWords } from '../../words/use-words.ts'
import './desk.css'
import { ReceiptButton } from './receipt.tsx'
import { useDeskRights } from './rights.ts'
import { SaleFacts } from './sale-facts.tsx'
import { SaleLines } from './sale-lines.tsx'

const Reason = later(async () => (await import('./refused.tsx')).Reason)
const RetryButton = later(async () => (await import('./unsettled.tsx')).RetryButton)
const RefundDialog = later(async () => (await import('./refund.tsx')).RefundDialog)

export function SaleRecord() {
  const id = useRouteId()
  const { record: words } = useWords('frame')
  return (
    <RecordScreen<PosSale>
      path={`/pos-sales/${id}`}
      mainActions={['cancel']}
      ownActions={['retry_settlement', 'refund']}
      tools={sale => <Papers sale={sale} />}
      overview={sale => (
        <>
          <Failure sale={sale} />
          <SaleFacts sale={sale} />
        </>
      )}
      sections={sale => [
        { key: 'lines', label: words.lines, content: <SaleLines sale={sale} /> },
        { key: 'related', label: words.related, content: <RelatedToSale sale={sale} /> },
      ]}
    />
  )
}

/** The receipt again, and the refund: its body needs the amount the service counts, so it has a dialog of its own. */
function Papers({ sale }: { sale: PosSale }) {
  const { sales: words } = useWords('bar')
  const { problem } = useWords('frame')
  const refund = useActionName('pos_sale')('refund')
  const [isRefunding, setRefunding] = useState(false)
  const { isSelling } = useDeskRights()
  const open = () => openFile(`/pos-sales/${sale.id}/pdf`).catch(() => toast(problem.unreachable, 'bad'))
  return (
    <>
      <ReceiptButton saleId={sale.id} />
      <Button onClick={() => void open()}>{words.pdf}</Button>
      {isSelling && sale.allowed_actions.includes('refund') && (
        <Button look="main" onClick={() => setRefunding(true)}>
          {refund}
        </Button>
      )}
      {isRefunding && <RefundDialog sale={sale} onClose={() => setRefunding(false)} />}
    </>
  )
}

/** Loud and red: the guest paid, the book does not know it yet. */
function Failure({ sale }: { sale: PosSale }) {
  const { sales: words, unsettled } = useWords('bar')
  const failure = sale.settlement.failure
  if (sale.status !== 'settlement_failed' || !failure) return null
  return (
    <section className="desk-alarm" aria-label={words.failed}>
      <div>
        <strong className="desk-alarm-title">{words.failed}</strong>
        <Reason failure={failure} />
        <p>{unsettled.text}</p>
      </div>
      <RetryButton sale={sale} />
    </section>
  )
}

/** What the person may not read is left out. */
function RelatedToSale({ sale }: { sale: PosSale }) {
  const rights = useRights()
  const stock = [
    ...sale.stock_issue_ids.map(id => ({ object: 'stock_issue', id })),
    { object: 'goods_receipt', id: sale.goods_receipt_id },
  ]
  const money = sale.payments.map(({ cashflow_id }) => ({ object: 'cashflow', id: cashflow_id }))
  return (
    <Related
      records={[
        { object: 'pos_sale', id: sale.refund_of_id },
        { object: 'cash_desk_session', id: sale.session_id },
        { object: 'partner', id: sale.partner?.id ?? null, name: sale.partner?.name ?? null },
        ...(rights.has('stock:read') ? stock : []),
        ...(rights.has('finance:read') ? money : []),
      ]}
    />
  )
}
