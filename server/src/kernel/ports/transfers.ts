/** Bytes of files on their way in and out, outside the API: the sealed address is all the right they need. */
import type { Readable } from 'node:stream'

export interface Incoming {
  /** The last part of the address. */
  token: string
  mediaType: string | undefined
  bytes: AsyncIterable<Uint8Array>
}

export interface Outgoing {
  size: number
  mediaType: string
  disposition: string
  /** Both ends included. */
  open(range?: { start: number; end: number }): Promise<Readable>
}

export interface Transfers {
  /** Stores the bytes, or throws the problem that answers. */
  receive(incoming: Incoming): Promise<void>
  send(token: string): Promise<Outgoing>
}

export const uploadPath = '/files/uploads'
export const contentPath = '/files/contents'
