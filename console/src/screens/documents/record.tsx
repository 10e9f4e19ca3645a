/** One receipt or one issue. */
import { useRights } from '../../data/session.ts'
import { later } from '../../kit/later.tsx'
import { Link } from '../../kit/link.tsx'
import type { Section } from '../../kit/tabs.tsx'
import { useEditing } from '../../patterns/editing.tsx'
import { FileButton } from '../../patterns/file-button.tsx'
import { RecordScreen } from '../../patterns/record-screen.tsx'
import { useRouteId } from '../../patterns/route-id.ts'
import { useLanguage } from '../../words/language.ts'
import { useWords } from '../../words/use-words.ts'
import './documents.css'
import { TransferEnds } from './ends.tsx'
import { DocumentFacts } from './facts.tsx'
import { type Family, issues, receipts, type StockDocument, stages } from './family.ts'
import { DocumentLines } from './lines.tsx'
import { RelatedToDocument } from './related.tsx'

const EditDocument = later(async () => (await import('./edit.tsx')).EditDocument)
const Layers = later(async () => (await import('./layers.tsx')).Layers)

export const ReceiptRecord = () => <DocumentRecord family={receipts} />

export const IssueRecord = () => <DocumentRecord family={issues} />

function DocumentRecord({ family }: { family: Family }) {
  const id = useRouteId()
  const { record: words } = useWords('frame')
  const mayWrite = useRights().has('stock:write')
  const editing = useEditing<StockDocument>(({ status }) => mayWrite && status === 'draft')
  const further = useSections()
  return (
    <RecordScreen<StockDocument>
      path={`${family.path}/${id}`}
      stages={stages}
      mainActions={['confirm']}
      tools={document => (
        <>
          {editing.button(document)}
          {mayWrite && <HandleLink document={document} />}
          <DeliveryNote document={document} />
        </>
      )}
      overview={document => (
        <>
          <TransferEnds document={document} />
          <DocumentFacts document={document} />
        </>
      )}
      sections={(document, { etag }) => [
        {
          key: 'lines',
          label: words.lines,
          content: editing.isOpen ? (
            <EditDocument document={document} etag={etag} onDone={editing.close} />
          ) : (
            <DocumentLines document={document} etag={etag} />
          ),
        },
        ...further(document),
      ]}
    />
  )
}

/** Layers are of issues alone. */
function useSections(): (document: StockDocument) => Section[] {
  const { record: words } = useWords('frame')
  const { layers } = useWords('documents')
  return document => [
    ...(document.object === 'stock_issue'
      ? [{ key: 'layers', label: layers.title, content: <Layers issue={document} /> }]
      : []),
    { key: 'related', label: words.related, content: <RelatedToDocument document={document} /> },
  ]
}

/** For those who stand in the warehouse. */
function HandleLink({ document: { object, id, status, lines } }: { document: StockDocument }) {
  const words = useWords('documents')[object]
  if (status !== 'draft' || lines.length === 0) return null
  const to = object === 'goods_receipt' ? `/receipts/${id}/receiving` : `/issues/${id}/picking`
  return (
    <Link to={to} look="normal">
      {words.handle}
    </Link>
  )
}

/** The paper that goes with the goods: the service prints it. */
function DeliveryNote({ document: { object, id } }: { document: StockDocument }) {
  const { pdf } = useWords('documents')
  const language = useLanguage()
  if (object !== 'stock_issue') return null
  return (
    <FileButton path={`/stock-issues/${id}/pdf?language=${language}`} how="open">
      {pdf}
    </FileButton>
  )
}
