/** Lets a call go on after the person signed in again, or proved who they are. What was typed stays. */
import { useEffect, useState } from 'react'
import { answerInterruptions } from '../data/interruptions.ts'
import { later } from '../kit/later.tsx'
import type { Asked } from './ask-again.tsx'

const AskAgain = later(async () => (await import('./ask-again.tsx')).AskAgain)

export function Interruptions() {
  const [asked, setAsked] = useState<Asked>()
  useEffect(() => {
    const ask = (kind: Asked['kind']) => () =>
      new Promise<void>((resolve, reject) => setAsked({ kind, resolve, reject })).finally(() => setAsked(undefined))
    answerInterruptions({ signIn: ask('signIn'), prove: ask('prove') })
  }, [])
  return asked ? <AskAgain {...asked} /> : null
}
