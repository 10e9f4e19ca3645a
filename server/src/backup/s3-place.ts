/** A backup in a bucket of S3, sent in parts: its size is known only at its end. */
import { type Readable, Writable } from 'node:stream'
import {
  type Bucket,
  faultOf,
  inTime,
  openBucket,
  patience,
  type S3Settings,
  unlessMissing,
} from '../storage/s3-bucket.ts'
import { s3Fault } from '../storage/s3-faults.ts'
import { relay } from '../storage/streams.ts'
import { type BackupPlace, isBackupName, type Shelf, type Shelved, type Storing } from './place.ts'
import { BackupRefusal, ThereAlready } from './refusal.ts'

/** S3 takes ten thousand parts: enough for 160 GB. */
const partBytes = 16 * 1024 * 1024
/** A part may take longer than a request of a person. */
const limits = { ...patience, answerMs: 60_000, overallMs: 10 * 60_000, attempts: 5 }

const opener = (settings: S3Settings): (() => Promise<Bucket>) => {
  let opened: Promise<Bucket> | undefined
  return () => (opened ??= openBucket(settings, limits))
}

const addressOf = ({ bucket }: S3Settings, key: string): string => `s3://${bucket}/${key}`

export const s3Place = (settings: S3Settings, key: string, bucket = opener(settings)): BackupPlace => ({
  name: addressOf(settings, key),
  store: async storing => storeObject(await bucket(), key, storing),
  read: async () => readObject(await bucket(), key),
})

async function storeObject(bucket: Bucket, Key: string, { write, check }: Storing): Promise<number> {
  const { sdk, client, name: Bucket, overallMs } = bucket
  const there = await inTime(overallMs, options =>
    client.send(new sdk.HeadObjectCommand({ Bucket, Key }), options),
  ).catch(unlessMissing('look for a backup'))
  if (there) throw new ThereAlready(`s3://${Bucket}/${Key} is there already.`)
  const size = await upload(bucket, Key, write)
  try {
    await check(await readObject(bucket, Key))
    return size
  } catch (error) {
    await removeObject(bucket, Key)
    throw error
  }
}

/** S3 shows the object when all parts are there, and nothing before. */
async function upload(bucket: Bucket, Key: string, write: Storing['write']): Promise<number> {
  const { sdk, client, name: Bucket } = bucket
  const begun = await client
    .send(new sdk.CreateMultipartUploadCommand({ Bucket, Key }))
    .catch(faultOf('begin a backup'))
  const whole = { Bucket, Key, UploadId: begun.UploadId! }
  const parts: { ETag: string; PartNumber: number }[] = []
  try {
    const sink = partSink(async Body => {
      const PartNumber = parts.length + 1
      const command = new sdk.UploadPartCommand({ ...whole, PartNumber, Body, ContentLength: Body.length })
      const { ETag } = await client.send(command).catch(faultOf('store a part of a backup'))
      parts.push({ ETag: ETag!, PartNumber })
    })
    await write(sink.stream)
    await client
      .send(new sdk.CompleteMultipartUploadCommand({ ...whole, MultipartUpload: { Parts: parts } }))
      .catch(faultOf('complete a backup'))
    return sink.size()
  } catch (error) {
    await client.send(new sdk.AbortMultipartUploadCommand(whole)).catch(() => {})
    throw error
  }
}

function partSink(send: (part: Buffer) => Promise<void>): { stream: Writable; size: () => number } {
  let chunks: Buffer[] = []
  let held = 0
  let size = 0
  const flush = async () => {
    const part = Buffer.concat(chunks)
    chunks = []
    held = 0
    await send(part)
  }
  const told = (work: Promise<void>, done: (error?: Error | null) => void) => {
    work.then(() => done(), done)
  }
  const stream = new Writable({
    write(chunk: Buffer, _encoding, done) {
      chunks.push(chunk)
      held += chunk.length
      size += chunk.length
      if (held < partBytes) done()
      else told(flush(), done)
    },
    final: done => told(flush(), done),
  })
  return { stream, size: () => size }
}

async function readObject({ sdk, client, name: Bucket, overallMs }: Bucket, Key: string): Promise<Readable> {
  const found = await inTime(overallMs, options =>
    client.send(new sdk.GetObjectCommand({ Bucket, Key }), options),
  ).catch(unlessMissing('read a backup'))
  if (!found) throw new BackupRefusal(`The backup s3://${Bucket}/${Key} cannot be read: it is not there.`)
  return relay(found.Body as Readable, { faultOf: error => s3Fault('read a backup', error) })
}

const removeObject = async ({ sdk, client, name: Bucket }: Bucket, Key: string): Promise<void> => {
  await client.send(new sdk.DeleteObjectCommand({ Bucket, Key })).catch(faultOf('remove a backup'))
}

/** `prefix` is empty or ends with a slash. */
export function s3Shelf(settings: S3Settings, prefix: string): Shelf {
  const bucket = opener(settings)
  return {
    place: name => s3Place(settings, prefix + name, bucket),
    list: async () =>
      (await listBelow(await bucket(), { Prefix: prefix, Delimiter: '/' }))
        .map(({ name }) => name)
        .filter(isBackupName)
        .sort(),
    all: async () => listBelow(await bucket(), { Prefix: prefix }),
    remove: async name => removeObject(await bucket(), prefix + name),
  }
}

async function listBelow(
  { sdk, client, name: Bucket }: Bucket,
  where: { Prefix: string; Delimiter?: string },
): Promise<Shelved[]> {
  const found: Shelved[] = []
  for (let next: string | undefined, isFirst = true; isFirst || next; isFirst = false) {
    const command = new sdk.ListObjectsV2Command({ Bucket, ...where, ...(next && { ContinuationToken: next }) })
    const page = await client.send(command).catch(faultOf('list backups'))
    for (const { Key = '', LastModified } of page.Contents ?? []) {
      found.push({ name: Key.slice(where.Prefix.length), changedAtMs: LastModified?.getTime() ?? Date.now() })
    }
    next = page.NextContinuationToken
  }
  return found
}
