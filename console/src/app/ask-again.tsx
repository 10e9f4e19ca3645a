/** Asks for a password, a passkey or a code, over whatever the person was doing. */
import { type ReactNode, Suspense, useState } from 'react'
import { call } from '../data/client.ts'
import { useOnce } from '../data/once.ts'
import { queryClient } from '../data/queries.ts'
import { isRefusal } from '../data/refusal.ts'
import { keepSession, type Session, sessionQuery, useSession } from '../data/session.ts'
import { Button } from '../kit/button.tsx'
import { Dialog, DialogEnd } from '../kit/dialog.tsx'
import { Bar } from '../kit/facts.tsx'
import { FaultsOf } from '../kit/faults.tsx'
import { TextField } from '../kit/field.tsx'
import { PasswordField } from '../kit/password-field.tsx'
import { PasskeyButton } from '../patterns/passkey-button.tsx'
import { ProblemAlert } from '../patterns/problem.tsx'
import { useWords } from '../words/use-words.ts'

export interface Asked {
  kind: 'signIn' | 'prove'
  resolve: () => void
  reject: (reason: Error) => void
}

const paths = { signIn: '/session', prove: '/session/actions/confirm' }

/** Which of them is asked for: a code where there is no password, or as the second step. */
function useProof({ kind, resolve }: Asked) {
  const { person, account } = useSession()
  const [isSecondStep, setSecondStep] = useState(false)
  const [error, setError] = useState<unknown>()
  const isCode = isSecondStep || (kind === 'prove' && !person.has_password && person.has_totp)
  const open = async (path: string, body: object) => {
    setError(undefined)
    try {
      const { body: session } = await call<Session>('POST', path, { body, isQuiet: true })
      if (session.next === 'second_step') return setSecondStep(true)
      keepSession(session.account ? session : await chosen(account.id))
      resolve()
    } catch (refused) {
      setError(refused)
    }
  }
  const prove = (typed: string) => {
    if (isSecondStep) return open('/session/actions/second_step', { code: typed.trim() })
    if (kind === 'prove') return open(paths.prove, isCode ? { code: typed.trim() } : { password: typed })
    return open(paths.signIn, { email: person.email, password: typed })
  }
  return { person, isCode, error, prove, sign: (passkey: object) => open(paths[kind], { passkey }) }
}

/** Somebody of several accounts goes on in the one they were in. */
const chosen = async (account_id: string): Promise<Session> =>
  (await call<Session>('POST', '/session/actions/choose_account', { body: { account_id }, isQuiet: true })).body

/** Its words may still be on their way; the screen below must not blink for that. */
export function AskAgain(asked: Asked) {
  return (
    <Suspense fallback={null}>
      <AskDialog {...asked} />
    </Suspense>
  )
}

function AskDialog(props: Asked) {
  const { proof, signInAgain, keep } = useWords('frame')
  const { wrong, wrongCode } = useWords('sign-in')
  const { person, isCode, error, prove, sign } = useProof(props)
  const isProof = props.kind === 'prove'
  const title = isProof ? proof.title : signInAgain.title
  const giveUp = () => (isProof ? props.reject(new Error(proof.title)) : location.assign('/console/sign-in'))
  const isWrong = isRefusal(error, 'unauthenticated') || (isProof && isRefusal(error, 'forbidden'))
  const hasNothing = isProof && !person.has_password && !person.has_totp && !person.has_passkeys
  if (hasNothing) return <FirstPassword onSet={props.resolve} onClose={giveUp} />
  return (
    <Dialog title={title} description={isProof ? proof.text : signInAgain.text} onClose={giveUp} isSticky={!isProof}>
      <ProofForm key={String(isCode)} isCode={isCode} email={person.email} onProve={typed => void prove(typed)}>
        {isWrong && (
          <Bar tone="bad" role="alert">
            {isCode ? wrongCode : wrong}
          </Bar>
        )}
        {!isWrong && <ProblemAlert error={error} />}
        <PasskeyButton onSigned={passkey => void sign(passkey)} />
        <DialogEnd keep={keep} onKeep={giveUp}>
          <Button type="submit" look="main">
            {isProof ? proof.confirm : title}
          </Button>
        </DialogEnd>
      </ProofForm>
    </Dialog>
  )
}

/** Whoever came by a link alone sets a password: that proves it, now and later, and what was begun goes on. */
function FirstPassword({ onSet, onClose }: { onSet: () => void; onClose: () => void }) {
  const { proof, keep } = useWords('frame')
  const { join, first } = useWords('sign-in')
  const { person } = useSession()
  const [password, setPassword] = useState('')
  const saving = useOnce({
    mutationFn: () => call('PUT', '/profile/password', { body: { password }, isQuiet: true }),
    onSuccess: () => {
      void queryClient.invalidateQueries(sessionQuery)
      onSet()
    },
  })
  const { error } = saving
  return (
    <Dialog title={proof.title} description={first.text} onClose={onClose}>
      <FaultsOf rows={isRefusal(error) ? error.rows : []}>
        <form
          className="stack"
          onSubmit={event => {
            event.preventDefault()
            saving.mutate()
          }}
        >
          <input type="text" autoComplete="username" hidden readOnly value={person.email} />
          <PasswordField
            label={join.password}
            path="password"
            hint={join.passwordHint}
            is="new"
            value={password}
            onChange={setPassword}
          />
          <ProblemAlert error={error} />
          <DialogEnd keep={keep} onKeep={onClose}>
            <Button type="submit" look="main" isOff={saving.isPending || password === ''}>
              {first.set}
            </Button>
          </DialogEnd>
        </form>
      </FaultsOf>
    </Dialog>
  )
}

interface ProofFormProps {
  isCode: boolean
  email: string
  onProve: (typed: string) => void
  children: ReactNode
}

function ProofForm({ isCode, email, onProve, children }: ProofFormProps) {
  const { proof } = useWords('frame')
  const { code, codeHint } = useWords('sign-in')
  const [typed, setTyped] = useState('')
  return (
    <form
      className="stack"
      onSubmit={event => {
        event.preventDefault()
        onProve(typed)
      }}
    >
      <input type="text" autoComplete="username" hidden readOnly value={email} />
      {isCode ? (
        <TextField label={code} hint={codeHint} value={typed} onChange={setTyped} autoComplete="one-time-code" />
      ) : (
        <PasswordField label={proof.password} value={typed} onChange={setTyped} />
      )}
      {children}
    </form>
  )
}
