/** What mails do beside the requests: they are sent, keys about to expire are announced, old ones are let go. */
import type { Job } from '../../kernel/jobs.ts'
import { deleteOldMails } from './actions.ts'
import { announceKeysOnce } from './announce-keys.ts'
import { sendMailsOnce } from './send-mails.ts'

const minuteMs = 60 * 1_000

export const sendMails: Job = {
  name: 'sending mails',
  everyMs: 5_000,
  run: (deps, isStopping) => sendMailsOnce({ ...deps, transport: deps.mail }, () => !isStopping()),
}

export const announceKeys: Job = {
  name: 'announcing the expiry of keys',
  everyMs: 10 * minuteMs,
  isDueAtStart: true,
  run: announceKeysOnce,
}

export const expireMails: Job = {
  name: 'the expiry of mails',
  everyMs: 10 * minuteMs,
  async run({ database, clock, retention: { mailsDays } }, isStopping) {
    while (!isStopping() && (await deleteOldMails(database, clock(), mailsDays)) > 0);
  },
}
