/** A day: typed as `15.11.`, `+7` or `t`, moved by arrow keys, or picked by the browser's own calendar on touch. */
import { useState } from 'react'
import { addDays, isDayOrEmpty, readDay } from '../format/days.ts'
import { currentDay, useFormat } from '../words/use-format.ts'
import { useWords } from '../words/use-words.ts'
import { Field, type FieldProps } from './field.tsx'

interface DayFieldProps extends FieldProps {
  /** `2026-11-15`, or empty. */
  value: string
  onChange: (value: string) => void
}

const isTouch = matchMedia('(pointer: coarse)').matches

export function DayField(props: DayFieldProps) {
  return isTouch ? <NativeDay {...props} /> : <TypedDay {...props} />
}

function NativeDay({ value, onChange, ...field }: DayFieldProps) {
  return (
    <Field {...field}>
      {control => (
        <input className="input" type="date" {...control} value={value} onChange={e => onChange(e.target.value)} />
      )}
    </Field>
  )
}

function TypedDay({ value, onChange, ...field }: DayFieldProps) {
  const { day } = useFormat()
  const { form } = useWords('frame')
  const [typed, setTyped] = useState<string>()
  const today = currentDay()
  const isDay = isDayOrEmpty(value)
  const move = (days: number) => {
    setTyped(undefined)
    onChange(addDays(isDay && value ? value : today, days))
  }
  const keep = () => {
    if (typed !== undefined) onChange(typed.trim() === '' ? '' : (readDay(typed, today) ?? typed))
    setTyped(undefined)
  }
  return (
    <Field {...field} fault={field.fault ?? (isDay || typed !== undefined ? undefined : form.notADay)}>
      {control => (
        <input
          className="input"
          type="text"
          autoComplete="off"
          placeholder={form.dayExample}
          {...control}
          value={typed ?? (isDay ? day(value) : value)}
          onChange={event => setTyped(event.target.value)}
          onBlur={keep}
          onKeyDown={event => {
            if (event.key === 'Enter') keep()
            if (event.key !== 'ArrowUp' && event.key !== 'ArrowDown') return
            event.preventDefault()
            move(event.key === 'ArrowUp' ? 1 : -1)
          }}
        />
      )}
    </Field>
  )
}
