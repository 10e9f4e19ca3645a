/** Questions to the processes under measurement, over the channel that `fork` opens. */
import { once } from 'node:events'

/** Fails when the process ends without an answer. */
export async function ask(child, question) {
  const gone = new AbortController()
  const leave = code => gone.abort(new Error(`the process under measurement ended with ${code}`))
  child.once('exit', leave)
  try {
    child.send(question)
    const [answer] = await once(child, 'message', { signal: gone.signal })
    return answer
  } catch (error) {
    throw error.cause ?? error
  } finally {
    child.off('exit', leave)
  }
}
