// Generated from the declarations in server/src by `npm run generate`. Do not edit.
import type { Day, Instant, PageQuery, SinceQuery, Uuid } from '@cellarbook/sdk'

export interface ApiKey {
  object: 'api_key'
  id: Uuid
  name: string
  mode: 'live' | 'test'
  /** The first twelve characters. */
  prefix: string
  last_four: string
  preset: 'eshop' | 'accounting' | 'warehouse' | 'read-only' | 'full' | null
  scopes: ('core:read' | 'core:write' | 'stock:read' | 'stock:write' | 'sales:read' | 'sales:write' | 'finance:read' | 'finance:write' | 'brewery:read' | 'brewery:write' | 'pos:read' | 'pos:write' | 'events:read' | 'webhooks:manage' | 'workflow:write')[]
  allowed_addresses: string[]
  /** Whom it acts for. */
  owner: { id: Uuid; email: string; name: string }
  status: 'active' | 'expired' | 'revoked'
  expires_at: Instant | null
  revoked_at: Instant | null
  /** The key it was rolled to. */
  replaced_by: Uuid | null
  /** To the minute; null: never, or before it was kept. */
  last_used_at: Instant | null
  /** Null where no log of requests is kept. */
  calls_24h: number | null
  created_at: Instant
}

export interface ApiKeyActionResult extends ApiKeyWriteResult {
  old_id: Uuid
  /** Until then the old one works as well. */
  old_expires_at: Instant
  /** Webhook endpoints that went along. */
  moved_endpoints: number
}

export interface ApiKeyCreate {
  name: string
  mode: 'live' | 'test'
  preset?: 'eshop' | 'accounting' | 'warehouse' | 'read-only' | 'full'
  scopes?: ('core:read' | 'core:write' | 'stock:read' | 'stock:write' | 'sales:read' | 'sales:write' | 'finance:read' | 'finance:write' | 'brewery:read' | 'brewery:write' | 'pos:read' | 'pos:write' | 'events:read' | 'webhooks:manage' | 'workflow:write')[]
  /** IP addresses and CIDR ranges it may be used from; none: from anywhere. */
  allowed_addresses?: string[]
  /** When it stops working; null: never. */
  expires_at?: Instant | null
}

export interface ApiKeyPatch {
  name?: string
  preset?: 'eshop' | 'accounting' | 'warehouse' | 'read-only' | 'full'
  scopes?: ('core:read' | 'core:write' | 'stock:read' | 'stock:write' | 'sales:read' | 'sales:write' | 'finance:read' | 'finance:write' | 'brewery:read' | 'brewery:write' | 'pos:read' | 'pos:write' | 'events:read' | 'webhooks:manage' | 'workflow:write')[]
  /** IP addresses and CIDR ranges it may be used from; none: from anywhere. */
  allowed_addresses?: string[]
  /** When it stops working; null: never. */
  expires_at?: Instant | null
}

export interface ApiKeyRoll {
  /** How long the old one goes on working. */
  overlap_hours?: number
}

export interface ApiKeyWriteResult extends ApiKey {
  /** The key itself: shown now, and never again. */
  secret: string
}

export interface AuditEntry {
  object: 'audit_entry'
  /** From 1, without a gap. Where old entries are not kept, the first is a later one. */
  sequence: number
  at: Instant
  actor: {
    type: 'user' | 'api_key' | 'cli' | 'system'
    id: Uuid | null
    /** As the user or the key is called now. */
    name: string | null
  }
  /** Such as key.created. */
  action: string
  /** What was changed. */
  record_id: Uuid | null
  /** What else is told; `changes` has each field that is another now, from and to. */
  details: Record<string, unknown>
  address: string | null
  request_id: Uuid | null
  /** Such as users.update. */
  endpoint: string | null
  /** Of this entry and all before it. */
  hash: string
}

export interface CallCount {
  object: 'call_count'
  /** The key or the user. */
  caller_id: Uuid
  calls: number
  refused: number
  /** Calls the log has no row of, because it had no room. */
  dropped: number
}

export interface CallCountList {
  object: 'list'
  data: CallCount[]
}

export interface Device {
  object: 'device'
  id: Uuid
  address: string
  /** As the browser calls itself. */
  browser: string
  created_at: Instant
  last_seen_at: Instant
  is_current: boolean
}

