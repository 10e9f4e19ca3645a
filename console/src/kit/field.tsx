/** A label, a control, a hint and a fault, tied together for readers of every kind. */
import { type ComponentProps, type ReactNode, useId } from 'react'
import { fieldId } from '../format/field-paths.ts'
import { useFault, useMend } from './faults.tsx'
import './field.css'

export interface FieldProps {
  label: string
  /** As the service names it: faults of that path are shown here. */
  path?: string
  hint?: ReactNode
  fault?: string | undefined
  /** The label is there for readers only: a table's head shows it already. */
  isLabelUnseen?: boolean
  isRequired?: boolean
}

export interface ControlProps {
  id: string
  'aria-describedby'?: string
  'aria-invalid'?: true
  'aria-required'?: true
}

export function Field({ children, ...field }: FieldProps & { children: (control: ControlProps) => ReactNode }) {
  const own = useId()
  const id = field.path === undefined ? own : fieldId(field.path)
  const found = useFault(field.path)
  const mend = useMend()
  const fault = field.fault ?? found
  const described = [field.hint && `${id}-hint`, fault && `${id}-fault`].filter(Boolean).join(' ')
  const control: ControlProps = {
    id,
    ...(described && { 'aria-describedby': described }),
    ...(fault && { 'aria-invalid': true as const }),
    ...(field.isRequired && { 'aria-required': true as const }),
  }
  return (
    <div className="field" onInput={() => field.path !== undefined && mend(field.path)}>
      <label htmlFor={id} className={field.isLabelUnseen ? 'unseen' : undefined}>
        {field.label}
      </label>
      {children(control)}
      {field.hint && (
        <p className="field-hint" id={`${id}-hint`}>
          {field.hint}
        </p>
      )}
      {fault && (
        <p className="field-fault" id={`${id}-fault`}>
          {fault}
        </p>
      )}
    </div>
  )
}

interface Controlled<Value> {
  value: Value
  onChange: (value: Value) => void
}

type Passed = 'autoComplete' | 'autoFocus' | 'maxLength' | 'placeholder' | 'type' | 'inputMode' | 'spellCheck' | 'name'
type TextFieldProps = FieldProps & Controlled<string> & Pick<ComponentProps<'input'>, Passed>

export function TextField({
  value,
  onChange,
  label,
  path,
  hint,
  fault,
  isLabelUnseen,
  isRequired,
  ...rest
}: TextFieldProps) {
  const field = { label, ...(path !== undefined && { path }), hint, fault, ...flags({ isLabelUnseen, isRequired }) }
  return (
    <Field {...field}>
      {control => (
        <input
          className="input"
          type="text"
          {...rest}
          {...control}
          value={value}
          onChange={e => onChange(e.target.value)}
        />
      )}
    </Field>
  )
}

export function TextArea({ value, onChange, rows = 3, ...field }: FieldProps & Controlled<string> & { rows?: number }) {
  return (
    <Field {...field}>
      {control => (
        <textarea className="input" rows={rows} {...control} value={value} onChange={e => onChange(e.target.value)} />
      )}
    </Field>
  )
}

export interface Option {
  value: string
  label: string
}

/** One of a short list; the first, empty one stands for none. */
export function SelectField(props: FieldProps & Controlled<string> & { options: readonly Option[]; empty?: string }) {
  const { value, onChange, options, empty, ...field } = props
  return (
    <Field {...field}>
      {control => (
        <select className="input" {...control} value={value} onChange={e => onChange(e.target.value)}>
          {empty !== undefined && <option value="">{empty}</option>}
          {options.map(option => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </select>
      )}
    </Field>
  )
}

const flags = (given: { isLabelUnseen?: boolean | undefined; isRequired?: boolean | undefined }) => ({
  ...(given.isLabelUnseen && { isLabelUnseen: true }),
  ...(given.isRequired && { isRequired: true }),
})
