/** The head of a receipt, an issue or a transfer. */
import { DayField } from '../../kit/day-field.tsx'
import { DecimalField } from '../../kit/decimal-field.tsx'
import { SelectField, TextArea } from '../../kit/field.tsx'
import { Picker } from '../../kit/picker.tsx'
import { bind } from '../../patterns/bind.ts'
import { useWords } from '../../words/use-words.ts'
import type { HeadDraft } from './draft.ts'
import type { Family } from './family.ts'
import { usePurposeOptions } from './purposes.ts'

interface HeadProps<Draft> {
  draft: Draft
  change: (part: Partial<Draft>) => void
  family: Family
}

/** What can be said of a new document alone comes first. */
export function NewHead({ draft, change, family }: HeadProps<HeadDraft>) {
  const { head: labels } = useWords('documents')
  const field = bind<HeadDraft>({ labels, draft, change })
  const isTransfer = draft.movement_purpose === 'transfer'
  const purposes = usePurposeOptions(family.written)
  const hasBatch = draft.movement_purpose.startsWith('production_')
  const shown = { draft, change, family, isTransfer }
  return (
    <div className="columns">
      {!isTransfer && <SelectField {...field('movement_purpose')} options={purposes} />}
      <Picker {...field('warehouse_id')} kind="warehouse" isRequired />
      {hasBatch && <Picker {...field('batch_id')} kind="batch" />}
      <CommonHead {...shown} change={change as CommonProps['change']} />
    </div>
  )
}

export type CommonDraft = Pick<HeadDraft, 'date' | 'partner_id' | 'target_warehouse_id' | 'additional_cost' | 'notes'>

interface CommonProps extends HeadProps<CommonDraft> {
  isTransfer: boolean
}

/** What may still change while it is a draft. */
export function CommonHead({ draft, change, family, isTransfer }: CommonProps) {
  const { head: labels, costHint, todayHint } = useWords('documents')
  const field = bind<CommonDraft>({ labels, draft, change })
  return (
    <>
      {isTransfer && <Picker {...field('target_warehouse_id')} kind="warehouse" isRequired />}
      <DayField {...field('date')} hint={todayHint} />
      {!isTransfer && <Picker {...field('partner_id')} kind="partner" />}
      {family.object === 'goods_receipt' && <DecimalField {...field('additional_cost')} hint={costHint} />}
      <TextArea {...field('notes')} rows={1} />
    </>
  )
}
