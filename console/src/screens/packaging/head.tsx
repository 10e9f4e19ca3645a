/** Who brought packaging back, to which place, and how the deposit is given back. */
import { useRights } from '../../data/session.ts'
import { Radios } from '../../kit/choices.tsx'
import { DayField } from '../../kit/day-field.tsx'
import { TextArea } from '../../kit/field.tsx'
import { Picker } from '../../kit/picker.tsx'
import { useWords } from '../../words/use-words.ts'
import type { ReturnDraft } from './draft.ts'

interface ReturnHeadProps {
  draft: ReturnDraft
  change: (part: Partial<ReturnDraft>) => void
}

export function ReturnHead({ draft, change }: ReturnHeadProps) {
  const { form: words, methods } = useWords('packaging')
  return (
    <div className="columns">
      <Picker
        kind="partner"
        label={words.partner}
        path="partner_id"
        value={draft.partner_id}
        onChange={partner_id => change({ partner_id })}
        isRequired={draft.place === 'warehouse'}
      />
      <DayField label={words.date} path="date" value={draft.date} onChange={date => change({ date })} />
      <Place draft={draft} change={change} />
      <Radios
        label={words.refund}
        path="refund.method"
        value={draft.method}
        options={[
          { value: '', label: words.onAccount },
          { value: 'cash', label: methods.cash },
          { value: 'card', label: methods.card },
          { value: 'bank_transfer', label: methods.bank_transfer },
        ]}
        onChange={method => change({ method })}
      />
      <TextArea label={words.notes} path="notes" rows={1} value={draft.notes} onChange={notes => change({ notes })} />
    </div>
  )
}

/** Who sees no stock brings it to a cash desk. */
function Place({ draft, change }: ReturnHeadProps) {
  const { form: words } = useWords('packaging')
  const rights = useRights()
  const places = [
    ...(rights.has('stock:read') ? [{ value: 'warehouse', label: words.warehouse }] : []),
    ...(rights.has('pos:read') ? [{ value: 'desk', label: words.desk }] : []),
  ]
  return (
    <>
      {places.length > 1 && (
        <Radios
          label={words.where}
          value={draft.place}
          options={places}
          onChange={place => change({ place: place as ReturnDraft['place'] })}
        />
      )}
      {draft.place === 'desk' ? (
        <Picker
          kind="cash_desk"
          label={words.desk}
          path="cash_desk_id"
          value={draft.cash_desk_id}
          onChange={cash_desk_id => change({ cash_desk_id })}
          isRequired
        />
      ) : (
        <Picker
          kind="warehouse"
          label={words.warehouse}
          path="warehouse_id"
          value={draft.warehouse_id}
          onChange={warehouse_id => change({ warehouse_id })}
          isRequired
        />
      )}
    </>
  )
}
