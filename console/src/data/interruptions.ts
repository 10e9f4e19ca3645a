/** What a call may have to ask of the person before it can go on: to sign in again, or to prove who they are. */

type Ask = () => Promise<void>

const asks: { signIn?: Ask; prove?: Ask } = {}
let pending: Promise<void> | undefined

/** The frame says how it asks. */
export const answerInterruptions = (how: { signIn: Ask; prove: Ask }): void => {
  Object.assign(asks, how)
}

/** Many calls may be refused at once; the person is asked once. */
export function interrupt(kind: 'signIn' | 'prove'): Promise<void> {
  const ask = asks[kind]
  if (!ask) return Promise.reject(new Error(`nobody answers ${kind}`))
  pending ??= ask().finally(() => {
    pending = undefined
  })
  return pending
}
