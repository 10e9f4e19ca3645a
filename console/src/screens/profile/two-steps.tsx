/** A second step: set up with an authenticator, shown to work, and taken away again. */
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { post } from '../../data/client.ts'
import type { RecoveryCodes, Totp } from '../../data/generated/persons.ts'
import { queryClient } from '../../data/queries.ts'
import { Refusal } from '../../data/refusal.ts'
import { sessionQuery, useSession } from '../../data/session.ts'
import { Button } from '../../kit/button.tsx'
import { Dialog, DialogEnd } from '../../kit/dialog.tsx'
import { FaultsOf } from '../../kit/faults.tsx'
import { TextField } from '../../kit/field.tsx'
import { QrCode } from '../../kit/qr-code.tsx'
import { SecretDialog } from '../../kit/secret.tsx'
import { Badge } from '../../kit/state.tsx'
import { toast } from '../../kit/toast.tsx'
import { Confirm } from '../../patterns/confirm.tsx'
import { ProblemAlert } from '../../patterns/problem.tsx'
import { Region } from '../../patterns/region.tsx'
import { useWords } from '../../words/use-words.ts'

const path = '/profile/totp'

const readAgain = () => queryClient.invalidateQueries(sessionQuery)

export function TwoSteps() {
  const { twoSteps: words } = useWords('profile')
  const { person } = useSession()
  const [isRemoving, setRemoving] = useState(false)
  const [codes, setCodes] = useState<string[]>()
  const begin = useMutation({ mutationFn: async () => (await post<Totp>(path)).body, gcTime: 0 })
  return (
    <Region
      title={words.title}
      beside={<Badge tone={person.has_totp ? 'good' : 'quiet'}>{person.has_totp ? words.isOn : words.isOff}</Badge>}
    >
      <p className="quiet">{person.has_totp ? words.on : words.off}</p>
      <ProblemAlert error={begin.error} />
      <div>
        {person.has_totp ? (
          <Button onClick={() => setRemoving(true)}>{words.remove}</Button>
        ) : (
          <Button look="main" isOff={begin.isPending} onClick={() => begin.mutate()}>
            {words.begin}
          </Button>
        )}
      </div>
      {begin.data && <Verify totp={begin.data} onClose={begin.reset} onCodes={setCodes} />}
      {codes && <Codes codes={codes} onDone={() => void readAgain().then(() => setCodes(undefined))} />}
      {isRemoving && (
        <Confirm
          title={words.remove}
          text={words.removeText}
          look="grave"
          send={() => post(`${path}/actions/remove`, { body: {} })}
          onDone={() => void readAgain().then(() => toast(words.removed))}
          onClose={() => setRemoving(false)}
        />
      )}
    </Region>
  )
}

function Codes({ codes, onDone }: { codes: readonly string[]; onDone: () => void }) {
  const { twoSteps: words } = useWords('profile')
  return (
    <SecretDialog
      title={words.codesTitle}
      label={words.codes}
      secret={codes.join('\n')}
      stored={words.stored}
      onDone={onDone}
    >
      <span className="quiet small">{words.codesText}</span>
    </SecretDialog>
  )
}

interface VerifyProps {
  totp: Totp
  onClose: () => void
  onCodes: (codes: string[]) => void
}

function Verify({ totp, onClose, onCodes }: VerifyProps) {
  const { twoSteps: words } = useWords('profile')
  const { keep } = useWords('frame')
  const [code, setCode] = useState('')
  const verify = useMutation({
    mutationFn: () => post<RecoveryCodes>(`${path}/actions/verify`, { body: { code: code.trim() } }),
    onSuccess: ({ body }) => {
      onClose()
      onCodes(body.recovery_codes)
    },
    gcTime: 0,
  })
  return (
    <Dialog title={words.title} description={words.scan} onClose={onClose}>
      <FaultsOf rows={verify.error instanceof Refusal ? verify.error.rows : []}>
        <form
          className="stack"
          onSubmit={event => {
            event.preventDefault()
            verify.mutate()
          }}
        >
          <QrCode text={totp.uri} label={words.picture} />
          <p>
            {words.secret}: <code>{totp.secret.replace(/(.{4})(?=.)/g, '$1 ')}</code>
          </p>
          <TextField
            label={words.code}
            path="code"
            hint={words.codeHint}
            value={code}
            onChange={setCode}
            inputMode="numeric"
            autoComplete="one-time-code"
            maxLength={10}
          />
          <ProblemAlert error={verify.error} />
          <DialogEnd keep={keep} onKeep={onClose}>
            <Button type="submit" look="main" isOff={verify.isPending}>
              {words.verify}
            </Button>
          </DialogEnd>
        </form>
      </FaultsOf>
    </Dialog>
  )
}
