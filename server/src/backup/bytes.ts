/** Pulls bytes off a stream in the sizes a format asks for. */

export interface ByteReader {
  /** So many bytes, fewer only at the end. */
  take(size: number): Promise<Buffer>
  /** So many bytes as they come, fewer only at the end. */
  pass(size: number): AsyncGenerator<Buffer>
  /** Lets go of the stream, wherever it is. */
  end(): Promise<void>
}

export function byteReader(source: AsyncIterable<Uint8Array>): ByteReader {
  const chunks = source[Symbol.asyncIterator]()
  let rest: Buffer = Buffer.alloc(0)
  const more = async (): Promise<boolean> => {
    const { done, value } = await chunks.next()
    if (done) return false
    rest = Buffer.from(value.buffer, value.byteOffset, value.byteLength)
    return true
  }
  async function* pass(size: number): AsyncGenerator<Buffer> {
    for (let left = size; left > 0; ) {
      if (rest.length === 0 && !(await more())) return
      const part = rest.subarray(0, left)
      rest = rest.subarray(part.length)
      left -= part.length
      if (part.length > 0) yield part
    }
  }
  return {
    pass,
    take: async size => gather(pass(size)),
    async end() {
      await chunks.return?.()
    },
  }
}

export async function gather(bytes: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const chunks: Uint8Array[] = []
  for await (const chunk of bytes) chunks.push(chunk)
  return chunks.length === 1 && Buffer.isBuffer(chunks[0]) ? chunks[0] : Buffer.concat(chunks)
}
