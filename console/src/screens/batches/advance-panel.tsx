/** The next phase: which one, into which vessel, and how many litres there are now. */
import type { Batch } from '@cellarbook/sdk'
import { useEffect, useState } from 'react'
import { Check, Radios } from '../../kit/choices.tsx'
import { DecimalField } from '../../kit/decimal-field.tsx'
import { TextArea } from '../../kit/field.tsx'
import { InstantField } from '../../kit/instant-field.tsx'
import type { PanelProps } from '../../patterns/action-panels.ts'
import { bind } from '../../patterns/bind.ts'
import { useFormat } from '../../words/use-format.ts'
import { useWords } from '../../words/use-words.ts'
import { laterPhases } from './phases.ts'
import { VesselField } from './vessel-field.tsx'

type Advance = {
  phase: string
  vessel_id: string
  volume_l: string
  occurred_at: string
  note: string
  write_off?: true
}

const inTank = new Set(['fermentation', 'lagering'])

/** Before that is filled in there is no use in asking the service. */
function missingOf({ phase, vessel_id, volume_l }: Advance, { volume_l: known }: Batch) {
  const isCounted = known !== null || phase === 'brewing' || phase === 'completed'
  return [
    ...(inTank.has(phase) && vessel_id === '' ? (['vessel_id'] as const) : []),
    ...(!isCounted && volume_l === '' ? (['volume_l'] as const) : []),
  ]
}

const begin = (batch: Batch): Advance => ({
  phase: laterPhases(batch.phase)[0] ?? '',
  // Wort leaves the kettle; beer may stay in its tank.
  vessel_id: batch.phase === 'fermentation' || batch.phase === 'lagering' ? (batch.vessel?.id ?? '') : '',
  volume_l: '',
  occurred_at: '',
  note: '',
})

export function AdvancePanel({ onChange, record }: PanelProps) {
  const batch = record as Batch
  const { actions: words } = useWords('batches')
  const { names } = useWords('fields')
  const { states } = useWords('records')
  const { quantity } = useFormat()
  const [draft, setDraft] = useState(() => begin(batch))
  const change = (part: Partial<Advance>) => setDraft(now => ({ ...now, ...part }))
  // What is sent follows what is held, as soon as it is worth sending.
  const missing = missingOf(draft, batch)
  useEffect(() => onChange(missing.length === 0 ? bodyOf(draft) : {}), [draft])
  const labels = { ...names, volume_l: words.volume, phase: names.phase }
  const field = bind<Omit<Advance, 'write_off'>>({ labels, draft, change })
  const options = laterPhases(batch.phase).map(value => ({
    value,
    label: (states.batch as Record<string, string>)[value] ?? value,
  }))
  const now = batch.volume_l === null ? words.firstVolume : words.volumeHint(quantity(batch.volume_l, 'l'))
  return (
    <div className="stack">
      <Radios {...field('phase')} options={options} />
      {draft.phase === 'completed' ? (
        <Check
          label={names.write_off}
          hint={words.writeOffHint}
          isChecked={draft.write_off === true}
          onChange={isOn => change(isOn ? { write_off: true } : { write_off: undefined as never })}
        />
      ) : (
        <div className="columns">
          <VesselField {...field('vessel_id')} batch={batch} isRequired={inTank.has(draft.phase)} />
          <DecimalField {...field('volume_l')} places={3} hint={now} />
        </div>
      )}
      <div className="columns">
        <InstantField {...field('occurred_at')} hint={words.nowHint} />
        <TextArea {...field('note')} rows={1} />
      </div>
      <p role="status" className="quiet">
        {missing.length > 0 && words.missing(missing.map(name => labels[name]).join(', '))}
      </p>
    </div>
  )
}

/** A completed batch is in no vessel. */
const bodyOf = (draft: Advance): object =>
  draft.phase === 'completed' ? { ...draft, vessel_id: '', volume_l: '' } : { ...draft, write_off: undefined }