export interface DeviceList {
  object: 'list'
  data: Device[]
}

export interface Link {
  object: 'link'
  kind: 'sign_in' | 'invitation' | 'reset'
  email: string
  name: string | null
  account: { slug: string; name: string } | null
  /** Somebody signs in with this e-mail already. */
  person_exists: boolean
  expires_at: Instant
}

export interface Mail {
  object: 'mail'
  id: Uuid
  to: string
  subject: string
  state: 'sent' | 'waiting' | 'given_up'
  attempts: number
  next_attempt_at: Instant | null
  sent_at: Instant | null
  created_at: Instant
}

export interface Passkey {
  object: 'passkey'
  id: Uuid
  name: string
  created_at: Instant
  last_used_at: Instant | null
}

export interface PasskeyList {
  object: 'list'
  data: Passkey[]
}

export interface PasskeyOptions {
  object: 'passkey_options'
  is_offered: boolean
  /** Why not. */
  reason: string | null
  options: Record<string, unknown> | null
}

export interface Plan {
  object: 'plan'
  is_locked: boolean
  modules: { key: string; summary: string; is_subscribed: boolean }[]
  add_ons: { key: string; summary: string; is_subscribed: boolean }[]
  limits: {
    rate_per_min: number
    max_keys: number
    /** In each book. */
    max_webhook_endpoints: number
    /** In each book. */
    max_partners: number
    /** In each book. */
    storage_mb: number
    events_retention_days: number
  }
  usage: {
    /** That work now, of both books. */
    keys: number
    /** Active ones. */
    users: number
    live: {
      partners: number
      webhook_endpoints: number
      stored_bytes: number
      /** Kept in the log now. */
      events: number
    }
    test: {
      partners: number
      webhook_endpoints: number
      stored_bytes: number
      /** Kept in the log now. */
      events: number
    }
  }
}

export interface Profile {
  object: 'profile'
  email: string
  name: string
  role: 'owner' | 'admin' | 'sales' | 'warehouse' | 'accountant' | 'brewer' | 'bartender' | 'viewer'
  has_password: boolean
  has_passkeys: boolean
  has_totp: boolean
  recovery_codes_left: number
  preferences: {
    language?: 'en' | 'cs'
    theme?: 'system' | 'light' | 'dark'
    has_shortcuts?: boolean
    /** Lists with their filters, as the person saved them. */
    views?: { name: string; path: string }[]
  }
}

export interface ProfilePasskeyCreate {
  name: string
  response: { id: string }
}

export interface ProfilePasswordSet {
  password: string
  current_password?: string
}

export interface ProfilePatch {
  name?: string
  preferences?: {
    language?: 'en' | 'cs'
    theme?: 'system' | 'light' | 'dark'
    has_shortcuts?: boolean
    /** Lists with their filters, as the person saved them. */
    views?: { name: string; path: string }[]
  }
}

export interface ProfileTotpVerify {
  code: string
}

export interface RecoveryCodes {
  object: 'recovery_codes'
  /** Each works once. Shown now, and never again. */
  recovery_codes: string[]
}

export interface Request extends RequestListItem {
  /** The first 8 kB, without secrets; null where it is not kept. */
  request_body: string | null
  answer_body: string | null
}

export interface RequestListItem {
  object: 'request'
  id: Uuid
  created_at: Instant
  key_id: Uuid | null
  user_id: Uuid | null
  method: string
  /** The id of the endpoint; null where the path has none. */
  route: string | null
  path: string
  query: string | null
  status: number
  /** Of a refusal. */
  code: string | null
  duration_ms: number
  /** Of the answer; null of a stream. */
  bytes: number | null
  idempotency_key: string | null
  address: string
}

