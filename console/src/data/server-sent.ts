/** Reads server-sent events off an answer that never ends. */
const silenceMs = 40_000

/** The service speaks every 15 s; a line that is silent for longer is dead. */
export async function* messagesIn(stream: ReadableStream<Uint8Array>): AsyncGenerator<string, void, void> {
  const reader = stream.pipeThrough(new TextDecoderStream() as ReadableWritablePair<string, Uint8Array>).getReader()
  let text = ''
  try {
    for (;;) {
      const { done, value } = await beforeSilence(reader.read())
      if (done) return
      const blocks = (text + value).split(/\r?\n\r?\n/)
      text = blocks.pop()!
      for (const block of blocks) {
        const data = dataOf(block)
        if (data) yield data
      }
    }
  } finally {
    await reader.cancel().catch(() => {})
  }
}

const dataOf = (block: string): string =>
  block
    .split(/\r?\n/)
    .filter(line => line.startsWith('data:'))
    .map(line => line.slice(5).trimStart())
    .join('\n')

async function beforeSilence<Result>(work: Promise<Result>): Promise<Result> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const silence = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('silence')), silenceMs)
  })
  try {
    return await Promise.race([work, silence])
  } finally {
    clearTimeout(timer)
  }
}
