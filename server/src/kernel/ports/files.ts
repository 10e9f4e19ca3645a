/** What endpoints that handle files are given: the storage, the reader of invoices, addresses that open one file. */
import type { InvoiceReader } from '../../invoice-files/reader.ts'
import type { FileStore } from '../../storage/store.ts'
import type { Addresses } from '../addresses.ts'
import type { BookQueue } from '../book-queue.ts'
import type { Cursors } from '../cursor.ts'

/** Reads texts in a thread beside the server, with limits. What a job is, the domain knows that asks. */
export interface TextReader {
  read(job: object): Promise<object>
  close(): Promise<void>
}

export interface Files {
  store: FileStore
  reader: InvoiceReader
  texts: TextReader
  /** One file of a book is read at a time: its bytes are loaded when its turn comes. */
  readingTurns: BookQueue
  /** Seals the addresses of uploads and downloads. */
  seals: Cursors
  /** Where those addresses begin. */
  addresses: Addresses
  /** Files this node is working on just now, by book and name. */
  underWay: Set<string>
}

/** A file that came inside the request. */
export interface SentFile {
  name: string
  mediaType: string
  bytes: Buffer
}