export interface Session {
  object: 'session'
  id: Uuid
  /** What is left to do before there is a book. */
  next: 'second_step' | 'choose_account' | 'set_up_second_step' | null
  person: {
    email: string
    name: string
    has_password: boolean
    has_passkeys: boolean
    has_totp: boolean
  }
  /** Those the person may work in. */
  accounts: {
    id: Uuid
    slug: string
    name: string
    role: 'owner' | 'admin' | 'sales' | 'warehouse' | 'accountant' | 'brewer' | 'bartender' | 'viewer'
  }[]
  account: {
    id: Uuid
    slug: string
    name: string
    vertical: string
    country_code: string
    time_zone: string
    /** What its books are kept in. */
    currency: string
    language: 'en' | 'cs'
    is_locked: boolean
    role: 'owner' | 'admin' | 'sales' | 'warehouse' | 'accountant' | 'brewer' | 'bartender' | 'viewer'
    /** As far as the subscription reaches. */
    rights: ('core:read' | 'core:write' | 'stock:read' | 'stock:write' | 'sales:read' | 'sales:write' | 'finance:read' | 'finance:write' | 'brewery:read' | 'brewery:write' | 'pos:read' | 'pos:write' | 'events:read' | 'webhooks:manage' | 'workflow:write')[]
    modules: string[]
    owners_need_two_steps: boolean
    books: {
      mode: 'live' | 'test'
      /** It has neither partners nor items yet. */
      is_empty: boolean
      /** What its clock shows; that of a sandbox may be ahead. */
      time: Instant
    }[]
    limits: {
      rate_per_min: number
      max_keys: number
      max_webhook_endpoints: number
      max_partners: number
      storage_mb: number
      events_retention_days: number
    }
    measure_profile: {
      unit_system: 'metric' | 'uk' | 'us'
      axes: Record<string, {
        unit: string
        /** The unit of the stored value. */
        canonical_unit: string
      }>
    }
  } | null
  preferences: {
    language?: 'en' | 'cs'
    theme?: 'system' | 'light' | 'dark'
    has_shortcuts?: boolean
    /** Lists with their filters, as the person saved them. */
    views?: { name: string; path: string }[]
  }
  expires_at: Instant
  confirmed_until: Instant | null
  /** Mail leaves the machine; otherwise it goes into files. */
  has_mail: boolean
  passkey_offer: {
    is_offered: boolean
    /** Why not. */
    reason: string | null
  }
}

export interface SessionAcceptInvitation {
  token: string
  name?: string
  password?: string
}

export interface SessionAskReset {
  email: string
}

export interface SessionChooseAccount {
  account_id: Uuid
}

export interface SessionConfirm {
  password?: string
  /** Six digits, or a recovery code. */
  code?: string
  passkey?: { id: string }
}

export interface SessionCreate {
  token?: string
  email?: string
  password?: string
  passkey?: { id: string }
}

export interface SessionReadToken {
  token: string
}

export interface SessionResetPassword {
  token: string
  password: string
}

export interface SessionSecondStep {
  /** Six digits, or a recovery code. */
  code: string
}

export interface SettingDocumentPatch {
  document: Record<string, unknown>
}

export interface SettingSectionPatch {
  /** Those that are not named stay as they are. */
  entries: Record<string, unknown>[]
}

export interface SettingsDocument {
  object: 'settings_document'
  document: Record<string, unknown>
  /** The JSON Schema of the document. */
  schema: Record<string, unknown>
}

export interface SettingsPlan {
  object: 'settings_plan'
  changes: {
    section: string
    key: string
    action: 'create' | 'update'
    /** What an update changes. */
    fields?: { field: string; from: unknown; to: unknown }[]
  }[]
  refusals: { section: string; key: string; reason: string }[]
}

export interface SettingsSection extends SettingsSectionListItem {
  entries: Record<string, unknown>[]
  /** The JSON Schema of an entry. */
  schema: Record<string, unknown>
}

export interface SettingsSectionList {
  object: 'list'
  data: SettingsSectionListItem[]
}

export interface SettingsSectionListItem {
  object: 'settings_section'
  name: string
  description: string | null
  /** It has one entry, no list of them. */
  is_single: boolean
}

export interface SignInSettingPatch {
  owners_need_two_steps?: boolean
}

export interface SignInSettings {
  object: 'sign_in_settings'
  /** Owners may do nothing before they have a second step. */
  owners_need_two_steps: boolean
}

export interface Totp {
  object: 'totp'
  /** In base 32, for who types it. Shown now, and never again. */
  secret: string
  /** For the picture an authenticator reads. */
  uri: string
}

