/** One thing at a time, for thumbs: how far it is, what it is, a large number, and the way on. */
import type { ReactNode } from 'react'
import { decimalFault, stepDecimal } from '../format/decimal.ts'
import { Button } from '../kit/button.tsx'
import { Field } from '../kit/field.tsx'
import { useFormat } from '../words/use-format.ts'
import { useWords } from '../words/use-words.ts'
import './tally.css'

interface ProgressProps {
  label: string
  /** Such as the warehouse. */
  about: string
  done: number
  all: number
}

export function Progress({ label, about, done, all }: ProgressProps) {
  const words = useWords('tally')
  const { count } = useFormat()
  return (
    <div className="tally-progress">
      <div className="spread">
        <span className="quiet">{about}</span>
        <strong>{words.of(count(done), count(all))}</strong>
      </div>
      <progress aria-label={label} value={done} max={Math.max(all, 1)} />
    </div>
  )
}

interface TallyProps {
  /** The name of the number. */
  label: string
  value: string
  onChange: (value: string) => void
  onSave: () => void
  onSkip: () => void
  /** As many as the unit has. */
  places?: number | undefined
  /** Below the number, such as how far it is off. */
  note?: ReactNode
  /** What is counted. */
  children: ReactNode
}

/** Enter saves, as the button does; a number that is none is not sent. */
export function Tally({ label, value, onChange, onSave, onSkip, places, note, children }: TallyProps) {
  const words = useWords('tally')
  const fault = useFaultOf(value, places)
  const isReady = value !== '' && fault === undefined
  const save = () => isReady && onSave()
  const step = (by: 1 | -1) => onChange(stepDecimal(value, by))
  return (
    <form
      className="tally"
      onSubmit={event => {
        event.preventDefault()
        save()
      }}
    >
      <div className="panel tally-what">{children}</div>
      <div className="tally-number">
        <Button aria-label={words.less} onClick={() => step(-1)}>
          −
        </Button>
        <Large label={label} value={value} onChange={onChange} fault={fault} />
        <Button aria-label={words.more} onClick={() => step(1)}>
          +
        </Button>
      </div>
      <div role="status">{note}</div>
      <div className="tally-end">
        <Button onClick={onSkip}>{words.skip}</Button>
        <Button type="submit" look="main" isOff={!isReady}>
          {words.save}
        </Button>
      </div>
    </form>
  )
}

export const tallyField = 'tally-number'

/** Said while it is typed: who counts is at the next thing when the service would say so. */
function useFaultOf(value: string, places: number | undefined): string | undefined {
  const { form } = useWords('frame')
  return value === '' ? undefined : decimalFault(value, places, form)
}

interface LargeProps extends Pick<TallyProps, 'label' | 'value' | 'onChange'> {
  fault: string | undefined
}

function Large({ label, value, onChange, fault }: LargeProps) {
  return (
    <Field label={label} path={tallyField} fault={fault}>
      {control => (
        <input
          className="input"
          type="text"
          inputMode="decimal"
          autoComplete="off"
          {...control}
          value={value}
          onFocus={event => event.target.select()}
          onChange={event => onChange(event.target.value)}
        />
      )}
    </Field>
  )
}
