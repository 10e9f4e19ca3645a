/** A form made from a JSON Schema: what the service declares is what the person is asked. */
import { kindOfField } from '../data/pickable.ts'
import { Check } from '../kit/choices.tsx'
import { DayField } from '../kit/day-field.tsx'
import { DecimalField } from '../kit/decimal-field.tsx'
import { SelectField, TextArea, TextField } from '../kit/field.tsx'
import { InstantField } from '../kit/instant-field.tsx'
import { Picker } from '../kit/picker.tsx'
import { useLanguage } from '../words/language.ts'
import { useWords } from '../words/use-words.ts'
import { useFieldName } from './field-name.ts'
import { type FieldKind, fieldKind, type JsonSchema } from './schema-fields.ts'

interface SchemaFormProps {
  schema: JsonSchema
  /** An object of texts and flags, as the fields hold them. */
  value: unknown
  onChange: (value: unknown) => void
  /** Where the object stands in the body: `address`, `entries[2]`. */
  path?: string
}

export function SchemaForm({ schema, value, onChange, path }: SchemaFormProps) {
  const held = (value ?? {}) as Record<string, unknown>
  const required = new Set(schema.required)
  return (
    <div className="columns">
      {Object.entries(schema.properties ?? {}).map(([name, field]) => (
        <SchemaField
          key={name}
          name={name}
          path={path ? `${path}.${name}` : name}
          schema={field}
          isRequired={required.has(name)}
          value={held[name]}
          onChange={next => onChange({ ...held, [name]: next })}
        />
      ))}
    </div>
  )
}

interface SchemaFieldProps {
  name: string
  path: string
  schema: JsonSchema
  isRequired: boolean
  value: unknown
  onChange: (value: unknown) => void
}

function SchemaField(props: SchemaFieldProps) {
  const { name, path, schema, isRequired, value, onChange } = props
  const label = useFieldName()(name)
  const { yes, no, form } = useWords('frame')
  const { values } = useWords('fields')
  const kind = fieldKind(name, schema)
  const text = typeof value === 'string' ? value : ''
  // The service explains its fields in English only.
  const hint = useLanguage() === 'en' ? schema.description : undefined
  const field = { label, path, hint, ...(isRequired && { isRequired: true }) }
  const controlled = { value: text, onChange }
  const nameOfValue = (one: string) => (values as Record<string, string>)[one] ?? one.replaceAll('_', ' ')
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
      return <SelectField {...field} {...controlled} options={options} {...(!isRequired && { empty: form.none })} />
    }
    case 'flag':
      return isRequired ? (
        <Check label={label} isChecked={value === true} onChange={onChange} hint={hint ?? ''} />
      ) : (
        <SelectField
          {...field}
          value={value === undefined ? '' : String(value)}
          onChange={next => onChange(next === '' ? undefined : next === 'true')}
          empty={form.none}
          options={[
            { value: 'true', label: yes },
            { value: 'false', label: no },
          ]}
        />
      )
    default:
      return <WrittenField kind={kind} {...field} {...controlled} />
  }
}

type Written = Parameters<typeof TextField>[0] & { kind: FieldKind }

function WrittenField({ kind, ...field }: Written) {
  if (kind.is === 'long' || kind.is === 'json') {
    const { label, value, onChange, path, hint } = field
    return <TextArea {...{ label, value, onChange, hint }} {...(path && { path })} rows={kind.is === 'json' ? 6 : 3} />
  }
  return <TextField {...field} {...(kind.is === 'text' && kind.most && { maxLength: kind.most })} />
}
