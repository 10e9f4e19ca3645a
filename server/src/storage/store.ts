/** Where uploaded bytes live: one interface over a folder of this machine and over S3, and what can go wrong. */
import type { Readable } from 'node:stream'
import { assert } from '../lib/assert.ts'

export interface StoredFile {
  size: number
  /** In hex. */
  sha256: string
}

export interface ListedFile {
  key: string
  size: number
  changedAtMs: number
}

/** Both ends included, as in HTTP. */
export interface ByteRange {
  start: number
  end: number
}

export interface FileStore {
  /**
   * A new file under the key, streamed or of bytes that are in memory; resolves once it is durable. Leaves nothing behind
   * when it fails. Never overwrites. An error of the source itself comes out unchanged.
   */
  put(key: string, bytes: AsyncIterable<Uint8Array> | Uint8Array, maxBytes: number): Promise<StoredFile>
  /** Undefined when there is no such file. */
  size(key: string): Promise<number | undefined>
  /** Size and hash by reading it through, in constant memory; undefined when there is none. */
  digest(key: string): Promise<StoredFile | undefined>
  /** The bytes, or a part of them that lies within the file. A file that is missing or shorter is a fault. */
  read(key: string, range?: ByteRange): Promise<Readable>
  /** No fault when it is gone. */
  remove(key: string): Promise<void>
  /** In the order of the keys. What is not ours is passed over. */
  list(prefix: string): AsyncIterable<ListedFile>
  /** Removes what a crash left of uploads older than this, and says how many. */
  sweepIncoming(olderThanMs: number): Promise<number>
  /** Where a client sends or fetches bytes itself; absent when they go through this service. */
  direct?: DirectAccess
}

export interface DirectAccess {
  put(key: string, file: DirectUpload): Promise<{ url: string; headers: Record<string, string> }>
  get(key: string, file: DirectDownload): Promise<string>
}

export interface DirectUpload {
  mediaType: string
  size: number
  seconds: number
}

export interface DirectDownload {
  disposition: string
  mediaType: string
  seconds: number
}

/** The storage itself failed: disk full, no permission, S3 unreachable. Nothing the caller did. */
export class StorageFault extends Error {
  override name = 'StorageFault'
}

/** The source had more bytes than were allowed. */
export class TooManyBytes extends Error {
  override name = 'TooManyBytes'
}

/** There is a file under this key already. */
export class FileExists extends Error {
  override name = 'FileExists'
}

const uuid = '[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}'
const day = '\\d{4}-\\d{2}-\\d{2}'
const keyShape = new RegExp(`^${day}/${uuid}/${uuid}$`)
const folderShape = new RegExp(`^${day}/(${uuid}/)?$`)

/** `2026-11-15/<book uuid>/<uuid>`, in lower case: some file systems take two cases for one name. */
export const isFileKey = (key: string): boolean => keyShape.test(key)

/** Whether keys may begin with this folder; its slash stands at the end. */
export const isFolderOfKeys = (folder: string): boolean => folderShape.test(folder)

/** No other key reaches a folder or a bucket, so that none can leave it. */
export function assertFileKey(key: string): void {
  assert(isFileKey(key), 'a file key is <day>/<book uuid>/<uuid>')
}

/** Of a key, or nothing. */
export function assertKeyPrefix(prefix: string): void {
  assert(/^[0-9a-f/-]*$/.test(prefix), 'a prefix is the beginning of a file key')
}

export function assertRange({ start, end }: ByteRange): void {
  assert(Number.isSafeInteger(start) && Number.isSafeInteger(end) && start >= 0 && start <= end, 'a range of bytes')
}
