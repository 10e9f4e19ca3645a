/** Everything an integration needs of Cellarbook. */
export type {
  CallOptions,
  ChangeOptions,
  CreateOptions,
  DryRunOptions,
  ReadOptions,
  WriteOptions,
} from './call-options.ts'
export type { DryRun, Event, EventOf, EventType, PingEvent } from './event.ts'
export type { FileAnswer, FileUpload } from './files.ts'
export type * from './generated/problems.ts'
export type * from './generated/queries.ts'
export type * from './generated/resources.ts'
export { type AddOn, apiVersion, type KeyPreset, type Module, type Scope } from './generated/scopes.ts'
export type * from './generated/settings.ts'
export type * from './generated/types.ts'
export type { List, Page } from './list.ts'
