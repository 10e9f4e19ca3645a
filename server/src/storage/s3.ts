/** Files in a bucket of S3 or of a server that speaks like it; clients send and fetch the bytes there themselves. */
import { randomUUID } from 'node:crypto'
import type { FileHandle } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import type { GetObjectCommandOutput, PutObjectCommand } from '@aws-sdk/client-s3'
import {
  type Bucket,
  faultOf,
  inTime,
  openBucket,
  patience,
  type S3Patience,
  type S3Settings,
  sendingMsPerByte,
  unlessMissing,
} from './s3-bucket.ts'
import { directAccess } from './s3-direct.ts'
import { isWorthAnotherTry, s3Fault, statusOf } from './s3-faults.ts'

export type { S3Patience, S3Settings } from './s3-bucket.ts'

import { withSpool } from './spool.ts'
import {
  assertFileKey,
  assertKeyPrefix,
  assertRange,
  type ByteRange,
  FileExists,
  type FileStore,
  isFileKey,
  type ListedFile,
  StorageFault,
  type StoredFile,
} from './store.ts'
import { bytesAgain, digestOf, inPieces, relay, writeThrough } from './streams.ts'

export function s3Store(settings: S3Settings, limits: S3Patience = patience): FileStore {
  let opened: Promise<Bucket> | undefined
  const bucket = (): Promise<Bucket> => (opened ??= openBucket(settings, limits))
  return {
    put: async (key, bytes, maxBytes) => {
      assertFileKey(key)
      return withSpool(async file => {
        const stored = await writeThrough(file, inPieces(bytes), maxBytes)
        await upload(await bucket(), { key, file, stored })
        return stored
      })
    },
    size: async key => (await head(await bucket(), key))?.size,
    digest: async key => {
      const bytes = await get(await bucket(), key)
      return bytes && digestOf(bytes)
    },
    read: async (key, range) => {
      const bytes = await get(await bucket(), key, range)
      if (!bytes) throw new StorageFault('the file storage has no such file')
      return bytes
    },
    remove: async key => {
      assertFileKey(key)
      const { sdk, client, name, overallMs } = await bucket()
      const command = new sdk.DeleteObjectCommand({ Bucket: name, Key: key })
      await inTime(overallMs, options => client.send(command, options)).catch(faultOf('remove'))
    },
    list: prefix => listBucket(bucket, prefix),
    // An upload waits in a file without a name, and S3 takes it as a whole or not at all.
    sweepIncoming: async () => 0,
    direct: directAccess(bucket),
  }
}

/** Loaded by the first use: it takes longer than the rest of the start. */
interface Head {
  size: number
  upload: string | undefined
}

async function head({ sdk, client, name, overallMs }: Bucket, key: string): Promise<Head | undefined> {
  assertFileKey(key)
  const command = new sdk.HeadObjectCommand({ Bucket: name, Key: key })
  const found = await inTime(overallMs, options => client.send(command, options)).catch(unlessMissing('size'))
  return found && { size: found.ContentLength ?? 0, upload: found.Metadata?.upload }
}

async function get({ sdk, client, name, answerMs, overallMs }: Bucket, key: string, range?: ByteRange) {
  assertFileKey(key)
  if (range) assertRange(range)
  const Range = range && `bytes=${range.start}-${range.end}`
  const command = new sdk.GetObjectCommand({ Bucket: name, Key: key, ...(Range && { Range }) })
  const found = await inTime(overallMs, options => client.send(command, options)).catch(unlessMissing('read'))
  if (!found) return undefined
  const body = bodyOf(found)
  if (range && found.ContentLength !== range.end - range.start + 1) {
    body.destroy()
    throw new StorageFault('S3 sent another range than the one asked for')
  }
  return relay(body, { faultOf: error => s3Fault('read', error), stallMs: answerMs })
}

/** In Node the body is always a stream of it. */
const bodyOf = (found: GetObjectCommandOutput): Readable => found.Body as Readable

interface Upload {
  key: string
  file: FileHandle
  stored: StoredFile
}

/**
 * Asks first, for servers that do not know `If-None-Match` on a PUT; those that do decide it themselves. The answer to
 * an attempt may be lost although the file is stored: what bears the mark of this upload is ours.
 */
async function upload(bucket: Bucket, { key, file, stored }: Upload): Promise<void> {
  if (await head(bucket, key)) throw new FileExists('there is a file under this key already')
  const mark = randomUUID()
  const isOurs = async () => (await head(bucket, key))?.upload === mark
  const sendingMs = stored.size * sendingMsPerByte
  const deadline = performance.now() + bucket.overallMs + sendingMs
  for (let attempt = 1; ; attempt += 1) {
    const leftMs = deadline - performance.now()
    const sent = inTime(leftMs, options =>
      send(bucket, { key, file, stored, mark }, { ...options, requestTimeout: bucket.answerMs + sendingMs }),
    )
    const error = await sent.catch((reason: unknown) => reason)
    if (error === undefined) return
    // Whoever says nothing does not say what became of it either; the sweep removes what nobody refers to.
    if (performance.now() >= deadline - bucket.overallMs / 4) throw s3Fault('put', error)
    const isTaken = statusOf(error) === 412
    const isLast = attempt === bucket.attempts || !isWorthAnotherTry(error)
    if ((isTaken || isLast) && (await isOurs().catch(() => false))) return
    if (isTaken) throw new FileExists('there is a file under this key already')
    if (isLast) throw s3Fault('put', error)
    await sleep(100 * 2 ** attempt)
  }
}

/** One attempt. The library repeats no stream by itself, since it cannot know how to read it again. */
async function send(
  bucket: Bucket,
  { key, file, stored, mark }: Upload & { mark: string },
  options: { abortSignal: AbortSignal; requestTimeout: number },
): Promise<undefined> {
  const body = Readable.from(bytesAgain(file), { objectMode: false })
  try {
    const command = new bucket.sdk.PutObjectCommand({
      Bucket: bucket.name,
      Key: key,
      Body: body,
      ContentLength: stored.size,
      ContentType: 'application/octet-stream',
      IfNoneMatch: '*',
      Metadata: { upload: mark },
    })
    stateHash(command, stored.sha256)
    await bucket.client.send(command, options)
  } finally {
    body.destroy()
  }
}

/** The signature then covers the bytes: S3 refuses what has changed on the way. */
function stateHash(command: PutObjectCommand, sha256: string): void {
  command.middlewareStack.add(
    next => args => {
      const { headers } = args.request as { headers: Record<string, string> }
      headers['x-amz-content-sha256'] = sha256
      return next(args)
    },
    { step: 'build', name: 'stateHash' },
  )
}

async function* listBucket(bucket: () => Promise<Bucket>, prefix: string): AsyncGenerator<ListedFile> {
  assertKeyPrefix(prefix)
  const { sdk, client, name, overallMs } = await bucket()
  let next: string | undefined
  do {
    const command = new sdk.ListObjectsV2Command({
      Bucket: name,
      Prefix: prefix,
      ...(next && { ContinuationToken: next }),
    })
    const page = await inTime(overallMs, options => client.send(command, options)).catch(faultOf('list'))
    for (const { Key: key = '', Size: size = 0, LastModified } of page.Contents ?? []) {
      if (isFileKey(key)) yield { key, size, changedAtMs: LastModified?.getTime() ?? Date.now() }
    }
    next = page.NextContinuationToken
  } while (next)
}
