/** Sends the mails that are due, each once, however many nodes send. */
import type { Logger } from 'pino'
import type { Database } from '../../db/pool.ts'
import type { SecretSealer } from '../../kernel/ports/webhooks.ts'
import type { Clock } from '../../lib/instants.ts'
import { MailRefused, type MailTransport, sendLimitMs } from '../../mail/transport.ts'
import { claimDueMails, sealedIn, secretPlace, settleFailed, settleSent } from './actions.ts'
import type { DueMail } from './store.ts'

const batchSize = 20

export interface MailSendingDeps {
  database: Database
  transport: MailTransport
  clock: Clock
  log: Logger
  /** Opens what mails tell under seal. */
  seals?: SecretSealer
}

/** Until none is due, or as long as it may go on. */
export async function sendMailsOnce(deps: MailSendingDeps, mayGoOn: () => boolean = () => true): Promise<void> {
  while (mayGoOn()) {
    const { mails, leaseEndsMs } = await claimDueMails(deps.database, deps.clock(), batchSize)
    // The lease has to outlast the slowest send; what is left is claimed again by whoever comes after it.
    const mayBegin = () => mayGoOn() && deps.clock() + sendLimitMs < leaseEndsMs
    const isWhole = await sendAll(deps, mails, mayBegin)
    if (!isWhole || mails.length < batchSize) return
  }
}

async function sendAll(deps: MailSendingDeps, mails: DueMail[], mayBegin: () => boolean): Promise<boolean> {
  const failures: Failure[] = []
  let begun = 0
  for (const mail of mails) {
    if (!mayBegin()) break
    begun += 1
    const failure = await sendOne(deps, mail)
    if (failure) failures.push(failure)
  }
  logFailures(deps.log, failures)
  return begun === mails.length
}

interface Failure {
  id: string
  topic: string
  outcome: 'retried' | 'given up'
  reason: string
}

async function sendOne(deps: MailSendingDeps, mail: DueMail): Promise<Failure | undefined> {
  const { database, transport, clock } = deps
  try {
    await transport.send({ to: mail.recipient, subject: mail.subject, text: textOf(mail, deps), messageId: mail.id })
  } catch (error) {
    // A server's 550 is tried again too: it may only mean that the server does not know us yet.
    const isHopeless = error instanceof MailRefused
    const outcome = await settleFailed(database, mail, { isHopeless, nowMs: clock() })
    return { id: mail.id, topic: mail.topic, outcome, reason: (error as Error).message }
  }
  await settleSent(database, mail, clock())
  return undefined
}

/** One sealed under another key tells nobody anything. */
function textOf({ body, secret, topic }: DueMail, { seals }: MailSendingDeps): string {
  if (!secret) return body
  try {
    return body.replaceAll(secretPlace, seals!.open(secret, sealedIn(topic)))
  } catch {
    throw new MailRefused('its secret was sealed under another key')
  }
}

/** A server that is down fails them all for one reason, which is one line; what is lost is named. */
function logFailures(log: Logger, failures: Failure[]): void {
  for (const reason of new Set(failures.map(failure => failure.reason))) {
    const count = failures.filter(failure => failure.reason === reason).length
    log.warn({ reason, count }, 'mails were not sent')
  }
  for (const { id, topic, outcome } of failures) {
    if (outcome === 'given up') log.error({ mail: id, topic }, 'a mail was given up')
  }
}
