/** A password. */
import { Field, type FieldProps } from './field.tsx'

interface PasswordFieldProps extends FieldProps {
  value: string
  onChange: (value: string) => void
  /** Tells the browser whether to fill it in, or to propose one. */
  is?: 'current' | 'new'
}

export function PasswordField({ value, onChange, is = 'current', ...field }: PasswordFieldProps) {
  return (
    <Field {...field}>
      {control => (
        <input
          {...control}
          className="input"
          type="password"
          autoComplete={`${is}-password`}
          value={value}
          onChange={event => onChange(event.target.value)}
        />
      )}
    </Field>
  )
}
