/** What an entry of the ledger came from: a document, another batch, a vessel, a reason. */
import type { BatchEntry } from '@cellarbook/sdk'
import { screenOf } from '../../data/places.ts'
import { Link } from '../../kit/link.tsx'
import { useWords } from '../../words/use-words.ts'

export function EntryOrigin({ entry }: { entry: BatchEntry }) {
  const { values } = useWords('fields')
  const { document, batch, vessel, reason, note } = entry
  const documentScreen = document && screenOf(document.object, document.id)
  return (
    <span className="row">
      {document && (documentScreen ? <Link to={documentScreen}>{document.number}</Link> : document.number)}
      {batch && <Link to={`/batches/${batch.id}`}>{batch.number}</Link>}
      {vessel && <Link to={`/vessels/${vessel.id}`}>{vessel.name}</Link>}
      {reason && <span>{(values as Record<string, string>)[reason] ?? reason}</span>}
      {note && <span className="quiet">{note}</span>}
    </span>
  )
}
