/** Mails with a link that works once: what they say, and the link itself under seal until they are sent. */

import type { SecretSealer } from '../../../kernel/ports/webhooks.ts'
import { sealedIn, secretPlace, type WantedMail } from '../../mails/index.ts'
import { invitationWords, resetWords } from './mail-words.ts'
import type { LinkKind } from './store.ts'

export const pagePath = (kind: LinkKind): string => `/console/${kind === 'reset' ? 'reset' : 'invitation'}#token=`

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
  const { account = '', invitedBy = '' } = mail
  const words = kind === 'reset' ? resetWords(link) : invitationWords(link, { account, invitedBy })
  return { tenantId, topic, recipient, words, secret: seals.seal(token, sealedIn(topic)) }
}
