/** Mails: written with what they tell of, sent by a worker. */
import { defineDomain } from '../../kernel/domain.ts'
import { announceKeys, expireMails, sendMails } from './workers.ts'

export const mails = defineDomain({ name: 'mails', after: [], workers: [sendMails, announceKeys, expireMails] })

export { adminsOf, sealedIn, secretPlace, type WantedMail, writeMails } from './actions.ts'
