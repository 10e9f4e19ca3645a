// Generated from the declarations in server/src by `npm run generate`. Do not edit.

/** The version of the contract these types describe. */
export const apiVersion = '2026-09-17'

/** What a key may be allowed to do. */
export type Scope =
  | 'core:read'
  | 'core:write'
  | 'stock:read'
  | 'stock:write'
  | 'sales:read'
  | 'sales:write'
  | 'finance:read'
  | 'finance:write'
  | 'brewery:read'
  | 'brewery:write'
  | 'pos:read'
  | 'pos:write'
  | 'events:read'
  | 'webhooks:manage'
  | 'workflow:write'

/** What an account may subscribe to. */
export type Module = 'stock' | 'sales' | 'finance' | 'brewery' | 'pos'

/** What an account may add to its modules. */
export type AddOn = 'api' | 'excise' | 'document_reading'

/** Ready sets of scopes for a new key. */
export type KeyPreset = 'eshop' | 'accounting' | 'warehouse' | 'read-only' | 'full'
