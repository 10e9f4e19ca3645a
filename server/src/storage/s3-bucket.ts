/** A bucket with its client, and how long anything of it may take. */
import type { S3Client } from '@aws-sdk/client-s3'
import { s3Fault, statusOf } from './s3-faults.ts'

export interface S3Settings {
  endpoint: string
  region: string
  bucket: string
  accessKeyId: string
  secretAccessKey: string
}

export interface S3Patience {
  /** Until a connection stands. */
  connectMs: number
  /** Until a request is answered, and between two pieces of an answer. */
  answerMs: number
  /** Of each request, the first one included. */
  attempts: number
  /** Of an operation with all its attempts, until the answer begins; bytes to send have their time beside it. */
  overallMs: number
}

export const patience: S3Patience = { connectMs: 3_000, answerMs: 7_000, attempts: 3, overallMs: 8_000 }
/** What a slow line needs for a byte: 8 Mbit/s. */
export const sendingMsPerByte = 1 / 1_000

export interface Bucket extends S3Patience {
  sdk: typeof import('@aws-sdk/client-s3')
  client: S3Client
  name: string
}

export async function openBucket(settings: S3Settings, limits: S3Patience): Promise<Bucket> {
  const sdk = await import('@aws-sdk/client-s3')
  const silent = () => {}
  const client = new sdk.S3Client({
    endpoint: settings.endpoint,
    region: settings.region,
    credentials: { accessKeyId: settings.accessKeyId, secretAccessKey: settings.secretAccessKey },
    // MinIO and its kin have no host name per bucket.
    forcePathStyle: true,
    // Most of them do not know the newer checksums.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    maxAttempts: limits.attempts,
    requestHandler: {
      connectionTimeout: limits.connectMs,
      requestTimeout: limits.answerMs,
      throwOnRequestTimeout: true,
    },
    // Otherwise it writes to the console; what matters to us comes out as a fault.
    logger: { trace: silent, debug: silent, info: silent, warn: silent, error: silent },
  })
  return { sdk, client, name: settings.bucket, ...limits }
}

/** The deadline over all ends with the beginning of the answer: its bytes may take longer. */
export async function inTime<T>(
  waitMs: number,
  ask: (options: { abortSignal: AbortSignal }) => Promise<T>,
): Promise<T> {
  const deadline = new AbortController()
  const timer = setTimeout(() => deadline.abort(), waitMs)
  try {
    return await ask({ abortSignal: deadline.signal })
  } finally {
    clearTimeout(timer)
  }
}

export const faultOf =
  (operation: string) =>
  (error: unknown): never => {
    throw s3Fault(operation, error)
  }

export const unlessMissing =
  (operation: string) =>
  (error: unknown): undefined => {
    // A missing bucket is not a missing file. The answer to HEAD cannot tell them apart.
    if (statusOf(error) !== 404 || (error as Error).name === 'NoSuchBucket') throw s3Fault(operation, error)
  }
