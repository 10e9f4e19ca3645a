/** GET /settings/mails: what was written to people of the account, and what became of it. Never what stands in a mail. */
import { Type } from 'typebox'
import { InstantText, Nullable, OneOf, Shape, Uuid } from '../../contract/schema.ts'
import { defineAccountList } from '../../kernel/account-list.ts'
import { listMails, type MailRow } from './store.ts'

const states = ['sent', 'waiting', 'given_up'] as const

const Mail = Shape({
  object: Type.Literal('mail'),
  id: Uuid,
  to: Type.String(),
  subject: Type.String(),
  state: OneOf(states),
  attempts: Type.Integer(),
  next_attempt_at: Nullable(InstantText),
  sent_at: Nullable(InstantText),
  created_at: InstantText,
})

const stateOf = ({ sent_at, next_attempt_at }: MailRow): (typeof states)[number] =>
  sent_at !== null ? 'sent' : next_attempt_at !== null ? 'waiting' : 'given_up'

export const mailsList = defineAccountList({
  id: 'settings.mails.list',
  path: '/settings/mails',
  summary: 'List mails to people of the account',
  description: 'Kept for 30 days, unless the service is set otherwise.',
  access: { scopes: [], persons: ['owner', 'admin'] },
  filters: Shape({ state: Type.Optional(OneOf(states)) }),
  record: Mail,
  select: ({ caller, db }, { state }, page) => listMails(db, caller.tenant.id, { state, ...page }),
  view: mail => ({
    object: 'mail' as const,
    id: mail.id,
    to: mail.recipient,
    subject: mail.subject,
    state: stateOf(mail),
    attempts: mail.attempts_made,
    next_attempt_at: mail.next_attempt_at,
    sent_at: mail.sent_at,
    created_at: mail.created_at,
  }),
})
