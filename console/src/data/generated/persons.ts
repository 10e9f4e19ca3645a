// Generated from the declarations in server/src by `npm run generate`. Do not edit.
import type { Instant, Uuid } from '@cellarbook/sdk'

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

export interface Profile {
  object: 'profile'
  email: string
  name: string
  role: 'owner' | 'admin' | 'sales' | 'warehouse' | 'accountant' | 'viewer'
  has_password: boolean
  preferences: {
    language?: 'en' | 'cs'
    theme?: 'system' | 'light' | 'dark'
    has_shortcuts?: boolean
    /** Lists with their filters, as the person saved them. */
    views?: { name: string; path: string }[]
  }
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

export interface Session {
  object: 'session'
  id: Uuid
  /** What is left to do before there is a book. */
  next: 'choose_account' | null
  person: { email: string; name: string; has_password: boolean }
  /** Those the person may work in. */
  accounts: {
    id: Uuid
    slug: string
    name: string
    role: 'owner' | 'admin' | 'sales' | 'warehouse' | 'accountant' | 'viewer'
  }[]
  account: {
    id: Uuid
    slug: string
    name: string
    vertical: string
    country_code: string
    time_zone: string
    is_locked: boolean
    role: 'owner' | 'admin' | 'sales' | 'warehouse' | 'accountant' | 'viewer'
    /** As far as the subscription reaches. */
    rights: ('core:read' | 'core:write' | 'stock:read' | 'stock:write' | 'sales:read' | 'sales:write' | 'finance:read' | 'finance:write' | 'brewery:read' | 'brewery:write' | 'pos:read' | 'pos:write' | 'events:read' | 'webhooks:manage' | 'workflow:write')[]
    modules: string[]
    limits: {
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
}

export interface SessionChooseAccount {
  account_id: Uuid
}

export interface SessionConfirm {
  password: string
}

export interface SessionCreate {
  token?: string
  email?: string
  password?: string
}
