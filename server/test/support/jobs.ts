/** Jobs as the process runs them, one by one. */
import { tmpdir } from 'node:os'
import path from 'node:path'
import { pino } from 'pino'
import { house } from '../../src/domains/index.ts'
import type { JobDeps } from '../../src/kernel/jobs.ts'
import { mailTransport } from '../../src/mail/transport.ts'

const baseUrl = 'http://localhost'

/** Mails would go into a folder that nobody reads. */
export const jobDeps = ({
  database,
  fileStore,
  clock,
}: Pick<JobDeps, 'database' | 'fileStore' | 'clock'>): JobDeps => ({
  database,
  fileStore,
  clock,
  log: pino({ level: 'silent' }),
  mail: mailTransport({ smtpUrl: undefined, folder: path.join(tmpdir(), 'cellarbook-unread-mail'), baseUrl }),
  baseUrl,
  retention: { requestsDays: 7, mailsDays: 30, auditDays: null },
})

/** All jobs that let go of what has served its time. */
export async function expireOnce(service: Pick<JobDeps, 'database' | 'fileStore' | 'clock'>): Promise<void> {
  const jobs = house.jobs.filter(({ name }) => /^the (expiry|sweep) of /.test(name))
  for (const job of jobs) await job.run(jobDeps(service), () => false)
}
