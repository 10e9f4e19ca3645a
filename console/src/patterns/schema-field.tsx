/** One field of a JSON Schema, as the control that fits it. */
import { kindOfField } from '../data/pickable.ts'
import { Check } from '../kit/choices.tsx'
import { DayField } from '../kit/day-field.tsx'
import { DecimalField } from '../kit/decimal-field.tsx'
import { type FieldProps, SelectField, TextArea, TextField } from '../kit/field.tsx'
import { InstantField } from '../kit/instant-field.tsx'
import { Picker } from '../kit/picker.tsx'
import { useLanguage } from '../words/language.ts'
import { useWords } from '../words/use-words.ts'
import { ColourField } from './colour-field.tsx'
import { useFieldName } from './field-name.ts'
import { PictureField } from './picture-field.tsx'
import { type FieldKind, fieldKind, type JsonSchema } from './schema-fields.ts'

export interface SchemaFieldProps {
  name: string
  path: string
  schema: JsonSchema
  isRequired: boolean
  value: unknown
  onChange: (value: unknown) => void
  /** In a table whose head names the field. */
  isCell?: boolean
}

export function SchemaField(props: SchemaFieldProps) {
  const { name, path, schema, isRequired, value, onChange, isCell = false } = props
  const label = useFieldName()(name)
  const { form } = useWords('frame')
  const kind = fieldKind(name, schema)
  const text = typeof value === 'string' ? value : ''
  const said = useHint(schema)
  const hint = isCell ? undefined : said
  const field = { label, path, hint, ...(isRequired && { isRequired }), ...(isCell && { isLabelUnseen: isCell }) }
  const controlled = { value: text, onChange }
  const nameOfValue = useValueName()
  // With a default there is no third answer: none would mean one of the others.
  const isAlways = isRequired || schema.default !== undefined
  switch (kind.is) {
    case 'day':
      return <DayField {...field} {...controlled} />
    case 'instant':
      return <InstantField {...field} {...controlled} />
    case 'decimal':
      return <DecimalField {...field} {...controlled} {...(kind.places !== undefined && { places: kind.places })} />
    case 'record':
      return <Picker {...field} kind={kindOfField(name)!} value={text} onChange={id => onChange(id)} />
    case 'choice': {
      const options = kind.values.map(one => ({ value: one, label: nameOfValue(one) }))
      const chosen = text || (typeof schema.default === 'string' ? schema.default : '')
      const empty = isAlways ? (chosen === '' ? { empty: '' } : {}) : { empty: form.none }
      return <SelectField {...field} value={chosen} onChange={onChange} options={options} {...empty} />
    }
    case 'picture':
      return <PictureField {...field} {...controlled} />
    case 'colour':
      return <ColourField {...field} {...controlled} />
    case 'flag':
      return <FlagField {...{ ...props, field, isAlways }} />
    default:
      return <WrittenField kind={kind} {...field} {...controlled} />
  }
}

type FlagFieldProps = SchemaFieldProps & { field: FieldProps & { hint: string | undefined }; isAlways: boolean }

/** A box to tick, or a list where it may also be left open. */
function FlagField({ schema, value, onChange, isCell, field, isAlways }: FlagFieldProps) {
  const { yes, no, form } = useWords('frame')
  if (isAlways) {
    return (
      <Check
        label={isCell ? <span className="unseen">{field.label}</span> : field.label}
        isChecked={(typeof value === 'boolean' ? value : schema.default) === true}
        onChange={onChange}
        hint={field.hint ?? ''}
      />
    )
  }
  return (
    <SelectField
      {...field}
      value={typeof value === 'boolean' ? String(value) : ''}
      onChange={next => onChange(next === '' ? undefined : next === 'true')}
      empty={form.none}
      options={[
        { value: 'true', label: yes },
        { value: 'false', label: no },
      ]}
    />
  )
}

/** What a value of a short list is called. */
export function useValueName(): (value: string) => string {
  const { values } = useWords('fields')
  return value => (values as Record<string, string>)[value] ?? value.replaceAll('_', ' ')
}

/** The service explains its fields in English only. */
export const useHint = ({ description }: JsonSchema): string | undefined =>
  useLanguage() === 'en' ? description : undefined

type Written = Parameters<typeof TextField>[0] & { kind: FieldKind }

function WrittenField({ kind, ...field }: Written) {
  if (kind.is === 'long' || kind.is === 'json') {
    const { label, value, onChange, path, hint } = field
    return <TextArea {...{ label, value, onChange, hint }} {...(path && { path })} rows={kind.is === 'json' ? 4 : 3} />
  }
  return <TextField {...field} {...(kind.is === 'text' && kind.most && { maxLength: kind.most })} />
}
