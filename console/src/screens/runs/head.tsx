/** Where the beer of a run comes from, and what is to be said about it as a whole. */
import type { Batch } from '@cellarbook/sdk'
import { Check, Radios } from '../../kit/choices.tsx'
import { DayField } from '../../kit/day-field.tsx'
import { DecimalField } from '../../kit/decimal-field.tsx'
import { TextArea } from '../../kit/field.tsx'
import { later } from '../../kit/later.tsx'
import { bind } from '../../patterns/bind.ts'
import { useFormat } from '../../words/use-format.ts'
import { useWords } from '../../words/use-words.ts'
import type { RunDraft, RunHead } from './draft.ts'

const Picker = later(async () => (await import('../../kit/picker.tsx')).Picker)

interface RunSourceProps {
  draft: RunDraft
  change: (part: Partial<RunDraft>) => void
  batch: Batch | undefined
}

export function RunSource({ draft, change, batch }: RunSourceProps) {
  const { fields: labels, hints, sources } = useWords('runs')
  const { quantity } = useFormat()
  const field = bind<Pick<RunDraft, 'batch_id' | 'source' | 'warehouse_id'>>({ labels, draft, change })
  const inProcess = batch?.volume_l && hints.inProcess(quantity(batch.volume_l, 'l'))
  return (
    <div className="stack">
      <div className="columns">
        <Picker {...field('batch_id')} kind="batch" query={{ is_open: 'true' }} hint={inProcess || hints.batch} />
        <Picker {...field('warehouse_id')} kind="warehouse" hint={hints.warehouse} isRequired />
      </div>
      {draft.batch_id && (
        <Radios
          {...field('source')}
          options={[
            { value: 'batch', label: sources.batch },
            { value: 'stock', label: sources.stock },
          ]}
        />
      )}
    </div>
  )
}

interface RunHeadFieldsProps {
  draft: RunHead
  change: (part: Partial<RunHead>) => void
  /** Of the unit the beer is counted in. */
  symbol: string | undefined
  /** Straight from the tank: only then it can be the last of it. */
  isOfBatch: boolean
}

export function RunHeadFields({ draft, change, symbol, isOfBatch }: RunHeadFieldsProps) {
  const { fields: labels, hints } = useWords('runs')
  const field = bind<Omit<RunHead, 'is_final' | 'outputs'>>({ labels, draft, change })
  const released = symbol ? `${labels.released_quantity} (${symbol})` : labels.released_quantity
  return (
    <div className="stack">
      <div className="columns">
        <DecimalField {...field('released_quantity')} label={released} hint={hints.released} />
        <DayField {...field('date')} hint={hints.date} />
        <Picker {...field('target_warehouse_id')} kind="warehouse" hint={hints.target} />
        <DecimalField {...field('additional_cost')} places={2} hint={hints.cost} />
        <TextArea {...field('notes')} rows={1} />
      </div>
      {isOfBatch && (
        <Check
          label={labels.is_final}
          hint={hints.final}
          isChecked={draft.is_final}
          onChange={is_final => change({ is_final })}
        />
      )}
    </div>
  )
}
