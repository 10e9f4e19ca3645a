/** The fields of a line of a received invoice. */
import { DecimalField } from '../../kit/decimal-field.tsx'
import { TextField } from '../../kit/field.tsx'
import { Picker } from '../../kit/picker.tsx'
import { bind } from '../../patterns/bind.ts'
import { useWords } from '../../words/use-words.ts'
import type { LineDraft } from './draft.ts'

interface LineFieldsProps {
  line: LineDraft
  change: (part: Partial<LineDraft>) => void
}

export function LineFields({ line, change }: LineFieldsProps) {
  const { lines: labels } = useWords('received')
  const field = bind<LineDraft>({ labels, draft: line, change })
  return (
    <div className="columns">
      <TextField {...field('description')} isRequired maxLength={500} autoComplete="off" />
      <DecimalField {...field('amount')} isRequired places={2} />
      <DecimalField {...field('vat_rate_pct')} isRequired />
      <Picker {...field('category_id')} kind="category" />
    </div>
  )
}
