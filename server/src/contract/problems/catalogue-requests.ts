/** Problems any request may meet: its form, its repetition, its record and the service itself. */
import { Type } from 'typebox'
import { InstantText, OneOf, Shape } from '../schema.ts'
import {
  blockingBatch,
  blockingRecord,
  blockingStep,
  blockingVessel,
  defineProblem,
  existingId,
  reasonMembers,
  stockShortage,
} from './define.ts'

/** Why nothing can be done with a document any more. */
const lockReasons = ['EXPORTED', 'CANCELLED'] as const
export type LockReason = (typeof lockReasons)[number]

export const requestProblems = {
  invalid_idempotency_key: defineProblem({
    status: 400,
    title: 'Malformed Idempotency-Key',
    explanation:
      'The Idempotency-Key header is empty, longer than 255 characters, contains a space or a character outside ' +
      'printable ASCII, or was sent twice. The body was not read.',
    cure: 'Send one key of 1 to 255 printable ASCII characters without spaces, for example a UUID.',
  }),
  not_found: defineProblem({
    status: 404,
    title: 'Not found',
    explanation:
      'There is no such path, or no such record in this account and mode. A record of another account, mode or ' +
      'document family gives the same response.',
    cure:
      'Check the path, the method, the id and whether a live or a test key is used. ' +
      'When only the method is wrong, the Allow header lists the right ones.',
  }),
  unknown_action: defineProblem({
    status: 404,
    title: 'Unknown action',
    explanation: 'The document has no action with this key in any state.',
    cure: 'Use a key listed in allowed_actions of the document.',
  }),
  conflict: defineProblem({
    status: 409,
    title: 'Conflict with the current state',
    explanation:
      'The request is well-formed but conflicts with the current state: too little stock, another document that ' +
      'depends on this one, a count already in progress, or a workflow step that holds the action back. Nothing was written.',
    cure: 'Read the detail and the blockers, resolve what stands in the way, then send the request again.',
    members: Shape({
      ...reasonMembers,
      existing_id: Type.Optional(existingId),
      blockers: Type.Optional(
        Type.Array(Type.Union([stockShortage, blockingRecord, blockingBatch, blockingVessel, blockingStep]), {
          description: 'Lines with too little stock, or the records in the way',
        }),
      ),
    }),
  }),
  external_ref_conflict: defineProblem({
    status: 409,
    title: 'external_ref already used',
    explanation:
      'Another record of this account has the same external_ref. Goods receipts and stock issues share one ' +
      'namespace. The Location header points at that record.',
    cure:
      'Use the existing record, send on_conflict=return to receive it instead of this refusal, ' +
      'or choose another reference.',
    members: Shape({ existing_id: existingId }),
  }),
  idempotency_in_progress: defineProblem({
    status: 409,
    title: 'Same request still running',
    explanation: 'A request with the same Idempotency-Key is still running, so its result is not known yet.',
    cure: 'Wait the seconds of the Retry-After header and send the same request again; the stored answer is replayed.',
  }),
  invalid_transition: defineProblem({
    status: 409,
    title: 'Not possible in this state',
    explanation:
      'The action or the edit is not possible in the current state of the document. The reason says whether the ' +
      'document was closed by export to accounting or by cancellation.',
    cure: 'Run one of allowed_actions, or read the document again when another client may have changed it.',
    members: Shape({
      allowed_actions: Type.Array(Type.String(), { description: 'The action keys allowed now' }),
      reason: Type.Optional(OneOf(lockReasons)),
    }),
  }),
  stale_version: defineProblem({
    status: 412,
    title: 'Record changed in the meantime',
    explanation: 'The If-Match header does not match the current version of the record, so the write was refused.',
    cure: 'Read the record again, apply the change to what it holds now and send it with the new ETag.',
    members: Shape({
      current_etag: Type.String({ description: 'The ETag of the record as it is now' }),
    }),
  }),
  payload_too_large: defineProblem({
    status: 413,
    title: 'Body or file too large',
    explanation:
      'The body or the file is larger than allowed: 6 MB for JSON, 4 MB for a multipart file to the inbox, ' +
      'the size of the plan for an attachment, and the declared size for an upload.',
    cure:
      'Send less in one request. A file too large for the multipart inbox goes through POST /attachments, ' +
      'and its id is then submitted to the inbox.',
  }),
  idempotency_key_reused: defineProblem({
    status: 422,
    title: 'Idempotency-Key used for another request',
    explanation:
      'This Idempotency-Key already belongs to a request with another method, path, query or body. ' +
      'Replaying its response would hide that the two differ.',
    cure: 'Use a new key for a new request. To repeat the original request, send exactly what was sent then.',
    members: Shape({
      original_request: Shape(
        {
          id: Type.String({ description: 'The request id of the first use' }),
          method: Type.String(),
          path: Type.String(),
          at: InstantText,
        },
        { description: 'The request that used the key first' },
      ),
    }),
  }),
  unknown_field: defineProblem({
    status: 422,
    title: 'Unknown field',
    explanation:
      'The body or the query contains unknown fields, and nothing else is wrong. They are never silently ignored, ' +
      'because a misspelt field would be lost.',
    cure: 'Remove or correct the fields listed in errors.',
  }),
  validation_failed: defineProblem({
    status: 422,
    title: 'Validation failed',
    explanation:
      'The body or the query does not have the required form, or it refers to records that cannot be used. ' +
      'All problems found are listed in errors, at most 100; for a list that is too long, those of its first entries.',
    cure: 'Correct every field listed in errors, then send the request again. The same Idempotency-Key may be used.',
  }),
  internal_error: defineProblem({
    status: 500,
    title: 'Unexpected error',
    explanation: 'The service failed unexpectedly. Nothing was written.',
    cure: 'Send the request again later with the same Idempotency-Key. If it persists, report the id in instance.',
  }),
  api_unavailable: defineProblem({
    status: 503,
    title: 'API temporarily unavailable',
    explanation:
      'The service is under maintenance or cannot reach its database. A write during which the database was lost may ' +
      'have been kept.',
    cure: 'Send the request again after a short wait, writes with the same Idempotency-Key: they happen once.',
  }),
}
