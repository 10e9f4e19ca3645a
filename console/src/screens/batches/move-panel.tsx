/** Into another vessel: all of a batch, or a part of it that becomes a batch of its own. */
import type { Batch } from '@cellarbook/sdk'
import { DecimalField } from '../../kit/decimal-field.tsx'
import { TextArea, TextField } from '../../kit/field.tsx'
import { InstantField } from '../../kit/instant-field.tsx'
import type { PanelProps } from '../../patterns/action-panels.ts'
import { bind } from '../../patterns/bind.ts'
import { useFormat } from '../../words/use-format.ts'
import { useWords } from '../../words/use-words.ts'
import { VesselField } from './vessel-field.tsx'

type Move = { vessel_id: string; volume_l: string; occurred_at: string; note: string }

function useNow(batch: Batch): string | undefined {
  const { actions: words } = useWords('batches')
  const { quantity } = useFormat()
  return batch.volume_l === null ? undefined : words.volumeHint(quantity(batch.volume_l, 'l'))
}

export function MovePanel({ value, onChange, record }: PanelProps) {
  const batch = record as Batch
  const { actions: words } = useWords('batches')
  const { names } = useWords('fields')
  const draft: Move = { vessel_id: '', volume_l: '', occurred_at: '', note: '', ...(value as Partial<Move>) }
  const change = (part: Partial<Move>) => onChange({ ...draft, ...part })
  const field = bind<Move>({ labels: { ...names, volume_l: words.volume }, draft, change })
  return (
    <div className="columns">
      <VesselField {...field('vessel_id')} batch={batch} isOwnOffered={false} isRequired />
      <DecimalField {...field('volume_l')} places={3} hint={useNow(batch)} />
      <InstantField {...field('occurred_at')} hint={words.nowHint} />
      <TextArea {...field('note')} rows={1} />
    </div>
  )
}

type Split = { volume_l: string; vessel_id: string; name: string; occurred_at: string }

export function SplitPanel({ value, onChange, record }: PanelProps) {
  const batch = record as Batch
  const { actions: words } = useWords('batches')
  const { names } = useWords('fields')
  const draft: Split = { volume_l: '', vessel_id: '', name: '', occurred_at: '', ...(value as Partial<Split>) }
  const change = (part: Partial<Split>) => onChange({ ...draft, ...part })
  const field = bind<Split>({ labels: { ...names, volume_l: words.splitVolume }, draft, change })
  const isInTank = batch.phase !== 'packaging'
  const { quantity } = useFormat()
  const left = batch.volume_l === null ? undefined : words.splitHint(quantity(batch.volume_l, 'l'))
  return (
    <div className="columns">
      <DecimalField {...field('volume_l')} places={3} hint={left} isRequired />
      <VesselField {...field('vessel_id')} batch={batch} isOwnOffered={false} isRequired={isInTank} />
      <TextField {...field('name')} maxLength={200} autoComplete="off" />
      <InstantField {...field('occurred_at')} hint={words.nowHint} />
    </div>
  )
}
