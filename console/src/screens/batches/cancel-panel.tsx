/** Gives a batch up: why, and that what is left of its value is written off. */
import { Check } from '../../kit/choices.tsx'
import { TextArea } from '../../kit/field.tsx'
import type { PanelProps } from '../../patterns/action-panels.ts'
import { useWords } from '../../words/use-words.ts'

type Cancel = { reason: string; write_off?: true }

export function CancelPanel({ value, onChange }: PanelProps) {
  const { actions: words } = useWords('batches')
  const { names } = useWords('fields')
  const draft: Cancel = { reason: '', ...(value as Partial<Cancel>) }
  const { reason } = draft
  return (
    <div className="stack">
      <TextArea
        label={names.reason}
        path="reason"
        rows={1}
        value={reason}
        onChange={typed => onChange({ ...draft, reason: typed })}
      />
      <Check
        label={names.write_off}
        hint={words.writeOffHint}
        isChecked={draft.write_off === true}
        onChange={isOn => onChange(isOn ? { reason, write_off: true } : { reason })}
      />
    </div>
  )
}
