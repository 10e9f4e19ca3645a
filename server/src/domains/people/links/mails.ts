/** Mails with a link that works once: what they say, and the link itself under seal until they are sent. */

import type { Addresses } from '../../../kernel/addresses.ts'
import { addressOf } from '../../../kernel/addresses.ts'
import type { SecretSealer } from '../../../kernel/ports/webhooks.ts'
import { sealedIn, secretPlace, type WantedMail } from '../../mails/index.ts'
import type { LinkKind } from './store.ts'

export const pagePath = (kind: LinkKind): string => `/console/${kind === 'reset' ? 'reset' : 'invitation'}#token=`

/** The address of the account's trade. */
export const consoleOf = (addresses: Addresses, vertical: string): string =>
  addressOf(addresses, { tenant: { vertical } })

interface LinkMail {
  kind: LinkKind
  tenantId: string
  recipient: string
  token: string
  baseUrl: string
  /** What makes it another mail than the one before. */
  occurrence: string
  account?: string
  invitedBy?: string
}

export function linkMail(mail: LinkMail, seals: SecretSealer): WantedMail {
  const { kind, tenantId, recipient, token, baseUrl, occurrence } = mail
  const topic = `${kind}:${occurrence}`
  const link = `${baseUrl}${pagePath(kind)}${secretPlace}`
  const text = kind === 'reset' ? resetText(link) : invitationText(link, mail)
  return { tenantId, topic, recipient, ...text, secret: seals.seal(token, sealedIn(topic)) }
}

const invitationText = (link: string, { account = '', invitedBy = '' }: LinkMail) => ({
  subject: `Join ${oneLine(account)} on Cellarbook`,
  body: `\
${oneLine(invitedBy)} invites you to work in ${oneLine(account)}.

Open this link within seven days. It works once.

${link}

If you did not expect this, there is nothing to do.
`,
})

const resetText = (link: string) => ({
  subject: 'A new password for Cellarbook',
  body: `\
Somebody, most likely you, asked for a new password.

Open this link within an hour. It works once.

${link}

If it was not you, there is nothing to do: your password stays as it is.
`,
})

/** A name is free text; a line break in it would write a line of ours. */
const oneLine = (text: string): string => text.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').trim()
