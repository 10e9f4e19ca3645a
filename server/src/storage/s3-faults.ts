/** What a failed request to S3 means to us, told without anything secret. */
import { StorageFault } from './store.ts'

interface S3Error {
  name?: string
  code?: string
  $metadata?: { httpStatusCode?: number }
}

export const statusOf = (error: unknown): number | undefined => (error as S3Error).$metadata?.httpStatusCode

/**
 * Only the status and the name of the failure. Neither the error itself nor its message: they may hold the address with
 * its signature, and what was signed.
 */
export function s3Fault(operation: string, error: unknown): StorageFault {
  if (error instanceof StorageFault) return error
  const { name, code } = error as S3Error
  const status = statusOf(error)
  const reason = wordOf(code) ?? wordOf(name) ?? 'unknown error'
  return new StorageFault(`S3 failed to ${operation}: ${status === undefined ? reason : `${status} ${reason}`}`)
}

const wordOf = (text: string | undefined): string | undefined =>
  text !== undefined && /^\w{1,60}$/.test(text) && text !== 'Error' ? text : undefined

/** No answer, an overload, a fault over there, or an upload that met another one of the same key. */
export function isWorthAnotherTry(error: unknown): boolean {
  const status = statusOf(error)
  return status === undefined || status >= 500 || status === 429 || status === 409 || status === 408
}
