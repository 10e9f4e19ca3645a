/** A new tenant as its people set it up: a sandbox key, a live key, and settings that are applied or fail the test. */
import { expect } from 'vitest'
import { importSettings } from '../../src/domains/settings/actions.ts'
import { findAccount } from '../../src/kernel/account.ts'
import type { Settings } from '../../src/kernel/settings.ts'
import type { Client } from './client.ts'
import type { Service, TestTenant } from './service.ts'

export interface TestAccount {
  tenant: TestTenant
  /** The sandbox. */
  api: Client
  live: Client
  /** Settings of the sandbox. */
  apply(wanted: Omit<Settings, 'version'>): Promise<void>
}

export async function newAccount(
  service: Service,
  wanted: Parameters<Service['tenant']>[0] = {},
): Promise<TestAccount> {
  const tenant = await service.tenant(wanted)
  const account = (await findAccount(service.database, tenant.slug, false))!
  return {
    tenant,
    api: await tenant.key(),
    live: await tenant.key({ mode: 'live' }),
    async apply(settings) {
      const plan = await importSettings(service.database, service.clock, {
        account,
        wanted: { version: 1, ...settings },
      })
      expect(plan.refusals).toEqual([])
    },
  }
}
