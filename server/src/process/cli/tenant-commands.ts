/** `tenant …`. */
import type { Vertical } from '../../contract/verticals.ts'
import {
  changeTenant,
  createSignInLinkFor,
  createTenant,
  firstDay,
  getTenant,
  type TenantChange,
} from '../../domains/accounts/actions.ts'
import { listBooks, listVatStatuses, type TenantRow } from '../../domains/accounts/store.ts'
import { isVatPayerOn, type VatStatus } from '../../kernel/account.ts'
import { dayIn } from '../../lib/days.ts'
import { signInAddress } from '../welcome.ts'
import { Refusal, type Tools } from './command.ts'

interface CreateOptions {
  slug: string
  name: string
  vertical?: Vertical
  modules?: string[]
  json?: boolean
}

export const tenantCreate = (
  { withStore, print }: Tools,
  { json, modules: wanted, ...rest }: CreateOptions,
): Promise<void> =>
  withStore('tenant create', async ({ database }) => {
    // The API add-on comes with a new tenant; `tenant set --api-addon false` takes it away.
    await import('../../domains/index.ts')
    const created = await createTenant(database, Date.now, { ...rest, ...(wanted && { modules: [...wanted, 'api'] }) })
    const statuses = await listVatStatuses(database, created.id)
    print(json, tenantView(created, statuses), tenantLines(created, statuses))
  })

interface TenantOptions {
  modules?: string[]
  locked?: boolean
  apiAddon?: boolean
  vatPayer?: boolean
  since?: string
  ratePerMin?: number
  maxKeys?: number
  maxWebhookEndpoints?: number
  maxPartners?: number
  storageMb?: number
  eventsRetentionDays?: number
  json?: boolean
}

export async function tenantSet(
  { withStore, print }: Tools,
  { json, ...options }: TenantOptions,
  name: string,
): Promise<void> {
  if (options.since && options.vatPayer === undefined) throw new Refusal('Give --since together with --vat-payer.')
  await withStore('tenant set', async ({ database }) => {
    const changed = await changeTenant(database, Date.now, { slug: name, ...changeOf(options) })
    const statuses = await listVatStatuses(database, changed.id)
    print(json, tenantView(changed, statuses), tenantLines(changed, statuses))
  })
}

function changeOf(options: TenantOptions): TenantChange {
  const change = {
    modules: options.modules,
    apiAddOn: options.apiAddon,
    is_locked: options.locked,
    is_vat_payer: options.vatPayer,
    vatSince: options.since,
    rate_per_min: options.ratePerMin,
    max_keys: options.maxKeys,
    max_webhook_endpoints: options.maxWebhookEndpoints,
    max_partners: options.maxPartners,
    storage_mb: options.storageMb,
    events_retention_days: options.eventsRetentionDays,
  }
  return Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined)) as TenantChange
}

export const tenantShow = ({ withStore, print }: Tools, { json }: { json?: boolean }, name: string): Promise<void> =>
  withStore('tenant show', async ({ database }) => {
    const found = await getTenant(database, name)
    const books = await listBooks(database, found.id)
    const statuses = await listVatStatuses(database, found.id)
    const views = books.map(book => ({
      id: book.id,
      mode: book.is_live ? 'live' : 'test',
      latest_sequence: Number(book.last_sequence),
      partners: book.partner_count,
    }))
    const lines = views.map(book => `${book.mode} book   ${book.partners} partners, ${book.latest_sequence} events`)
    print(json, { ...tenantView(found, statuses), books: views }, [...tenantLines(found, statuses), ...lines])
  })

export const tenantSignIn = (
  { withStore, print }: Tools,
  { json, email }: { json?: boolean; email?: string },
  slug: string,
): Promise<void> =>
  withStore('tenant sign-in', async ({ database, config }) => {
    const url = signInAddress(config.baseUrl, await createSignInLinkFor(database, Date.now, { slug, email }))
    print(json, { url }, [url])
  })

/** Today, and every day it changed. */
const vatOf = (tenant: TenantRow, statuses: VatStatus[]) => ({
  vat_payer:
    statuses.length === 0
      ? tenant.is_vat_payer
      : isVatPayerOn({ vatStatuses: statuses }, dayIn(tenant.time_zone, Date.now())),
  vat_changes: statuses
    .filter(({ since }) => since !== firstDay)
    .map(({ since, is_vat_payer }) => ({ since, vat_payer: is_vat_payer })),
})

const tenantView = (tenant: TenantRow, statuses: VatStatus[]) => ({
  id: tenant.id,
  slug: tenant.slug,
  name: tenant.name,
  vertical: tenant.vertical,
  country_code: tenant.country_code,
  modules: tenant.modules,
  locked: tenant.is_locked,
  api_addon: tenant.modules.includes('api'),
  ...vatOf(tenant, statuses),
  limits: {
    rate_per_min: tenant.rate_per_min,
    max_keys: tenant.max_keys,
    max_webhook_endpoints: tenant.max_webhook_endpoints,
    max_partners: tenant.max_partners,
    storage_mb: tenant.storage_mb,
    events_retention_days: tenant.events_retention_days,
  },
  created_at: tenant.created_at,
})

const tenantLines = (tenant: TenantRow, statuses: VatStatus[]): string[] => [
  `${tenant.slug}   ${tenant.name} (${tenant.vertical})${tenant.is_locked ? ', locked' : ''}`,
  `modules     ${tenant.modules.join(', ')}`,
  `limits      ${tenant.rate_per_min} requests a minute, ${tenant.max_keys} keys, ${tenant.max_partners} partners, ` +
    `${tenant.max_webhook_endpoints} webhook endpoints, ${tenant.storage_mb} MB, ${tenant.events_retention_days} days of events`,
  `VAT payer   ${vatLine(vatOf(tenant, statuses))}`,
]

const yesOrNo = (is: boolean): string => (is ? 'yes' : 'no')

const vatLine = ({ vat_payer, vat_changes }: ReturnType<typeof vatOf>): string =>
  [yesOrNo(vat_payer), ...vat_changes.map(change => `${yesOrNo(change.vat_payer)} since ${change.since}`)].join(', ')
