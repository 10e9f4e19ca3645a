/** A form made from a JSON Schema: what the service declares is what the person is asked. */
import { Check, Group } from '../kit/choices.tsx'
import { useWords } from '../words/use-words.ts'
import { useFieldName } from './field-name.ts'
import { ListField } from './list-field.tsx'
import { SchemaField, type SchemaFieldProps, useHint, useValueName } from './schema-field.tsx'
import { fieldKind, type JsonSchema } from './schema-fields.ts'

interface SchemaFormProps {
  schema: JsonSchema
  /** An object of texts and flags, as the fields hold them, and of lists and objects of them. */
  value: unknown
  onChange: (value: unknown) => void
  /** Where the object stands in the body: `address`, `entries[2]`. */
  path?: string
}

export function SchemaForm({ schema, value, onChange, path }: SchemaFormProps) {
  const held = (value || {}) as Record<string, unknown>
  const required = new Set(schema.required)
  return (
    <div className="columns">
      {Object.entries(schema.properties ?? {}).map(([name, field]) => (
        <FormField
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

function FormField(props: SchemaFieldProps) {
  const { name, path, schema, value, onChange } = props
  const label = useFieldName()(name)
  const kind = fieldKind(name, schema)
  if (kind.is === 'choices') return <ChoicesField {...props} {...kind} />
  if (kind.is === 'list') {
    return (
      <div className="columns-whole">
        <ListField {...{ name, label, path, schema, value, onChange }} item={kind.item} form={SchemaForm} />
      </div>
    )
  }
  if (kind.is !== 'object') return <SchemaField {...props} />
  return (
    <div className="columns-whole">
      <Group label={label}>
        <SchemaForm {...{ schema, value, onChange, path }} />
      </Group>
    </div>
  )
}

/** Any of a short list: a box for each. Where none is a wish of its own, none ticked means all. */
function ChoicesField(props: SchemaFieldProps & { values: readonly string[]; isNullable: boolean }) {
  const { name, path, schema, value, onChange, values, isNullable } = props
  const { form } = useWords('frame')
  const label = useFieldName()(name)
  const hint = useHint(schema) ?? (isNullable ? form.noneIsAll : undefined)
  const nameOfValue = useValueName()
  const chosen = Array.isArray(value) ? (value as string[]) : []
  const choose = (one: string, isChosen: boolean) => {
    const next = values.filter(each => (each === one ? isChosen : chosen.includes(each)))
    onChange(next.length === 0 && isNullable ? '' : next)
  }
  return (
    <Group label={label} path={path}>
      {hint && <p className="field-hint">{hint}</p>}
      <div className="checks">
        {values.map(one => (
          <Check
            key={one}
            label={nameOfValue(one)}
            isChecked={chosen.includes(one)}
            onChange={isChosen => choose(one, isChosen)}
          />
        ))}
      </div>
    </Group>
  )
}
