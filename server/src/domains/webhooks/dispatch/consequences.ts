/** What follows from results: endpoints disabled or retired, administrators told by mail. */
import type { Logger } from 'pino'
import type { Database } from '../../../db/pool.ts'
import { type Account, findAccountOfBook } from '../../../kernel/account.ts'
import type { WriteContext } from '../../../kernel/context.ts'
import type { Withheld } from '../../../kernel/rights.ts'
import { writeAsSystem } from '../../../kernel/system-write.ts'
import { moveAutomatically } from '../../../kernel/transitions.ts'
import { type Clock, type Instant, toInstant } from '../../../lib/instants.ts'
import { adminsOf, inEach, type MailWords, modeWord, writeMails } from '../../mails/index.ts'
import { auditEndpoint } from '../endpoints/audit.ts'
import { webhookEndpoints } from '../endpoints/document.ts'
import { changeWaiting, type EndpointRow, lockEndpoint } from '../endpoints/store.ts'
import { deadWords, disabledWords, goneWords, lostRightsWords } from './mail-words.ts'
import type { Consequences, EndpointStop } from './results.ts'
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
  await mailAdmins(tx, account, { words, now, topic: `webhook_${to}:${endpoint.id}:${now}` })
  auditEndpoint(ctx, to, stopped)
}

/** At most one mail an hour for each endpoint: an outage kills many deliveries. */
async function mailDeadDeliveries({ database, clock }: Deps, { book_id, endpoint_id }: EndpointKey): Promise<void> {
  const account = await findAccountOfBook(database, book_id)
  if (!account) return
  const now = toInstant(clock())
  await mailAdmins(database, account, {
    now,
    topic: `webhook_dead:${endpoint_id}:${now.slice(0, 13)}`,
    words: deadWords(endpoint_id),
  })
}

/** Once for each endpoint, key and reason. What this node has told of is not written again. */
export function lostRightsTeller({ database, clock }: Deps) {
  const told = new Set<string>()
  return async (delivery: ClaimedDelivery, reason: Withheld): Promise<void> => {
    const { book_id, endpoint_id: id, key_id, owner_id } = delivery
    if (reason === 'insufficient_scope') return
    const topic = `webhook_rights:${id}:${key_id ?? owner_id}:${reason}`
    if (told.has(topic)) return
    const account = await findAccountOfBook(database, book_id)
    if (!account) return
    await mailAdmins(database, account, {
      now: toInstant(clock()),
      topic,
      words: lostRightsWords(delivery, reason),
    })
    if (told.size > 10_000) told.clear()
    told.add(topic)
  }
}

interface Mail {
  now: Instant
  /** Written once for each. */
  topic: string
  words: MailWords
}

async function mailAdmins(
  db: Parameters<typeof writeMails>[0],
  { tenant, book }: Account,
  { now, topic, words }: Mail,
): Promise<void> {
  const signed = inEach(language => {
    const { subject, body } = words[language]
    const mode = modeWord(book.isLive, language)
    const account = language === 'cs' ? 'Účet' : 'Account'
    return {
      subject: `${subject} (${tenant.name}, ${mode})`,
      body: `${body}\n\n${account}: ${tenant.name} (${tenant.slug}), ${mode}.`,
    }
  })
  const recipients = await adminsOf(db, tenant.id)
  const mails = recipients.map(recipient => ({ tenantId: tenant.id, topic, recipient, words: signed }))
  await writeMails(db, mails, now)
}
