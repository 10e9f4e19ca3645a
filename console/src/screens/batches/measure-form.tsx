/** Takes a reading with one wet hand: large fields, − and +, the save button at the thumb. */
import type { Batch, Measurement } from '@cellarbook/sdk'
import { useEffect, useRef, useState } from 'react'
import { currentBook } from '../../data/book.ts'
import { type Answer, post } from '../../data/client.ts'
import { refresh } from '../../data/queries.ts'
import { useFault } from '../../kit/faults.tsx'
import { TextField } from '../../kit/field.tsx'
import { InstantField } from '../../kit/instant-field.tsx'
import { StepField } from '../../kit/step-field.tsx'
import { toast } from '../../kit/toast.tsx'
import { Form } from '../../patterns/form.tsx'
import { Region } from '../../patterns/region.tsx'
import { useFormat } from '../../words/use-format.ts'
import { useWords } from '../../words/use-words.ts'
import { type Axis, axes, plotted, steps, symbols, typeOf } from './axes.ts'

type Draft = Partial<Record<Axis | 'note' | 'measured_at', string>>

/** Only what was said; the first value said is the main one. */
function bodyOf(draft: Draft): object {
  const said = Object.fromEntries(Object.entries(draft).filter(([, value]) => value !== ''))
  const main = axes.find(axis => said[axis] !== undefined)
  return { ...said, ...(main && { type: typeOf[main] }) }
}

export function MeasureForm({ batch }: { batch: Batch }) {
  const { measure: words } = useWords('batches')
  const { quantity } = useFormat()
  const [draft, setDraft] = useState<Draft>({})
  const [taken, setTaken] = useState(0)
  const change = (part: Draft) => setDraft(now => ({ ...now, ...part }))
  const finish = ({ body }: Answer<Measurement>) => {
    const values = axes.filter(axis => body[axis] !== null).map(axis => quantity(body[axis]!, symbols[axis]))
    toast(words.saved(values.join(', ')))
    setDraft({})
    // The next reading is another intention: a form of its own, with a key of its own.
    setTaken(taken + 1)
    void refresh(currentBook(), ['/batches', '/vessels', '/reports'])
  }
  const place = usePlaceInSight('#measure')
  return (
    <Region title={words.title}>
      <div className="measure" ref={place}>
        <Form
          key={taken}
          send={idempotencyKey =>
            post<Measurement>(`/batches/${batch.id}/measurements`, { body: bodyOf(draft), idempotencyKey })
          }
          onDone={finish}
          submit={words.save}
          isDirty={Object.values(draft).some(value => value !== '')}
        >
          <Values batch={batch} of={plotted} draft={draft} change={change} />
          <details>
            <summary>{words.more}</summary>
            <div className="stack">
              <Values batch={batch} of={axes.slice(3)} draft={draft} change={change} />
              <WhenAndWhy draft={draft} change={change} />
            </div>
          </details>
        </Form>
      </div>
    </Region>
  )
}

/** Who came from a vessel to measure is at the fields at once, also when a plot above them comes later. */
function usePlaceInSight(hash: string) {
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (window.location.hash !== hash) return
    const grown = new ResizeObserver(() => place.current?.scrollIntoView({ block: 'center' }))
    grown.observe(document.body)
    const touched = new AbortController()
    const stop = () => {
      grown.disconnect()
      touched.abort()
    }
    for (const by of ['pointerdown', 'wheel', 'keydown']) window.addEventListener(by, stop, { signal: touched.signal })
    return stop
  }, [hash])
  return place
}

interface ValuesProps {
  batch: Batch
  of: readonly Axis[]
  draft: Draft
  change: (part: Draft) => void
}

function Values({ of, ...others }: ValuesProps) {
  return of.map(axis => <Value key={axis} axis={axis} {...others} />)
}

interface ValueProps extends Omit<ValuesProps, 'of'> {
  axis: Axis
}

/** Without a path: a dialog of the same screen has fields of these names, and a field is found by its name. */
function Value({ axis, batch, draft, change }: ValueProps) {
  const { readings, measure: words } = useWords('batches')
  return (
    <StepField
      label={symbols[axis] ? `${readings.axes[axis]} (${symbols[axis]})` : readings.axes[axis]}
      fault={useFault(axis)}
      words={words}
      {...steps[axis]}
      start={batch.latest[axis]?.value}
      value={draft[axis] ?? ''}
      onChange={value => change({ [axis]: value })}
    />
  )
}

function WhenAndWhy({ draft, change }: Pick<ValuesProps, 'draft' | 'change'>) {
  const { measure: words } = useWords('batches')
  return (
    <>
      <InstantField
        label={words.at}
        fault={useFault('measured_at')}
        hint={words.atHint}
        value={draft.measured_at ?? ''}
        onChange={measured_at => change({ measured_at })}
      />
      <TextField
        label={words.note}
        fault={useFault('note')}
        autoComplete="off"
        value={draft.note ?? ''}
        onChange={note => change({ note })}
      />
    </>
  )
}
