/** One dialog for every action: its body from the schema, a rehearsal of what will happen, then the call itself. */
import type { DocumentAction } from '@cellarbook/sdk'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { type AnyRecord, type Done, perform, type Rehearsal, rehearse, useActions } from '../data/actions.ts'
import { isWanting } from '../data/blockers.ts'
import { currentBook } from '../data/book.ts'
import { useOnce } from '../data/once.ts'
import { screenOf } from '../data/places.ts'
import { refresh } from '../data/queries.ts'
import { Refusal } from '../data/refusal.ts'
import { pathsOf } from '../data/shown-where.ts'
import { newId } from '../format/ids.ts'
import { Button } from '../kit/button.tsx'
import { Dialog, DialogEnd } from '../kit/dialog.tsx'
import { FaultsOf } from '../kit/faults.tsx'
import { Link, screenAddress } from '../kit/link.tsx'
import { toast } from '../kit/toast.tsx'
import { useLanguage } from '../words/language.ts'
import { useWords } from '../words/use-words.ts'
import { initialOf, isAsking, panelOf, usePanelHere } from './action-panels.ts'
import { usePaused } from './paused.ts'
import { ProblemAlert } from './problem.tsx'
import { useActionName, useReason } from './record-actions.tsx'
import { Rehearsed } from './rehearsal.tsx'
import { bodyOf, initialBody, isFilled, type JsonSchema } from './schema-fields.ts'
import { SchemaForm } from './schema-form.tsx'

interface ActionDialogProps {
  path: string
  record: AnyRecord
  etag: string | undefined
  /** The key of the action. */
  name: string
  onClose: () => void
}

/** They end something for good: neither Enter in a field nor an Enter held down since the dialog was opened sets them off. */
const graveActions = new Set(['cancel', 'issue', 'file', 'finish', 'close', 'export', 'undo_last'])

/** What it asks for is known before it opens: that decides what has the focus. An action there is not opens none. */
export function ActionDialog(props: ActionDialogProps) {
  const { data, isPending } = useActions(props.path)
  const action = data?.body.data.find(({ key }) => key === props.name)
  return isPending || (data && !action) ? null : <KnownAction {...props} action={action} />
}

type Known = ActionDialogProps & { action: DocumentAction | undefined }

function KnownAction({ action, ...props }: Known) {
  const reason = useReason(action)
  // What is only short of something says of what by its rehearsal. Once it was possible, its own dialog goes on.
  const [isPossible] = useState(reason === undefined || isWanting(action!))
  const isHere = usePanelHere(props.record.object, props.name)
  if (!isPossible) return <NotPossible {...props} reason={reason} />
  return isHere ? <PossibleAction {...props} action={action} /> : null
}

/** By an address, or by a link to what was possible then. */
function NotPossible({ record, name, onClose, reason }: ActionDialogProps & { reason: string | undefined }) {
  const { close } = useWords('frame')
  return (
    <Dialog title={useActionName(record.object)(name)} onClose={onClose}>
      <p className="problem" role="alert">
        {reason}
      </p>
      <DialogEnd keep={close} onKeep={onClose}>
        {null}
      </DialogEnd>
    </Dialog>
  )
}

function PossibleAction({ action, ...props }: Known) {
  const { record, name } = props
  const title = useActionName(record.object)(name)
  const { keep } = useWords('frame')
  const [value, setValue] = useState<unknown>()
  const [isAgreed, setAgreed] = useState(() => !isAsking(record.object, name))
  const schema = (action?.body ?? undefined) as JsonSchema | undefined
  const held = value ?? (schema && { ...initialBody(schema), ...initialOf(record, name) })
  const body = schema && bodyOf(schema, held)
  const performed = usePerform(props, title)
  // While it happens and afterwards the record is another one: a rehearsal would only be refused.
  const isOpen = action !== undefined && !performed.isPending && !performed.isSuccess
  const rehearsal = useRehearsal(props, body, now => isOpen && (!schema || isFilled(schema, now)))
  const isGrave = graveActions.has(name)
  const confirm = useRef<HTMLButtonElement>(null)
  // Where something has to be filled in first, the first field has the focus.
  const [isToFill] = useState(schema !== undefined && !isFilled(schema, body))
  useFocusWhen(rehearsal.isSuccess && !schema && !isGrave, confirm)
  const error = performed.error ?? rehearsal.error
  const isReady = isAgreed && rehearsal.isSuccess && !rehearsal.isPlaceholderData && !performed.isPending
  const Panel = panelOf(record.object, name)
  const submit = () => isReady && performed.mutate({ body, rehearsed: rehearsal.data!.body })
  return (
    <Dialog
      title={title}
      description={useSummary(action)}
      onClose={props.onClose}
      {...(!isToFill && !isGrave && { initialFocus: confirm })}
    >
      <FaultsOf rows={error instanceof Refusal ? error.rows : []}>
        <form
          className="stack"
          onSubmit={event => {
            event.preventDefault()
            submit()
          }}
          onKeyDown={event => event.key === 'Enter' && hearEnter(event, isGrave, submit)}
        >
          {schema &&
            (Panel ? (
              <Panel schema={schema} value={held} onChange={setValue} record={record} onReady={setAgreed} />
            ) : (
              <SchemaForm schema={schema} value={held} onChange={setValue} />
            ))}
          <Rehearsed record={record} rehearsal={rehearsal.data?.body} isPending={rehearsal.isFetching} />
          <ProblemAlert error={error} />
          <DialogEnd keep={keep} onKeep={props.onClose}>
            <Button ref={confirm} type="submit" look={isGrave ? 'grave' : 'main'} isOff={!isReady}>
              {title}
            </Button>
          </DialogEnd>
        </form>
      </FaultsOf>
    </Dialog>
  )
}

