/** One dialog for every action: its body from the schema, a rehearsal of what will happen, then the call itself. */
import type { DocumentAction } from '@cellarbook/sdk'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { rehearse, useActions } from '../data/actions.ts'
import { isWanting } from '../data/blockers.ts'
import { currentBook } from '../data/book.ts'
import { Refusal } from '../data/refusal.ts'
import { Button } from '../kit/button.tsx'
import { Dialog, DialogEnd } from '../kit/dialog.tsx'
import { FaultsOf } from '../kit/faults.tsx'
import { useLanguage } from '../words/language.ts'
import { useWords } from '../words/use-words.ts'
import { initialOf, isAsking, panelOf, usePanelHere } from './action-panels.ts'
import { usePaused } from './paused.ts'
import { type AskedAction, usePerform } from './perform.tsx'
import { ProblemAlert } from './problem.tsx'
import { useActionName, useReason } from './record-actions.tsx'
import { Rehearsed } from './rehearsal.tsx'
import { bodyOf, initialBody, isFilled, type JsonSchema } from './schema-fields.ts'
import { SchemaForm } from './schema-form.tsx'

/** They end something for good: neither Enter in a field nor an Enter held down since the dialog was opened sets them off. */
const graveActions = new Set(['cancel', 'issue', 'file', 'finish', 'close', 'export', 'undo_last'])

/** What it asks for is known before it opens: that decides what has the focus. An action there is not opens none. */
export function ActionDialog(props: AskedAction) {
  const { data, isPending } = useActions(props.path)
  const action = data?.body.data.find(({ key }) => key === props.name)
  return isPending || (data && !action) ? null : <KnownAction {...props} action={action} />
}

type Known = AskedAction & { action: DocumentAction | undefined }

function KnownAction({ action, ...props }: Known) {
  const reason = useReason(action)
  // What is only short of something says of what by its rehearsal. Once it was possible, its own dialog goes on.
  const [isPossible] = useState(reason === undefined || isWanting(action!))
  const isHere = usePanelHere(props.record.object, props.name)
  if (!isPossible) return <NotPossible {...props} reason={reason} />
  return isHere ? <PossibleAction {...props} action={action} /> : null
}

/** By an address, or by a link to what was possible then. */
function NotPossible({ record, name, onClose, reason }: AskedAction & { reason: string | undefined }) {
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
function useRehearsal({ path, name, etag }: AskedAction, body: Body, isComplete: (body: Body) => boolean) {
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

function useFocusWhen(isReady: boolean, target: React.RefObject<HTMLElement | null>): void {
  useEffect(() => {
    if (isReady) target.current?.focus()
  }, [isReady, target])
}
