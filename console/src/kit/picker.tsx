/** Chooses a record by name or code. The box is loaded beside the screen: forms have many of them, lists few. */
import { lazy, Suspense } from 'react'
import type { Picked, PickKind } from '../data/pickable.ts'
import { fetched } from '../data/reach.ts'
import { Field, type FieldProps } from './field.tsx'

export interface PickerBoxProps {
  kind: PickKind
  /** The id, or empty. */
  value: string
  onChange: (id: string, picked: Picked | undefined) => void
  /** Narrows what is offered, such as contacts of one partner. */
  query?: Record<string, string>
  autoFocus?: boolean
  /** Enter while nothing is being chosen. */
  onEnter?: () => void
}

const PickerBox = lazy(async () => ({ default: (await fetched(() => import('./picker-box.tsx'))).PickerBox }))

export function Picker({ kind, value, onChange, query, autoFocus, onEnter, ...field }: PickerBoxProps & FieldProps) {
  return (
    <Field {...field}>
      {control => (
        <Suspense fallback={<input className="input" disabled {...control} />}>
          <PickerBox
            {...{ kind, value, onChange, control }}
            {...(query && { query })}
            {...(autoFocus && { autoFocus })}
            {...(onEnter && { onEnter })}
          />
        </Suspense>
      )}
    </Field>
  )
}
