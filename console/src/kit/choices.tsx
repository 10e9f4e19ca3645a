/** Check boxes and radio buttons, alone and in groups. */
import { type ReactNode, useId } from 'react'
import { useFault } from './faults.tsx'
import type { Option } from './field.tsx'
import './field.css'

interface CheckProps {
  label: ReactNode
  isChecked: boolean
  onChange: (isChecked: boolean) => void
  hint?: string
  isOff?: boolean
}

export function Check({ label, isChecked, onChange, hint, isOff = false }: CheckProps) {
  const id = useId()
  return (
    <div>
      <label className="check">
        <input
          type="checkbox"
          checked={isChecked}
          disabled={isOff}
          aria-describedby={hint ? id : undefined}
          onChange={event => onChange(event.target.checked)}
        />
        <span>{label}</span>
      </label>
      {hint && (
        <p className="field-hint" id={id}>
          {hint}
        </p>
      )}
    </div>
  )
}

/** A named group of controls; with `path` it shows the fault of that field. */
export function Group({ label, path, children }: { label: string; path?: string; children: ReactNode }) {
  const id = useId()
  const fault = useFault(path)
  return (
    <fieldset className="field" aria-labelledby={id} aria-describedby={fault ? `${id}-fault` : undefined}>
      <legend id={id}>{label}</legend>
      {children}
      {fault && (
        <p className="field-fault" id={`${id}-fault`}>
          {fault}
        </p>
      )}
    </fieldset>
  )
}

interface RadiosProps {
  label: string
  value: string
  options: readonly Option[]
  onChange: (value: string) => void
  path?: string
}

/** One of a few, all in sight. */
export function Radios({ label, value, options, onChange, path }: RadiosProps) {
  const name = useId()
  const fault = useFault(path)
  return (
    <div
      className="field"
      role="radiogroup"
      aria-labelledby={`${name}-label`}
      aria-describedby={fault ? `${name}-fault` : undefined}
    >
      <span id={`${name}-label`} className="field-legend">
        {label}
      </span>
      <div className="choices">
        {options.map(option => (
          <label className="choice" key={option.value}>
            <input
              type="radio"
              name={name}
              value={option.value}
              checked={option.value === value}
              onChange={() => onChange(option.value)}
            />
            {option.label}
          </label>
        ))}
      </div>
      {fault && (
        <p className="field-fault" id={`${name}-fault`}>
          {fault}
        </p>
      )}
    </div>
  )
}
