/** A section of the settings: its entries, each changed in a dialog that shows the plan before it is saved. */
import { useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { kindOfField } from '../../data/pickable.ts'
import { useRecord } from '../../data/queries.ts'
import type { Entry, Section } from '../../data/settings.ts'
import { Button } from '../../kit/button.tsx'
import { Skeleton } from '../../kit/facts.tsx'
import { later } from '../../kit/later.tsx'
import { Link } from '../../kit/link.tsx'
import { type Column, Table } from '../../kit/table.tsx'
import { useFieldName } from '../../patterns/field-name.ts'
import { Name } from '../../patterns/name.tsx'
import { ProblemAlert } from '../../patterns/problem.tsx'
import { useValueName } from '../../patterns/schema-field.tsx'
import { type FieldKind, fieldKind, isPlain, type JsonSchema } from '../../patterns/schema-fields.ts'
import { Screen } from '../../patterns/screen.tsx'
import { useFormat } from '../../words/use-format.ts'
import { useWords } from '../../words/use-words.ts'
import { BookBadge } from './index.tsx'

const EntryDialog = later(async () => (await import('./entry-dialog.tsx')).EntryDialog)

export function SettingsSection() {
  const { name = '' } = useParams({ strict: false }) as { name?: string }
  const path = `/settings/sections/${name}`
  const words = useWords('settings')
  const { screens, loading } = useWords('frame')
  const { data, error } = useRecord<Section>(path)
  const [edited, setEdited] = useState<Entry | 'new'>()
  const title = (words.sections as Record<string, string>)[name] ?? name.replaceAll('_', ' ')
  const section = data?.body
  const mayAdd = section && (!section.is_single || section.entries.length === 0)
  return (
    <Screen
      title={title}
      beside={<BookBadge />}
      actions={
        <div className="row">
          <Link to="/settings" look="plain">
            {screens.settings}
          </Link>
          {mayAdd && (
            <Button look="main" onClick={() => setEdited('new')}>
              {words.add}
            </Button>
          )}
        </div>
      }
    >
      <ProblemAlert error={error} />
      {!section && !error && <Skeleton label={loading} />}
      {section && <Entries title={title} section={section} onEdit={setEdited} />}
      {section && edited && (
        <EntryDialog
          path={path}
          title={edited === 'new' ? words.add : words.editNamed(nameOf(edited))}
          schema={section.schema as JsonSchema}
          stored={edited === 'new' ? undefined : edited}
          onClose={() => setEdited(undefined)}
        />
      )}
    </Screen>
  )
}

/** How people call an entry: by what most of them have. */
const nameOf = (entry: Entry): string => {
  const given = ['code', 'name', 'symbol', 'kind', 'email']
    .map(key => entry[key])
    .find(value => typeof value === 'string')
  return (
    (given as string | undefined) ??
    Object.values(entry)
      .find(value => typeof value === 'string')
      ?.toString() ??
    ''
  )
}

interface EntriesProps {
  title: string
  section: Section
  onEdit: (entry: Entry) => void
}

const mostColumns = 6

function Entries({ title, section, onEdit }: EntriesProps) {
  const words = useWords('settings')
  const { edit } = useWords('frame')
  const columns = useEntryColumns(section.schema as JsonSchema)
  if (section.entries.length === 0) return <p className="quiet">{words.empty}</p>
  const last: Column<Entry> = {
    key: ' edit',
    label: edit,
    isNumber: true,
    card: 'amount',
    cell: entry => (
      <Button aria-label={words.editNamed(nameOf(entry))} onClick={() => onEdit(entry)}>
        {edit}
      </Button>
    ),
  }
  return (
    <Table
      label={title}
      rows={section.entries}
      keyOf={(entry, index) => `${index} ${nameOf(entry)}`}
      columns={[...columns, last]}
    />
  )
}

/** The first plain fields; the others are in the dialog. */
function useEntryColumns(schema: JsonSchema): readonly Column<Entry>[] {
  const fieldName = useFieldName()
  const { yes, no } = useWords('frame')
  const valueName = useValueName()
  const { day, decimal } = useFormat()
  const plain = Object.entries(schema.properties ?? {}).filter(([name, field]) => isPlain(name, field))
  const shown = (kind: FieldKind['is'], value: unknown): string => {
    if (value === null || value === undefined || value === '') return ''
    if (typeof value === 'boolean') return value ? yes : no
    if (kind === 'choice') return valueName(String(value))
    if (kind === 'day') return day(String(value))
    return kind === 'decimal' ? decimal(String(value)) : String(value)
  }
  return plain.slice(0, mostColumns).map(([name, field], index) => ({
    key: name,
    label: fieldName(name),
    isNumber: ['decimal', 'integer'].includes(fieldKind(name, field).is),
    ...(index === 0 ? { card: 'title' as const } : index > 2 && { card: 'none' as const }),
    cell: entry => {
      const value = entry[name]
      const kind = fieldKind(name, field).is
      const isRecord = kind === 'record' && typeof value === 'string'
      const text = isRecord ? <Name kind={kindOfField(name)!} id={value} /> : shown(kind, value)
      return index === 0 ? <strong>{text}</strong> : text
    },
  }))
}
