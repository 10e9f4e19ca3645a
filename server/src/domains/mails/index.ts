/** Mails: written with what they tell of, sent by a worker. */
import { defineDomain } from '../../kernel/domain.ts'

export const mails = defineDomain({ name: 'mails', after: [] })
