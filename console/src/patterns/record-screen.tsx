/** A record: heading, state, actions, stages, sections. Its actions come from the service, none is coded here. */
import { type ReactNode, useEffect } from 'react'
import type { AnyRecord } from '../data/actions.ts'
import type { Answer } from '../data/client.ts'
import { fileRightOf } from '../data/file-rights.ts'
import { useRecord } from '../data/queries.ts'
import { useRights, useSession } from '../data/session.ts'
import { Skeleton } from '../kit/facts.tsx'
import { later } from '../kit/later.tsx'
import { State } from '../kit/state.tsx'
import { type Section, Tabs } from '../kit/tabs.tsx'
import { useWords } from '../words/use-words.ts'
import { RecordActions } from './record-actions.tsx'
import { RecordProblem } from './record-problem.tsx'
import { Screen } from './screen.tsx'
import { useParams, useSetParams } from './search-params.ts'
import { Stages } from './stages.tsx'

const Attachments = later(async () => (await import('./attachments.tsx')).Attachments)
const History = later(async () => (await import('./history.tsx')).History)
const RecordJson = later(async () => (await import('./record-json.tsx')).RecordJson)
const ActionDialog = later(async () => (await import('./action-dialog.tsx')).ActionDialog)

export interface RecordScreenProps<Record extends AnyRecord> {
  /** Such as `/orders/{id}`. */
  path: string
  /** How the record is called in the heading; its number or name unless given. */
  titleOf?: (record: Record) => string
  /** The states in the order they come, for the bar of stages. */
  stages?: readonly string[]
  hasActions?: boolean
  /** At most two, shown as buttons when the service allows them. */
  mainActions?: readonly string[]
  /** Actions the screen has dialogs of its own for, such as those that show a secret. */
  ownActions?: readonly string[]
  /** Further buttons, such as the PDF. */
  tools?: (record: Record) => ReactNode
  overview?: (record: Record, answer: Answer<Record>) => ReactNode
  sections: (record: Record, answer: Answer<Record>) => readonly Section[]
  hasHistory?: boolean
}

export function RecordScreen<Record extends AnyRecord>(props: RecordScreenProps<Record>) {
  const { loading } = useWords('frame')
  const record = useRecord<Record>(props.path)
  if (record.data) return <Loaded {...props} answer={record.data} />
  return record.isError ? <RecordProblem error={record.error} /> : <Skeleton label={loading} />
}

export const nameOf = ({ number, name, id }: AnyRecord): string => number ?? name ?? id

function Loaded<Record extends AnyRecord>(props: RecordScreenProps<Record> & { answer: Answer<Record> }) {
  const { answer, path, stages, hasActions = true } = props
  const record = answer.body
  const state = record.status ?? record.phase
  const actions = { main: props.mainActions ?? [], own: props.ownActions ?? [] }
  return (
    <Screen
      title={props.titleOf?.(record) ?? nameOf(record)}
      beside={state && <State of={record.object} value={state} />}
      actions={
        <div className="row">
          {props.tools?.(record)}
          {hasActions && <RecordActions path={path} object={record.object} {...actions} />}
        </div>
      }
    >
      {stages && state && <Stages of={record.object} stages={stages} state={state} />}
      {props.overview?.(record, answer)}
      <Sections {...props} />
      {hasActions && <ActionOfAddress path={path} record={record} etag={answer.etag} own={actions.own} />}
    </Screen>
  )
}

function useFiles({ object, id }: AnyRecord): Section[] {
  const { record: words } = useWords('frame')
  const mayRead = useRights().has('core:read')
  const right = fileRightOf(object, useSession().account.modules)
  if (!right || !mayRead) return []
  return [{ key: 'files', label: words.files, content: <Attachments object={object} id={id} right={right} /> }]
}

function Sections<Row extends AnyRecord>(props: RecordScreenProps<Row> & { answer: Answer<Row> }) {
  const { record: words } = useWords('frame')
  const { answer, sections, path } = props
  const hasHistory = useRights().has('events:read') && (props.hasHistory ?? true)
  const files = useFiles(answer.body)
  const params = useParams()
  const setParams = useSetParams()
  const own = sections(answer.body, answer)
  const all: Section[] = [
    ...own,
    // A screen may show them by itself.
    ...(own.some(({ key }) => key === 'files') ? [] : files),
    ...(hasHistory ? [{ key: 'history', label: words.history, content: <History id={answer.body.id} /> }] : []),
    { key: 'json', label: words.json, content: <RecordJson path={path} record={answer.body} /> },
  ]
  const chosen = all.some(({ key }) => key === params.tab) ? params.tab! : all[0]!.key
  return (
    <Tabs
      label={words.sections}
      sections={all}
      value={chosen}
      onChange={tab => setParams({ tab }, { replace: true })}
    />
  )
}

interface ActionOfAddressProps {
  path: string
  record: AnyRecord
  etag: string | undefined
  own: readonly string[]
}

/** The dialog is in the address: Back closes it, a reload opens it again. */
function ActionOfAddress({ path, record, etag, own }: ActionOfAddressProps) {
  const { action } = useParams()
  const setParams = useSetParams()
  useEffect(ActionDialog.preload, [])
  if (!action || own.includes(action)) return null
  return (
    <ActionDialog
      key={action}
      path={path}
      record={record}
      etag={etag}
      name={action}
      onClose={() => setParams({ action: '' })}
    />
  )
}
