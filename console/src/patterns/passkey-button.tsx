/** Signs by a passkey where they work; elsewhere it says why they do not. */
import { useState } from 'react'
import { NoPasskey, passkeyObstacle, signByPasskey } from '../data/passkeys.ts'
import { Button } from '../kit/button.tsx'
import { Bar } from '../kit/facts.tsx'
import { useWords } from '../words/use-words.ts'
import { ProblemAlert } from './problem.tsx'

interface PasskeyButtonProps {
  /** What the service is sent. */
  onSigned: (passkey: object) => void
}

export function PasskeyButton({ onSigned }: PasskeyButtonProps) {
  const words = useWords('sign-in')
  const [error, setError] = useState<unknown>()
  const [isBusy, setBusy] = useState(false)
  const obstacle = passkeyObstacle(location)
  if (obstacle) return <p className="quiet small">{words.noPasskeys[obstacle]}</p>
  const use = async () => {
    setBusy(true)
    setError(undefined)
    await signByPasskey().then(onSigned, setError)
    setBusy(false)
  }
  return (
    <>
      <PasskeyProblem error={error} />
      <Button isOff={isBusy} onClick={() => void use()}>
        {words.passkey}
      </Button>
    </>
  )
}

/** That somebody gave up is no fault of the service. */
export function PasskeyProblem({ error }: { error: unknown }) {
  const words = useWords('sign-in')
  if (!(error instanceof NoPasskey)) return <ProblemAlert error={error} />
  return (
    <Bar tone="warn" role="alert">
      {error.message || words.passkeyFailed}
    </Bar>
  )
}
