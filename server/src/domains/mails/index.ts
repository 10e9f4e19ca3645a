/** Mails: written with what they tell of, sent by a worker. */
import { defineDomain } from '../../kernel/domain.ts'
import { mailsList } from './endpoints.ts'
import { mailMeasures } from './measures-store.ts'
import { announceKeys, expireMails, sendMails } from './workers.ts'

export const mails = defineDomain({
  name: 'mails',
  after: [],
  endpoints: [mailsList],
  workers: [sendMails, announceKeys, expireMails],
  measures: mailMeasures,
})

export { adminsOf, sealedIn, secretPlace, type WantedMail, writeMails } from './actions.ts'
export { inEach, type MailWords, modeWord, oneLine } from './words.ts'