function hearEnter(event: React.KeyboardEvent, isGrave: boolean, submit: () => void): void {
  if (event.ctrlKey) submit()
  else if (isGrave && event.target instanceof HTMLInputElement) event.preventDefault()
}

/** The service explains itself in English; its first sentence is meant for everybody, unless it names members of the API. */
function useSummary(action: DocumentAction | undefined): string | undefined {
  const first = action?.summary.split(/(?<=\.) /)[0]
  return useLanguage() === 'en' && !first?.includes('`') ? first : undefined
}

type Body = Record<string, unknown> | undefined

/** The answer of the same call with nothing kept; again after each change of the body. */
function useRehearsal({ path, name, etag }: ActionDialogProps, body: Body, isComplete: (body: Body) => boolean) {
  const settled = usePaused(body, 300)
  return useQuery({
    // Not under the path: what changes the record gives it another version, and so another key.
    queryKey: [currentBook(), 'rehearsal', path, name, etag, settled],
    queryFn: ({ signal }) => rehearse({ path, key: name, body: settled, ifMatch: etag }, signal),
    enabled: isComplete(settled),
    staleTime: 0,
    gcTime: 0,
    retry: false,
    // What was rehearsed before something was left out again tells of another intention.
    placeholderData: shown => (isComplete(settled) ? shown : undefined),
  })
}

interface Sent {
  body: Body
  rehearsed: Rehearsal
}

/** One key as long as the dialog is open: a retry after a lost answer cannot do it twice. */
function usePerform({ path, record, name, etag, onClose }: ActionDialogProps, title: string) {
  const { action: words } = useWords('frame')
  const [key] = useState(newId)
  const navigate = useNavigate()
  return useOnce({
    mutationFn: ({ body }: Sent) => perform({ path, key: name, body, ifMatch: etag }, key),
    onSuccess: ({ body }, { rehearsed }) => {
      // A draft has its number from the action itself, if at all.
      const called = body.id === record.id ? (body.number ?? record.number ?? record.name) : record.number
      toast(<DoneToast text={called ? words.done(title, called) : title} done={body} />)
      // What it did elsewhere was told by the rehearsal: nobody waits for the log, which some may not read.
      const elsewhere = rehearsed.events.flatMap(pathsOf)
      void refresh(currentBook(), [`/${path.split('/')[1]}`, '/stock-levels', '/cashflows', ...elsewhere])
      const made = isAnother(body, record) && screenOf(body.object, body.id)
      if (made) void navigate({ to: screenAddress(made) })
      else onClose()
    },
  })
}

/** What an action answers with is the record, or what it made of it, such as a credit note: work goes on there. */
const isAnother = (done: Done, record: AnyRecord): boolean => done.object === record.object && done.id !== record.id

function DoneToast({ text, done }: { text: string; done: Done }) {
  const { kinds } = useWords('records')
  const made = done?.created
  const to = made && screenOf(made.object, made.id)
  return (
    <p>
      {text}. {to && <Link to={to}>{(kinds as Record<string, string>)[made.object] ?? made.object}</Link>}
    </p>
  )
}

function useFocusWhen(isReady: boolean, target: React.RefObject<HTMLElement | null>): void {
  useEffect(() => {
    if (isReady) target.current?.focus()
  }, [isReady, target])
}
