/** Reads server-sent events off a stream of bytes. */
import { ConnectionError } from './error.ts'

/** One message; its data is empty when only a sign of life came. */
export interface Message {
  readonly data: string
}

/** Ends with the stream. Throws when nothing, not even a comment, came for `silenceMs`. */
export async function* messagesIn(
  stream: ReadableStream<Uint8Array>,
  silenceMs: number,
): AsyncGenerator<Message, void, void> {
  const reader = stream.getReader()
  const decoder = new TextDecoder()
  let text = ''
  try {
    for (;;) {
      const { done, value } = await withinMs(reader.read(), silenceMs)
      if (done) return
      text += decoder.decode(value, { stream: true })
      const blocks = text.split(/\r?\n\r?\n/)
      text = blocks.pop()!
      for (const block of blocks) yield { data: dataOf(block) }
    }
  } finally {
    await reader.cancel().catch(() => {})
  }
}

const dataOf = (block: string): string =>
  block
    .split(/\r?\n/)
    .filter(line => line.startsWith('data:'))
    .map(line => line.slice(5).replace(/^ /, ''))
    .join('\n')

async function withinMs<Result>(work: Promise<Result>, silenceMs: number): Promise<Result> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const silence = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new ConnectionError(`nothing came for ${silenceMs} ms`)), silenceMs)
  })
  try {
    return await Promise.race([work, silence])
  } finally {
    clearTimeout(timer)
  }
}
