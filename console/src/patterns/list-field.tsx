/** A list inside a form: rows of short fields as a grid, rows with lists of their own as cards. */
import { type ComponentType, useId, useRef } from 'react'
import { newId } from '../format/ids.ts'
import { Button } from '../kit/button.tsx'
import { useFault } from '../kit/faults.tsx'
import { useWords } from '../words/use-words.ts'
import { useFieldName } from './field-name.ts'
import { type Row, type Rows, useRows } from './held-rows.ts'
import { type GridColumn, LineGrid } from './line-grid.tsx'
import { focusBeside, focusRow, moved, RowTools } from './row-tools.tsx'
import { SchemaField, useHint } from './schema-field.tsx'
import { fieldKind, isPlain, type JsonSchema, rowName } from './schema-fields.ts'

interface ListFieldProps {
  name: string
  label: string
  path: string
  schema: JsonSchema
  item: JsonSchema
  value: unknown
  onChange: (rows: unknown[]) => void
  /** For rows that are more than a line. */
  form: ComponentType<{ schema: JsonSchema; value: unknown; onChange: (value: unknown) => void; path: string }>
}

const mostColumns = 6

export function ListField(props: ListFieldProps) {
  const { label, path, schema, item, value } = props
  const id = useId()
  const hint = useHint(schema)
  const fault = useFault(path)
  const rows = useRows(value, props.onChange)
  const fields = Object.entries(item.properties ?? {})
  const isFlat = fields.length <= mostColumns && fields.every(([name, field]) => isLine(name, field))
  return (
    <fieldset className="field" aria-labelledby={id} aria-describedby={fault ? `${id}-fault` : undefined}>
      <legend id={id}>{label}</legend>
      {hint && <p className="field-hint">{hint}</p>}
      {isFlat ? <Lines {...props} rows={rows} /> : <Cards {...props} rows={rows} />}
      <Rest rows={rows} />
      {fault && (
        <p className="field-fault" id={`${id}-fault`}>
          {fault}
        </p>
      )}
    </fieldset>
  )
}

const isLine = (name: string, schema: JsonSchema): boolean =>
  isPlain(name, schema) || fieldKind(name, schema).is === 'any'

type PartProps = ListFieldProps & { rows: Rows }

function Lines({ name, label, path, schema, item, rows }: PartProps) {
  const fieldName = useFieldName()
  const required = new Set(item.required)
  const isKept = schema['x-kept'] === true
  const column = ([key, field]: [string, JsonSchema], at: number): GridColumn<Row> => ({
    key,
    label: fieldName(key),
    isWide: at === 0,
    isNumber: ['decimal', 'integer'].includes(fieldKind(key, field).is),
    cell: ({ held }, { index, change }) => {
      const row = (held || {}) as Record<string, unknown>
      const cell = { name: key, path: `${path}[${index}].${key}`, schema: field, value: row[key] }
      const put = (next: unknown) => change({ held: { ...row, [key]: next } })
      return <SchemaField {...cell} isRequired={required.has(key)} isCell onChange={put} />
    },
  })
  const only: GridColumn<Row> = {
    key: name,
    label,
    isWide: true,
    cell: ({ held }, { index, change }) => {
      const cell = { name: rowName(name), path: `${path}[${index}]`, schema: item, value: held }
      return <SchemaField {...cell} isRequired isCell onChange={next => change({ held: next })} />
    },
  }
  const fields = Object.entries(item.properties ?? {})
  return (
    <LineGrid<Row>
      label={label}
      lines={rows.shown}
      columns={fields.length > 0 ? fields.map(column) : [only]}
      blank={() => ({ id: newId(), held: fields.length > 0 ? {} : '' })}
      keyOf={row => row.id}
      onChange={rows.change}
      isMovable={!isKept}
      isBare={fields.length === 0}
      kept={isKept ? rows.stored : 0}
    />
  )
}

function Rest({ rows }: { rows: Rows }) {
  const { form } = useWords('frame')
  if (rows.shown.length === rows.all.length) return null
  return (
    <div>
      <Button onClick={rows.showAll}>{form.showAll(rows.all.length)}</Button>
    </div>
  )
}

/** How a card is called: by what most rows have. */
const titleOf = (held: unknown): string =>
  ['title', 'name', 'code', 'key']
    .map(key => (held as Record<string, unknown>)[key])
    .find(Boolean)
    ?.toString() ?? ''

function Cards({ label, path, schema, item, rows, form: Form }: PartProps) {
  const { form } = useWords('frame')
  const box = useRef<HTMLDivElement>(null)
  const isKept = schema['x-kept'] === true
  const add = () => {
    rows.change(all => [...all, { id: newId(), held: {} }])
    focusRow(box.current, Number.POSITIVE_INFINITY, 'first field')
  }
  const move = (index: number, by: -1 | 1) => {
    rows.change(all => moved(all, index, by))
    focusRow(box.current, index + by, by === 1 ? 'down' : 'up')
  }
  const remove = (index: number) => {
    focusBeside(box.current, index)
    rows.change(all => all.filter((_, at) => at !== index))
  }
  const change = (index: number, held: unknown) =>
    rows.change(all => all.map((row, at) => (at === index ? { ...row, held } : row)))
  return (
    <div className="stack-close" ref={box} data-rows>
      {rows.shown.map(({ id, held }, index) => (
        // biome-ignore lint/a11y/useSemanticElements: a fieldset's legend cannot stand beside its buttons
        <div key={id} data-row role="group" aria-label={`${label} ${index + 1}`} className="list-card">
          <div className="spread">
            <strong>
              {index + 1}. {titleOf(held)}
            </strong>
            <RowTools
              {...{ index, count: rows.all.length }}
              onMove={isKept ? undefined : by => move(index, by)}
              onRemove={isKept && index < rows.stored ? undefined : () => remove(index)}
            />
          </div>
          <Form schema={item} value={held} onChange={next => change(index, next)} path={`${path}[${index}]`} />
        </div>
      ))}
      <div>
        <Button data-add onClick={add}>
          {form.addLine}
        </Button>
      </div>
    </div>
  )
}
