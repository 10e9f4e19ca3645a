/** Both ends of a transfer: the issue with which the goods leave, and the receipt with which they arrive. */
import type { GoodsReceiptListItem, StockIssue } from '@cellarbook/sdk'
import { useList, useRecord } from '../../data/queries.ts'
import { Icon } from '../../kit/icon.tsx'
import { Link } from '../../kit/link.tsx'
import { State } from '../../kit/state.tsx'
import { useWords } from '../../words/use-words.ts'
import './documents.css'
import { familyOf, type StockDocument, type StockDocumentRow } from './family.ts'

export function TransferEnds({ document }: { document: StockDocument }) {
  if (document.movement_purpose !== 'transfer') return null
  return document.object === 'stock_issue' ? <FromIssue issue={document} /> : <FromReceipt receipt={document} />
}

/** A receipt taken back makes way for a new one: the newest is the one that counts. */
function FromIssue({ issue }: { issue: StockIssue }) {
  const list = useList<GoodsReceiptListItem>('/goods-receipts', { source_issue_id: issue.id })
  const found = list.data?.pages.flatMap(page => page.body.data) ?? []
  const receipt = found.find(({ status }) => status !== 'cancelled') ?? found[0]
  return <Ends issue={issue} receipt={receipt} to={issue.target_warehouse?.name} current={issue.id} />
}

function FromReceipt({ receipt }: { receipt: StockDocumentRow }) {
  const { source_issue_id } = receipt
  if (source_issue_id === null) return null
  return <WithIssue receipt={receipt} issueId={source_issue_id} />
}

function WithIssue({ receipt, issueId }: { receipt: StockDocumentRow; issueId: string }) {
  const issue = useRecord<StockIssue>(`/stock-issues/${issueId}`).data?.body
  return <Ends issue={issue} receipt={receipt} to={receipt.warehouse.name} current={receipt.id} />
}

interface EndsProps {
  issue: StockDocumentRow | undefined
  receipt: StockDocumentRow | undefined
  to: string | undefined
  /** The one that is on the screen. */
  current: string
}

function Ends({ issue, receipt, to, current }: EndsProps) {
  const { transfer: words } = useWords('documents')
  return (
    <section className="ends" aria-label={words.title}>
      <End label={words.leaves} place={issue?.warehouse.name} document={issue} current={current} />
      <Icon name="arrow" />
      <End label={words.arrives} place={to} document={receipt} current={current} />
    </section>
  )
}

interface EndProps {
  label: string
  place: string | undefined
  document: StockDocumentRow | undefined
  current: string
}

function End({ label, place, document, current }: EndProps) {
  const { transfer: words } = useWords('documents')
  return (
    <div className="end-card">
      <span className="quiet small">{label}</span>
      <strong>{place ?? '…'}</strong>
      {document ? (
        <span className="row">
          {document.id === current ? (
            document.number
          ) : (
            <Link to={`${familyOf(document).screen}/${document.id}`}>{document.number}</Link>
          )}
          <State of={document.object} value={document.status} />
        </span>
      ) : (
        <span className="quiet small">{words.onTheWay}</span>
      )}
    </div>
  )
}
