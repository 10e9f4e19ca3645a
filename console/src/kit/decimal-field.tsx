/** A decimal as people write it; what leaves is the text the service takes, or what was typed when it is no number. */
import { useState } from 'react'
import { decimalFault, isWhole, readDecimal, readTyped } from '../format/decimal.ts'
import { useFormat } from '../words/use-format.ts'
import { useWords } from '../words/use-words.ts'
import { Field, type FieldProps } from './field.tsx'

interface DecimalFieldProps extends FieldProps {
  value: string
  onChange: (value: string) => void
  /** As many places as the unit has. */
  places?: number
  /** Of money: a fraction has two, as everywhere else. */
  isMoney?: boolean
  placeholder?: string
  onEnter?: () => void
}

export function DecimalField(props: DecimalFieldProps) {
  const { value, onChange, places, isMoney = false, placeholder, onEnter, ...field } = props
  const { decimal, language } = useFormat()
  const words = useWords('frame')
  const [typed, setTyped] = useState<string>()
  const read = readDecimal(value)
  // A comma that parts thousands would part the fraction as soon as a digit is added or taken.
  const plain = (text: string) => {
    const local = decimal(text, isMoney && !isWhole(text) ? 2 : 0)
    return language === 'en' ? local.replaceAll(',', '') : local
  }
  const shown = typed ?? (read === undefined ? value : plain(read))
  const fault = value === '' ? undefined : decimalFault(value, places, words.form)
  return (
    <Field {...field} fault={field.fault ?? fault}>
      {control => (
        <input
          className="input input-number"
          type="text"
          inputMode="decimal"
          autoComplete="off"
          placeholder={placeholder}
          {...control}
          value={shown}
          onFocus={event => event.target.select()}
          onChange={({ target }) => {
            setTyped(target.value)
            onChange(target.value.trim() === '' ? '' : (readTyped(language, target.value) ?? target.value))
          }}
          onBlur={() => setTyped(undefined)}
          onKeyDown={event => {
            if (event.key !== 'Enter' || !onEnter) return
            event.preventDefault()
            onEnter()
          }}
        />
      )}
    </Field>
  )
}
