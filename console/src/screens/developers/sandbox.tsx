/** What only a sandbox allows: to be emptied, filled and moved in time. Each asks for a typed word. */
import type { Sandbox as Contents } from '@cellarbook/sdk'
import { type ReactNode, useState } from 'react'
import { type Answer, post } from '../../data/client.ts'
import { queryClient } from '../../data/queries.ts'
import { useRights } from '../../data/session.ts'
import { Button } from '../../kit/button.tsx'
import { TextField } from '../../kit/field.tsx'
import { toast } from '../../kit/toast.tsx'
import { DialogForm } from '../../patterns/dialog-form.tsx'
import { useParams, useSetParams } from '../../patterns/search-params.ts'
import { useWords } from '../../words/use-words.ts'

export function Sandbox() {
  const { sandbox: words } = useWords('developers')
  const { sandbox: asked } = useParams()
  const setParams = useSetParams()
  if (!useRights().has('core:write')) return null
  const close = () => setParams({ sandbox: '' })
  return (
    <section className="panel stack-close" aria-label={words.title}>
      <h2>{words.title}</h2>
      <p className="quiet">{words.text}</p>
      <div className="row">
        {(['reset', 'seed', 'clock'] as const).map(name => (
          <Button key={name} onClick={() => setParams({ sandbox: name })}>
            {words[name].action}
          </Button>
        ))}
      </div>
      {asked === 'reset' && <ResetSandbox onClose={close} />}
      {asked === 'seed' && <SeedSandbox onClose={close} />}
      {asked === 'clock' && <MoveClock onClose={close} />}
    </section>
  )
}

interface StepProps {
  words: { title: string; text: string; submit: string }
  action: string
  body?: object
  isGrave?: boolean
  tell: (contents: Contents) => string
  onClose: () => void
  children?: ReactNode
}

function Step({ words, action, body = {}, isGrave = false, tell, onClose, children }: StepProps) {
  const { sandbox } = useWords('developers')
  const [typed, setTyped] = useState('')
  const send = (idempotencyKey: string) => post<Contents>(`/sandbox/actions/${action}`, { body, idempotencyKey })
  const finish = (answer: Answer<Contents>) => {
    // Whatever was read of this book may be gone.
    void queryClient.invalidateQueries()
    toast(tell(answer.body))
    onClose()
  }
  return (
    <DialogForm
      title={words.title}
      description={words.text}
      submit={words.submit}
      look={isGrave ? 'grave' : 'main'}
      isOff={typed.trim().toLowerCase() !== sandbox.word}
      send={send}
      onDone={finish}
      onClose={onClose}
    >
      {children}
      <TextField
        label={sandbox.confirm(sandbox.word)}
        autoComplete="off"
        spellCheck={false}
        value={typed}
        onChange={setTyped}
      />
    </DialogForm>
  )
}

function ResetSandbox({ onClose }: { onClose: () => void }) {
  const { reset } = useWords('developers').sandbox
  return <Step words={reset} action="reset" isGrave tell={() => reset.done} onClose={onClose} />
}

function SeedSandbox({ onClose }: { onClose: () => void }) {
  const { seed } = useWords('developers').sandbox
  const tell = ({ partners, items, is_changed }: Contents) => (is_changed ? seed.done(partners, items) : seed.unchanged)
  return <Step words={seed} action="seed" tell={tell} onClose={onClose} />
}

const daySeconds = 86_400

function MoveClock({ onClose }: { onClose: () => void }) {
  const { clock } = useWords('developers').sandbox
  const [days, setDays] = useState('1')
  const seconds = /^\d+$/.test(days) ? Number(days) * daySeconds : days
  return (
    <Step
      words={clock}
      action="advance_clock"
      body={{ seconds }}
      isGrave
      tell={() => clock.done(days)}
      onClose={onClose}
    >
      <TextField label={clock.days} path="seconds" inputMode="numeric" value={days} onChange={setDays} />
    </Step>
  )
}
