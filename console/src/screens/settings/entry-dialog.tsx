/** Changes or adds an entry: the form comes from its schema, and the plan of the change is shown before it is saved. */
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { currentBook } from '../../data/book.ts'
import { useOnce } from '../../data/once.ts'
import { refresh } from '../../data/queries.ts'
import { Refusal } from '../../data/refusal.ts'
import { type Entry, planSettings, saveSettings } from '../../data/settings.ts'
import { newId } from '../../format/ids.ts'
import { Button } from '../../kit/button.tsx'
import { Dialog, DialogEnd } from '../../kit/dialog.tsx'
import { FaultsOf } from '../../kit/faults.tsx'
import { toast } from '../../kit/toast.tsx'
import { usePaused } from '../../patterns/paused.ts'
import { ProblemAlert } from '../../patterns/problem.tsx'
import { bodyOf, heldOf, initialBody, isFilled, type JsonSchema } from '../../patterns/schema-fields.ts'
import { SchemaForm } from '../../patterns/schema-form.tsx'
import { useWords } from '../../words/use-words.ts'
import { ChangePlan } from './change-plan.tsx'

interface EntryDialogProps {
  path: string
  title: string
  schema: JsonSchema
  /** Undefined: a new one. */
  stored: Entry | undefined
  onClose: () => void
}

/** What was emptied is sent as null; what was never there is left out. */
function entryOf(schema: JsonSchema, held: Record<string, unknown>, stored: Entry = {}): Entry {
  const cleared = Object.keys(held).filter(
    name => held[name] === '' && stored[name] !== undefined && stored[name] !== null,
  )
  return { ...bodyOf(schema, held), ...Object.fromEntries(cleared.map(name => [name, null])) }
}

export function EntryDialog({ path, title, schema, stored, onClose }: EntryDialogProps) {
  const words = useWords('settings')
  const { keep, save } = useWords('frame')
  const [held, setHeld] = useState<Record<string, unknown>>(() =>
    stored ? heldOf(schema, stored) : initialBody(schema),
  )
  const [first] = useState(() => JSON.stringify(held))
  const isChanged = JSON.stringify(held) !== first
  const body = { entries: [entryOf(schema, held, stored)] }
  const plan = usePlan(path, body, isChanged && isFilled(schema, bodyOf(schema, held)))
  const [key, setKey] = useState(newId)
  const saving = useOnce({
    mutationFn: () => saveSettings(path, body, key),
    onSuccess: () => {
      toast(words.saved)
      void refresh(currentBook(), ['/settings'])
      onClose()
    },
    onError: error => error instanceof Refusal && setKey(newId()),
  })
  const error = saving.error ?? plan.error
  const isReady = plan.isSuccess && !plan.isPlaceholderData && plan.data.body.refusals.length === 0
  return (
    <Dialog title={title} onClose={onClose} shape="wide">
      <FaultsOf rows={error instanceof Refusal ? error.rows : []}>
        <form
          className="stack"
          noValidate
          onSubmit={event => {
            event.preventDefault()
            if (isReady && !saving.isPending) saving.mutate()
          }}
        >
          <SchemaForm
            schema={schema}
            value={held}
            onChange={value => setHeld(value as Record<string, unknown>)}
            path="entries[0]"
          />
          {plan.data && <ChangePlan plan={plan.data.body} isStale={plan.isFetching} />}
          <ProblemAlert error={error} />
          <DialogEnd keep={keep} onKeep={onClose}>
            <Button type="submit" look="main" isOff={!isReady || saving.isPending}>
              {save}
            </Button>
          </DialogEnd>
        </form>
      </FaultsOf>
    </Dialog>
  )
}

/** Again after each change that stood still for a moment. */
function usePlan(path: string, body: object, isWanted: boolean) {
  const settled = usePaused(body, 300)
  return useQuery({
    queryKey: [currentBook(), path, 'plan', settled],
    queryFn: ({ signal }) => planSettings(path, settled, signal),
    enabled: isWanted && JSON.stringify(settled) === JSON.stringify(body),
    staleTime: 0,
    gcTime: 0,
    retry: false,
    placeholderData: shown => shown,
  })
}
