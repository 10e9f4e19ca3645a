/** Changes the head of a draft in place. */

import { isZero } from '../../format/decimal.ts'
import { EditForm } from '../../patterns/edit-form.tsx'
import { familyOf, type StockDocument } from './family.ts'
import { type CommonDraft, CommonHead } from './head.tsx'

interface EditDocumentProps {
  document: StockDocument
  etag: string | undefined
  onDone: () => void
}

const draftOf = ({ date, partner, target_warehouse, totals, notes }: StockDocument): CommonDraft => ({
  date,
  partner_id: partner?.id ?? '',
  target_warehouse_id: target_warehouse?.id ?? '',
  additional_cost: isZero(totals.additional_cost) ? '' : totals.additional_cost,
  notes: notes ?? '',
})

/** No cost is a cost of nothing. */
const bodyOf = (draft: Partial<CommonDraft>): object =>
  Object.fromEntries(
    Object.entries(draft).map(([name, value]) => [name, value || (name === 'additional_cost' ? '0' : null)]),
  )

export function EditDocument({ document, etag, onDone }: EditDocumentProps) {
  const family = familyOf(document)
  const isTransfer = document.target_warehouse !== null
  return (
    <EditForm
      path={`${family.path}/${document.id}`}
      etag={etag}
      stored={draftOf(document)}
      onDone={onDone}
      bodyOf={bodyOf}
    >
      {(draft, change) => (
        <div className="columns">
          <CommonHead draft={draft} change={change} family={family} isTransfer={isTransfer} />
        </div>
      )}
    </EditForm>
  )
}
