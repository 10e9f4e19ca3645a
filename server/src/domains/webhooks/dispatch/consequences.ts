/** What follows from results: endpoints disabled or retired, administrators told by mail. */
import type { Logger } from 'pino'
import type { Database } from '../../../db/pool.ts'
import { type Account, findAccountOfBook } from '../../../kernel/account.ts'
import type { WriteContext } from '../../../kernel/context.ts'
import type { LostRight, Withheld } from '../../../kernel/rights.ts'
import { writeAsSystem } from '../../../kernel/system-write.ts'
import { moveAutomatically } from '../../../kernel/transitions.ts'
import { type Clock, type Instant, toInstant } from '../../../lib/instants.ts'
import { adminsOf, writeMails } from '../../mails/index.ts'
import { auditEndpoint } from '../endpoints/audit.ts'
import { webhookEndpoints } from '../endpoints/document.ts'
import { changeWaiting, type EndpointRow, lockEndpoint } from '../endpoints/store.ts'
import { type Consequences, type EndpointStop, maxFailures } from './results.ts'
import type { ClaimedDelivery, EndpointKey } from './store.ts'

interface Deps {
  database: Database
  clock: Clock
}

export async function applyConsequences(deps: Deps & { log: Logger }, { stops, dead }: Consequences): Promise<void> {
  for (const each of stops) await stopEndpoint(deps, each)
  for (const key of dead) await mailDeadDeliveries(deps, key)
}

/** The status of an endpoint belongs to the book, so it changes on the one write path. */
async function stopEndpoint(deps: Deps & { log: Logger }, { key, to, url }: EndpointStop): Promise<void> {
  const { database, clock, log } = deps
  const account = await findAccountOfBook(database, key.book_id)
  if (!account) return
  let isStopped = false
  await writeAsSystem({ database, clock, account }, async ctx => {
    const endpoint = await lockEndpoint(ctx.tx, key.book_id, key.endpoint_id)
    if (endpoint?.status !== 'enabled') return
    if (url !== undefined && url !== endpoint.url) return
    await stopNow(ctx, endpoint, to)
    isStopped = true
  })
  if (isStopped) log.warn({ tenant: account.tenant.slug, endpointId: key.endpoint_id }, `a webhook endpoint was ${to}`)
}

async function stopNow(ctx: WriteContext, endpoint: EndpointRow, to: EndpointStop['to']): Promise<void> {
  const { account, tx, now } = ctx
  const isRetired = to === 'retired'
  const at = { bookId: account.book.id, now }
  await changeWaiting(tx, at, { endpointId: endpoint.id, to: isRetired ? 'cancelled' : 'held' })
  const disabled_reason = isRetired ? 'gone' : 'failures'
  const stopped = await moveAutomatically(ctx, webhookEndpoints, { row: endpoint, to, changes: { disabled_reason } })
  const words = isRetired ? goneWords(endpoint) : disabledWords(endpoint)
  await mailAdmins(tx, account, { ...words, now, topic: `webhook_${to}:${endpoint.id}:${now}` })
  await auditEndpoint(ctx, to, stopped)
}

interface Words {
  subject: string
  body: string
}

const disabledWords = ({ url, id, acked_sequence }: EndpointRow): Words => ({
  subject: 'A webhook endpoint was disabled',
  body:
    `${maxFailures} deliveries in a row to ${url} failed, so the endpoint ${id} was disabled.\n\n` +
    `Nothing is lost: events after ${acked_sequence} are held. When the receiver works again, enable the endpoint ` +
    `with POST /api/v1/webhook-endpoints/${id}/actions/enable.`,
})

const goneWords = ({ url, id }: EndpointRow): Words => ({
  subject: 'A webhook endpoint was retired',
  body:
    `The receiver at ${url} answered 410 Gone, so the endpoint ${id} was retired and what waited for it was cancelled.` +
    '\n\nIf that was a mistake, enable the endpoint again and say where it shall go on.',
})

/** At most one mail an hour for each endpoint: an outage kills many deliveries. */
async function mailDeadDeliveries({ database, clock }: Deps, { book_id, endpoint_id }: EndpointKey): Promise<void> {
  const account = await findAccountOfBook(database, book_id)
  if (!account) return
  const now = toInstant(clock())
  await mailAdmins(database, account, {
    now,
    topic: `webhook_dead:${endpoint_id}:${now.slice(0, 13)}`,
    subject: 'A webhook delivery was given up',
    body:
      `All eight attempts to deliver an event to the endpoint ${endpoint_id} failed over about 58 hours.\n\n` +
      `See GET /api/v1/webhook-endpoints/${endpoint_id}/deliveries?status=dead and send them again with ` +
      'POST /api/v1/webhook-deliveries/{id}/actions/retry.',
  })
}

const lossInWords: Record<LostRight, string> = {
  key_revoked: 'was revoked',
  key_expired: 'has expired',
  owner_inactive: 'acts for a person who is no longer active',
  account_locked: 'belongs to an account that is locked',
  addon_required: 'belongs to an account without the API add-on',
  module_not_enabled: 'may read what belongs to a module the account no longer has',
  forbidden: 'acts for a person who lost the right to read some records',
}

const lossOfPerson: Partial<Record<LostRight, string>> = { owner_inactive: 'is no longer active' }

const rightsInWords = ({ key_id, owner_id }: ClaimedDelivery, reason: LostRight): string =>
  key_id === null
    ? `the user ${owner_id}, who ${lossOfPerson[reason] ?? lossInWords[reason]}`
    : `the key ${key_id}, which ${lossInWords[reason]}`

/** Once for each endpoint, key and reason. What this node has told of is not written again. */
export function lostRightsTeller({ database, clock }: Deps) {
  const told = new Set<string>()
  return async (delivery: ClaimedDelivery, reason: Withheld): Promise<void> => {
    const { book_id, endpoint_id: id, key_id, owner_id, url } = delivery
    if (reason === 'insufficient_scope') return
    const topic = `webhook_rights:${id}:${key_id ?? owner_id}:${reason}`
    if (told.has(topic)) return
    const account = await findAccountOfBook(database, book_id)
    if (!account) return
    await mailAdmins(database, account, {
      now: toInstant(clock()),
      topic,
      subject: 'A webhook endpoint gets events without their records',
      body:
        `The endpoint ${id} (${url}) is served with the rights of ${rightsInWords(delivery, reason)}. ` +
        'Its receiver still hears of events, without the records they are about.\n\n' +
        'To go on, change the address or rotate the secret of the endpoint with a key that may read them: it is then ' +
        'the endpoint of that key. If nobody needs it any more, disable it.',
    })
    if (told.size > 10_000) told.clear()
    told.add(topic)
  }
}

interface Mail extends Words {
  now: Instant
  /** Written once for each. */
  topic: string
}

async function mailAdmins(
  db: Parameters<typeof writeMails>[0],
  { tenant, book }: Account,
  { now, topic, subject, body }: Mail,
): Promise<void> {
  const mode = book.isLive ? 'live' : 'sandbox'
  const recipients = await adminsOf(db, tenant.id)
  const mails = recipients.map(recipient => ({
    tenantId: tenant.id,
    topic,
    recipient,
    subject: `${subject} (${tenant.name}, ${mode})`,
    body: `${body}\n\nAccount: ${tenant.name} (${tenant.slug}), ${mode}.`,
  }))
  await writeMails(db, mails, now)
}
