/** "Key expiry is announced by e-mail 30, 7 and 1 days before", to the key's owner and the account's admins. */
import type { Database } from '../../db/pool.ts'
import { groupBy } from '../../lib/group-by.ts'
import { type Clock, toInstant, toMilliseconds } from '../../lib/instants.ts'
import { adminsOf, type WantedMail, writeMails } from './actions.ts'
import { expiryWords } from './key-words.ts'
import { type ExpiringKey, listExpiringKeys, listToldTopics } from './store.ts'
import { inEach } from './words.ts'

const dayMs = 24 * 60 * 60 * 1_000
/** The nearest first. */
const steps = [1, 7, 30] as const
const furthestMs = 30 * dayMs

export interface KeyAnnouncingDeps {
  database: Database
  clock: Clock
  /** Where the console is. */
  baseUrl: string
}

export async function announceKeysOnce({ database, clock, baseUrl }: KeyAnnouncingDeps): Promise<void> {
  const nowMs = clock()
  const now = toInstant(nowMs)
  const keys = await listExpiringKeys(database, now, toInstant(nowMs + furthestMs))
  for (const [tenantId, ofTenant] of groupBy(keys, key => key.tenant_id)) {
    const announcements = ofTenant.map(key => ({ key, topic: topicOf(key, nowMs) }))
    const told = await listToldTopics(
      database,
      tenantId,
      announcements.map(({ topic }) => topic),
    )
    const untold = announcements.filter(({ topic }) => !told.includes(topic))
    if (untold.length === 0) continue
    const admins = await adminsOf(database, tenantId)
    const mails = untold.flatMap(({ key, topic }) => mailsOf({ key, topic, admins, baseUrl }))
    await writeMails(database, mails, now)
  }
}

/** The nearest step only: what was missed meanwhile is not told. Another expiry is another topic. */
function topicOf({ id, expires_at }: ExpiringKey, nowMs: number): string {
  const leftMs = toMilliseconds(expires_at) - nowMs
  const step = steps.find(days => leftMs <= days * dayMs)
  return `key_expiry:${id}:${expires_at}:${step}`
}

interface Announcement {
  key: ExpiringKey
  topic: string
  admins: string[]
  baseUrl: string
}

function mailsOf({ key, topic, admins, baseUrl }: Announcement): WantedMail[] {
  const words = inEach(language => expiryWords(key, baseUrl, language))
  return recipientsOf(key, admins).map(recipient => ({ tenantId: key.tenant_id, topic, recipient, words }))
}

/** The owner is often an admin too: the table keeps one mail of the two. */
const recipientsOf = ({ owner_email }: ExpiringKey, admins: string[]): string[] =>
  owner_email === null ? admins : [owner_email, ...admins]
