/** `tenant …`. */
import type { Command } from 'commander'
import { addOns, modules } from '../../contract/scopes.ts'
import {
  changeTenant,
  createSignInLink,
  createTenant,
  firstDay,
  getTenant,
  type TenantChange,
  type Vertical,
  verticals,
} from '../../domains/accounts/actions.ts'
import { listBooks, listVatStatuses, type TenantRow } from '../../domains/accounts/store.ts'
import { isVatPayerOn, type VatStatus } from '../../kernel/account.ts'
import { dayIn } from '../../lib/days.ts'
import { signInAddress } from '../welcome.ts'
import { commaList, day, flag, oneOf, Refusal, type Tools, text, wholeNumber } from './command.ts'

const subscribable = [...modules, ...addOns]

/** None at all is a plan too; `core` is always on and may be named. */
const subscription = (value: string): string[] =>
  commaList(value)
    .map(oneOf('--modules', ['core', ...subscribable]))
    .filter(name => name !== 'core')

export function tenantCommands(program: Command, tools: Tools): void {
  const tenant = program.command('tenant').description('customers and their plan')
  tenantCreate(tenant, tools)
  tenantSet(tenant, tools)
  tenantShow(tenant, tools)
  tenantSignIn(tenant, tools)
}

function tenantCreate(tenant: Command, { withStore, print }: Tools): void {
  tenant
    .command('create')
    .description('a new tenant with a live and a sandbox book')
    .requiredOption('--slug <slug>', 'short name: lower-case letters, digits, hyphens', slug)
    .requiredOption('--name <name>', 'full name', text('--name', 200))
    .option('--vertical <vertical>', `the trade: ${verticals.join(', ')}`, oneOf('--vertical', verticals))
    .option('--modules <list>', `of ${subscribable.join(', ')}`, subscription)
    .option('--json', 'print one JSON object')
    .action((options: { slug: string; name: string; vertical?: Vertical; modules?: string[]; json?: boolean }) =>
      withStore('tenant create', async ({ database }) => {
        const { slug: name, json, modules: wanted, ...rest } = options
        // The API add-on comes with a new tenant; `tenant set --api-addon false` takes it away.
        await import('../../domains/index.ts')
        const created = await createTenant(database, Date.now, {
          ...rest,
          slug: name,
          ...(wanted && { modules: [...wanted, 'api'] }),
        })
        const statuses = await listVatStatuses(database, created.id)
        print(json, tenantView(created, statuses), tenantLines(created, statuses))
      }),
    )
}

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

function tenantSet(tenant: Command, { withStore, print }: Tools): void {
  tenant
    .command('set <slug>')
    .description('change the plan; effective with the next request')
    .option('--modules <list>', `of ${subscribable.join(', ')}`, subscription)
    .option('--locked <flag>', 'refuse every call', flag('--locked'))
    .option('--api-addon <flag>', 'may use the API at all', flag('--api-addon'))
    .option('--vat-payer <flag>', 'pays VAT, from today on', flag('--vat-payer'))
    .option('--since <day>', 'the first day of --vat-payer, whatever was said of later days', day('--since'))
    .option('--rate-per-min <n>', 'requests per minute and key', wholeNumber('--rate-per-min', 1))
    .option('--max-keys <n>', 'usable API keys', wholeNumber('--max-keys'))
    .option('--max-webhook-endpoints <n>', 'webhook endpoints', wholeNumber('--max-webhook-endpoints'))
    .option('--max-partners <n>', 'partners in a book', wholeNumber('--max-partners'))
    .option('--storage-mb <n>', 'stored files', wholeNumber('--storage-mb'))
    .option('--events-retention-days <n>', 'days events are kept', wholeNumber('--events-retention-days', 1))
    .option('--json', 'print one JSON object')
    .action((name: string, { json, ...options }: TenantOptions) =>
      withStore('tenant set', async ({ database }) => {
        if (options.since && options.vatPayer === undefined)
          throw new Refusal('Give --since together with --vat-payer.')
        const changed = await changeTenant(database, Date.now, { slug: name, ...changeOf(options) })
        const statuses = await listVatStatuses(database, changed.id)
        print(json, tenantView(changed, statuses), tenantLines(changed, statuses))
      }),
    )
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

function tenantShow(tenant: Command, { withStore, print }: Tools): void {
  tenant
    .command('show <slug>')
    .description('a tenant, its plan and its books')
    .option('--json', 'print one JSON object')
    .action((name: string, { json }: { json?: boolean }) =>
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
      }),
    )
}

function tenantSignIn(tenant: Command, { withStore, print }: Tools): void {
  tenant
    .command('sign-in <slug>')
    .description("a link that signs the tenant's owner in to the console, once")
    .option('--json', 'print one JSON object')
    .action((name: string, { json }: { json?: boolean }) =>
      withStore('tenant sign-in', async ({ database, config }) => {
        const url = signInAddress(config.baseUrl, await createSignInLink(database, Date.now, name))
        print(json, { url }, [url])
      }),
    )
}

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

function slug(value: string): string {
  if (!/^[a-z0-9][a-z0-9-]{0,62}$/.test(value)) {
    throw new Refusal(`--slug takes lower-case letters, digits and hyphens, not ${value}.`)
  }
  return value
}
