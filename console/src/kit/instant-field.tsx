/** A moment, as clocks show it where the account is; what leaves is the instant. */
import { clockTime, instantAt } from '../format/instants.ts'
import { currentTimeZone } from '../words/use-format.ts'
import { Field, type FieldProps } from './field.tsx'

interface InstantFieldProps extends FieldProps {
  /** An instant, or empty. */
  value: string
  onChange: (value: string) => void
}

export function InstantField({ value, onChange, ...field }: InstantFieldProps) {
  const shown = value === '' ? '' : clockTime(value, currentTimeZone()).slice(0, 16)
  return (
    <Field {...field}>
      {control => (
        <input
          className="input"
          type="datetime-local"
          {...control}
          value={shown}
          onChange={({ target }) =>
            onChange(target.value === '' ? '' : instantAt(`${target.value}:00`, currentTimeZone()))
          }
        />
      )}
    </Field>
  )
}
