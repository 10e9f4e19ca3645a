/** What every form of a record has in common: its draft, its faults, saving, and the question before it is left. */

import { useBlocker } from '@tanstack/react-router'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useOnce } from '../data/once.ts'
import { Refusal } from '../data/refusal.ts'
import { newId } from '../format/ids.ts'
import { Button } from '../kit/button.tsx'
import { FaultsOf } from '../kit/faults.tsx'
import { later } from '../kit/later.tsx'
import { useWords } from '../words/use-words.ts'
import { leadOn, settle, useSaveKey } from './form-keys.ts'
import type { Leaving } from './leave-dialog.tsx'
import { ProblemAlert } from './problem.tsx'

const LeaveDialog = later(async () => (await import('./leave-dialog.tsx')).LeaveDialog)

/** What another version of the console kept may lack a part, or be no draft at all. */
function keptDraft<Draft>(key: string, initial: Draft): Draft {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(key) ?? 'null')
    return kept !== null && typeof kept === 'object' ? { ...initial, ...kept } : initial
  } catch {
    return initial
  }
}

/** Lines have keys, which nobody typed. */
const asTyped = (draft: unknown): string => JSON.stringify(draft, (name, value) => (name === 'key' ? undefined : value))

/** A draft survives a reload, in this tab only. `mend` leaves out what it cannot be used with. */
export function useDraft<Draft>(key: string, initial: Draft, mend: (kept: Draft) => Draft = asKept => asKept) {
  const kept = `cellarbook.draft.${key}`
  const [draft, setDraft] = useState<Draft>(() => mend(keptDraft(kept, initial)))
  const isDirty = asTyped(draft) !== asTyped(initial)
  // What was saved or left is drawn once more before the next screen is there.
  const isForgotten = useRef(false)
  useEffect(() => {
    if (isForgotten.current) return
    // What was changed back is nothing to come again.
    if (isDirty) sessionStorage.setItem(kept, JSON.stringify(draft))
    else sessionStorage.removeItem(kept)
  })
  const changeBy = (how: (draft: Draft) => Partial<Draft>) => {
    // What is changed after it was forgotten is a new draft.
    isForgotten.current = false
    setDraft(now => ({ ...now, ...how(now) }))
  }
  const forget = () => {
    isForgotten.current = true
    sessionStorage.removeItem(kept)
  }
  return { draft, isDirty, change: (part: Partial<Draft>) => changeBy(() => part), changeBy, forget }
}

interface FormProps<Done> {
  /** Sends it; the key is the same for every try of this form. */
  send: (idempotencyKey: string) => Promise<Done>
  onDone: (done: Done) => void
  submit: string
  isDirty: boolean
  /** It is left without being saved. */
  onLeave?: () => void
  onDiscard?: () => void
  children: ReactNode
  /** Beside the button, such as totals. */
  beside?: ReactNode
  /** The form took the place of what was read: its first field has the focus, and Esc goes back. */
  isInPlace?: boolean
}

export function Form<Done>(props: FormProps<Done>) {
  const { send, onDone, submit, isDirty, onLeave, onDiscard, children, beside, isInPlace = false } = props
  const { discard } = useWords('frame')
  const saving = useSaving(send, onDone, isDirty)
  useSaveKey(saving.save)
  const form = useRef<HTMLFormElement>(null)
  useFirstField(isInPlace, form)
  return (
    <FaultsOf rows={saving.error instanceof Refusal ? saving.error.rows : []}>
      <form
        ref={form}
        className="stack"
        noValidate
        onSubmit={event => {
          event.preventDefault()
          settle()
          saving.save()
        }}
        onKeyDown={leadOn}
      >
        {children}
        <ProblemAlert error={saving.error} />
        <div className="spread">
          {beside}
          <div className="row">
            {onDiscard && <Button onClick={onDiscard}>{discard}</Button>}
            <Button type="submit" look="main" isOff={saving.isPending} onMouseDown={event => event.preventDefault()}>
              {submit}
            </Button>
          </div>
        </div>
      </form>
      <LeaveGuard isDirty={isDirty && !saving.isSuccess && !saving.isPending} onLeave={onLeave} />
      {isInPlace && onDiscard && <EscapeGuard form={form} isDirty={isDirty} onDiscard={onDiscard} />}
    </FaultsOf>
  )
}

/** Once it is saved nothing more is sent until it was changed: the next screen may take a moment to be there. */
function useSaving<Done>(send: FormProps<Done>['send'], onDone: (done: Done) => void, isDirty: boolean) {
  const [key, setKey] = useState(newId)
  const isSaved = useRef(false)
  const saving = useOnce({
    mutationFn: () => send(key),
    // What a form that stays is sent next, and what is sent again changed after a refusal, is another intention.
    onSuccess: done => {
      isSaved.current = true
      setKey(newId())
      onDone(done)
    },
    onError: error => error instanceof Refusal && setKey(newId()),
  })
  useEffect(() => {
    isSaved.current = false
  }, [isDirty])
  const save = () => !isSaved.current && saving.mutate()
  return { ...saving, save }
}

function useFirstField(isWanted: boolean, form: React.RefObject<HTMLFormElement | null>): void {
  useEffect(() => {
    if (isWanted) form.current?.querySelector<HTMLElement>('input:enabled, select:enabled, textarea:enabled')?.focus()
  }, [isWanted, form])
}

interface EscapeGuardProps {
  form: React.RefObject<HTMLFormElement | null>
  isDirty: boolean
  onDiscard: () => void
}

/** Esc discards, and asks first what was changed. In a list that is open it only closes the list. */
function EscapeGuard({ form, isDirty, onDiscard }: EscapeGuardProps) {
  const [isAsked, setAsked] = useState(false)
  useEffect(() => {
    const hear = (event: KeyboardEvent) => {
      const target = event.target as Element
      if (event.key !== 'Escape' || event.defaultPrevented || !form.current?.contains(target)) return
      if (form.current.closest('[role="dialog"]') || target.getAttribute('aria-expanded') === 'true') return
      // The question is there before the event is over, and would take it for an answer.
      event.stopPropagation()
      if (isDirty) setAsked(true)
      else onDiscard()
    }
    addEventListener('keydown', hear, { capture: true })
    return () => removeEventListener('keydown', hear, { capture: true })
  })
  return isAsked ? <LeaveDialog onStay={() => setAsked(false)} onLeave={onDiscard} /> : null
}

interface LeaveGuardProps {
  isDirty: boolean
  onLeave?: (() => void) | undefined
  /** Of what is left, where it is no form. */
  words?: Leaving
}

/** Leaving a form that was changed asks first, inside the console and when the tab closes. */
export function LeaveGuard({ isDirty, onLeave, words }: LeaveGuardProps) {
  const blocker = useBlocker({
    shouldBlockFn: ({ current, next }) => isDirty && current.pathname !== next.pathname,
    enableBeforeUnload: () => isDirty,
    withResolver: true,
  })
  useEffect(() => {
    if (isDirty) LeaveDialog.preload()
  }, [isDirty])
  if (blocker.status !== 'blocked') return null
  const leave = () => {
    onLeave?.()
    blocker.proceed()
  }
  return <LeaveDialog onStay={blocker.reset} onLeave={leave} words={words} />
}
