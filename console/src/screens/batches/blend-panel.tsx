/** Litres of other batches that come into this one. */
import { useState } from 'react'
import { Button } from '../../kit/button.tsx'
import { DecimalField } from '../../kit/decimal-field.tsx'
import { TextArea } from '../../kit/field.tsx'
import { Picker } from '../../kit/picker.tsx'
import type { PanelProps } from '../../patterns/action-panels.ts'
import { useWords } from '../../words/use-words.ts'

interface Source {
  batch_id: string
  volume_l: string
}

const blank: Source = { batch_id: '', volume_l: '' }

/** Rows nobody filled in are not sent. */
const sent = (rows: readonly Source[]): Source[] => rows.filter(row => row.batch_id !== '' && row.volume_l !== '')

export function BlendPanel({ onChange }: PanelProps) {
  const { names } = useWords('fields')
  const { actions: words } = useWords('batches')
  const { form } = useWords('frame')
  const [draft, setDraft] = useState({ rows: [blank], note: '' })
  const keep = (rows: Source[], note = draft.note) => {
    setDraft({ rows, note })
    onChange({ from: sent(rows), note })
  }
  const change = (index: number, part: Partial<Source>) =>
    keep(draft.rows.map((row, at) => (at === index ? { ...row, ...part } : row)))
  return (
    <div className="stack">
      {draft.rows.map((row, index) => (
        <div className="columns" key={index}>
          <Picker
            kind="batch"
            query={{ is_open: 'true' }}
            label={names.batch_id}
            path={`from[${index}].batch_id`}
            value={row.batch_id}
            onChange={batch_id => change(index, { batch_id })}
          />
          <DecimalField
            label={words.blendVolume}
            path={`from[${index}].volume_l`}
            places={3}
            value={row.volume_l}
            onChange={volume_l => change(index, { volume_l })}
          />
        </div>
      ))}
      <div>
        <Button onClick={() => keep([...draft.rows, blank])}>{form.addLine}</Button>
      </div>
      <TextArea label={names.note} path="note" rows={1} value={draft.note} onChange={note => keep(draft.rows, note)} />
    </div>
  )
}