export interface User {
  object: 'user'
  id: Uuid
  email: string
  name: string
  role: 'owner' | 'admin' | 'sales' | 'warehouse' | 'accountant' | 'brewer' | 'bartender' | 'viewer'
  rights: ('core:read' | 'core:write' | 'stock:read' | 'stock:write' | 'sales:read' | 'sales:write' | 'finance:read' | 'finance:write' | 'brewery:read' | 'brewery:write' | 'pos:read' | 'pos:write' | 'events:read' | 'webhooks:manage' | 'workflow:write')[]
  /** The rights are exactly those of the role. */
  has_role_rights: boolean
  status: 'active' | 'invited' | 'deactivated'
  is_self: boolean
  /** Signs in with a second step or a passkey. */
  has_two_steps: boolean
  /** Of the sessions that are open. */
  last_seen_at: Instant | null
  /** Of the invitation that waits. */
  invitation_expires_at: Instant | null
  created_at: Instant
  updated_at: Instant
}

export interface UserCreate {
  email: string
  name: string
  role: 'owner' | 'admin' | 'sales' | 'warehouse' | 'accountant' | 'brewer' | 'bartender' | 'viewer'
  /** Instead of those of the role: the same words as the scopes of keys. */
  rights?: ('core:read' | 'core:write' | 'stock:read' | 'stock:write' | 'sales:read' | 'sales:write' | 'finance:read' | 'finance:write' | 'brewery:read' | 'brewery:write' | 'pos:read' | 'pos:write' | 'events:read' | 'webhooks:manage' | 'workflow:write')[]
}

export interface UserPatch {
  /** Until the invitation is accepted. */
  email?: string
  name?: string
  role?: 'owner' | 'admin' | 'sales' | 'warehouse' | 'accountant' | 'brewer' | 'bartender' | 'viewer'
  /** Instead of those of the role: the same words as the scopes of keys. */
  rights?: ('core:read' | 'core:write' | 'stock:read' | 'stock:write' | 'sales:read' | 'sales:write' | 'finance:read' | 'finance:write' | 'brewery:read' | 'brewery:write' | 'pos:read' | 'pos:write' | 'events:read' | 'webhooks:manage' | 'workflow:write')[]
}

export interface UserWriteResult extends User {
  /** To be handed over where mail goes into files; null where it was sent. Shown now, and never again. */
  invitation_link: string | null
}

export interface WebhookPayload {
  object: 'webhook_payload'
  id: Uuid
  /** As it was sent, to the byte; null when it is no longer kept or was never frozen. */
  body: string | null
  /** Without the record: the key or the reader may not see it. */
  is_redacted: boolean
}

/** Of `audit.list`. */
export interface AuditListQuery extends PageQuery {
  /** A user, or an API key. */
  actor?: Uuid
  actor_type?: 'user' | 'api_key' | 'cli' | 'system'
  /** `key.created`, or `key.*` for all of a kind. */
  action?: string
  /** What was changed. */
  record?: Uuid
  date_from?: Day
  date_to?: Day
  search?: string
}

/** Of `settings.mails.list`. */
export interface SettingMailListQuery extends PageQuery {
  state?: 'sent' | 'waiting' | 'given_up'
}

/** Of `users.list`. */
export interface UserListQuery extends PageQuery, SinceQuery {
  status?: 'active' | 'invited' | 'deactivated'
  role?: 'owner' | 'admin' | 'sales' | 'warehouse' | 'accountant' | 'brewer' | 'bartender' | 'viewer'
  search?: string
}

/** Of `tasks.list`. */
export interface TaskListQuery extends PageQuery, SinceQuery {}

/** Of `apiKeys.list`. */
export interface ApiKeyListQuery extends PageQuery {
  mode?: 'live' | 'test'
  status?: 'active' | 'expired' | 'revoked'
  search?: string
  /** Created at or after this instant; ordered by `created_at`. */
  created_since?: Instant
}

/** Of `settings.requests.list`. */
export interface SettingRequestListQuery extends PageQuery {
  key_id?: Uuid
  user_id?: Uuid
  status?: '2xx' | '3xx' | '4xx' | '5xx' | 'refused'
  code?: string
  method?: 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE'
  route?: string
  /** Part of the path. */
  path?: string
  request_id?: Uuid
  /** From this day of the account on. */
  date_from?: Day
  /** Up to this day, itself included. */
  date_to?: Day
}
