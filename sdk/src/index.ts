/** Everything an integration needs of Cellarbook. */
export { type AnswerHead, answerOf } from './answer.ts'
export type {
  CallOptions,
  ChangeOptions,
  CreateOptions,
  DryRunOptions,
  ReadOptions,
  WriteOptions,
} from './call-options.ts'
export { Cellarbook, type ClientOptions } from './client.ts'
export { add, compare, multiply, round, subtract, trim } from './decimal.ts'
export {
  CellarbookError,
  ConnectionError,
  isProblem,
  type Problem,
  type ProblemCode,
  type ProblemOf,
  UnexpectedAnswerError,
} from './error.ts'
export type { DryRun, Event, EventOf, EventType, PingEvent } from './event.ts'
export { type AttachmentUpload, type FileAnswer, type FileUpload, uploadAttachment } from './files.ts'
export { type EventMatching, type EventPattern, type Follower, type FollowOptions, follow } from './follow.ts'
export type * from './generated/problems.ts'
export type * from './generated/queries.ts'
export type * from './generated/resources.ts'
export { type AddOn, apiVersion, type KeyPreset, type Module, type Scope } from './generated/scopes.ts'
export type * from './generated/settings.ts'
export type * from './generated/types.ts'
export type { List, Page } from './list.ts'
export { type Change, type SyncOptions, sync } from './sync.ts'
export {
  type ReceivedWebhook,
  type VerifiedWebhook,
  verifyWebhook,
  WebhookError,
  type WebhookOptions,
} from './webhook.ts'
