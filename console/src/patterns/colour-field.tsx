/** A colour, from the palette of the browser; none is an answer too. */
import { Button } from '../kit/button.tsx'
import { Field, type FieldProps } from '../kit/field.tsx'
import { useWords } from '../words/use-words.ts'
import './picture-field.css'

interface ColourFieldProps extends FieldProps {
  /** `#rrggbb`, or nothing. */
  value: string
  onChange: (value: string) => void
}

export function ColourField({ value, onChange, ...field }: ColourFieldProps) {
  const { form } = useWords('frame')
  return (
    <Field {...field}>
      {control => (
        <div className="picture-field">
          <input
            className="colour-input"
            type="color"
            {...control}
            value={value || '#000000'}
            onChange={({ target }) => onChange(target.value)}
          />
          <span className={value ? '' : 'quiet'}>{value || form.none}</span>
          {value && <Button onClick={() => onChange('')}>{form.remove}</Button>}
        </div>
      )}
    </Field>
  )
}
