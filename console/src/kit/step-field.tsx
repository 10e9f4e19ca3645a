/** A number that wet hands can set: large, with − and + beside it and the decimal keypad. */
import { addDecimals, isNegative, negated, readDecimal } from '../format/decimal.ts'
import { useFormat } from '../words/use-format.ts'
import { DecimalField } from './decimal-field.tsx'
import type { FieldProps } from './field.tsx'
import './step-field.css'

interface StepFieldProps extends FieldProps {
  value: string
  onChange: (value: string) => void
  /** What − and + take and give, such as `0.1`. */
  step: string
  /** Where they begin while the field is empty, such as the reading before. */
  start?: string | undefined
  /** Where − stops. */
  least?: string
  places?: number
  /** What the two buttons are called. */
  words: { less: string; greater: string }
}

export function StepField({ value, onChange, step, start, least, words, ...field }: StepFieldProps) {
  const { decimal } = useFormat()
  const at = readDecimal(value) ?? readDecimal(start ?? '') ?? '0'
  const move = (by: string) => () => {
    const next = addDecimals(at, by)
    onChange(least !== undefined && isNegative(addDecimals(next, negated(least))) ? least : next)
  }
  return (
    <div className="step-field">
      <button
        type="button"
        className="step-button"
        aria-label={`${field.label}: ${words.less}`}
        onClick={move(`-${step}`)}
      >
        −
      </button>
      <DecimalField {...field} value={value} onChange={onChange} {...(start && { placeholder: decimal(start) })} />
      <button
        type="button"
        className="step-button"
        aria-label={`${field.label}: ${words.greater}`}
        onClick={move(step)}
      >
        +
      </button>
    </div>
  )
}
