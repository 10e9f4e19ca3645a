/** Mail on its way out: to an SMTP server, or as .eml files into a folder where there is none. */
import fs from 'node:fs/promises'
import { isIP } from 'node:net'
import path from 'node:path'
import type { SendMailOptions } from 'nodemailer'
import { assert } from '../lib/assert.ts'
import { type Clock, toInstant } from '../lib/instants.ts'

export interface OutgoingMail {
  /** One bare address. */
  to: string
  subject: string
  text: string
  /** The same with every attempt, so that a mail system that got it twice can tell. */
  messageId: string
}

export interface MailTransport {
  /** Done when the server has taken the mail over, or the file is on the disk. */
  send(mail: OutgoingMail): Promise<void>
  /** What is being sent is finished first. */
  close(): Promise<void>
}

export interface MailSettings {
  smtpUrl: string | undefined
  /** Where the files go without SMTP. */
  folder: string
  /** Its host is where our mail comes from. */
  baseUrl: string
  /** `Name <address>`, when it is to be another than no-reply at that host. */
  from?: string
  clock?: Clock
}

/** No attempt can ever deliver this mail. */
export class MailRefused extends Error {}

/** Of each step: the connection, the greeting, any silence after it. */
const stepLimitMs = 10_000
/** A server that trickles its replies passes every limit of a step. */
export const sendLimitMs = 25_000

export function mailTransport({ smtpUrl, folder, baseUrl, from, clock = Date.now }: MailSettings): MailTransport {
  const host = mailHost(baseUrl)
  const sender = { from: from ?? `Cellarbook <no-reply@${host}>`, host }
  return smtpUrl ? smtpTransport(smtpUrl, sender) : folderTransport(folder, sender, clock)
}

interface Sender {
  from: string
  host: string
}

/** A bare IP address cannot stand after the @. */
function mailHost(baseUrl: string): string {
  const { hostname } = new URL(baseUrl)
  return isIP(hostname.replace(/^\[|\]$/g, '')) ? 'localhost' : hostname
}

const isAddress = /^[^\s\p{Cc}@<>()[\]\\,;:"]+@[^\s\p{Cc}@<>()[\]\\,;:"]+$/u
const lineBreaks = /[\p{Cc}\p{Zl}\p{Zp}]+/gu

/** Nothing of a mail can begin a header of its own: the address is refused, the subject becomes one line. */
function messageOf({ to, subject, text, messageId }: OutgoingMail, { from, host }: Sender): SendMailOptions {
  if (!isAddress.test(to)) throw new MailRefused('the recipient is not one e-mail address')
  assert(/^[\w-]+$/.test(messageId), 'the id of a mail fits into a header and a file name')
  return {
    from,
    to: { name: '', address: to },
    subject: subject.replace(lineBreaks, ' ').trim(),
    text,
    messageId: `<${messageId}@${host}>`,
    // Holiday notices are not sent in answer to it.
    headers: { 'Auto-Submitted': 'auto-generated' },
    xMailer: false,
    disableFileAccess: true,
    disableUrlAccess: true,
  }
}

type Pool = Awaited<ReturnType<typeof openPool>>

async function openPool(smtpUrl: string) {
  // Loaded with the first mail: most starts send none.
  const { createTransport } = await import('nodemailer')
  const pool = createTransport({
    url: smtpUrl,
    pool: true,
    maxConnections: 1,
    // For a connection the server has dropped meanwhile; further attempts are the queue's.
    maxRequeues: 1,
    dnsTimeout: stepLimitMs,
    connectionTimeout: stepLimitMs,
    greetingTimeout: stepLimitMs,
    socketTimeout: stepLimitMs,
  })
  // Without a listener an error between two mails would end the process; the next mail meets it anyway.
  pool.on('error', () => {})
  return pool
}

function smtpTransport(smtpUrl: string, sender: Sender): MailTransport {
  let opened: Promise<Pool> | undefined
  let isClosed = false
  return {
    async send(mail) {
      const message = messageOf(mail, sender)
      assert(!isClosed, 'a closed transport is given no mail')
      opened ??= openPool(smtpUrl)
      const pool = await opened
      let isLate = false
      const limit = setTimeout(() => {
        isLate = true
        opened = undefined
        pool.close({ force: true })
      }, sendLimitMs)
      try {
        await pool.sendMail(message)
      } catch (error) {
        throw isLate ? new Error('the SMTP server took too long', { cause: error }) : error
      } finally {
        clearTimeout(limit)
      }
    },
    async close() {
      isClosed = true
      const pool = await opened
      pool?.close()
    },
  }
}

function folderTransport(folder: string, sender: Sender, clock: Clock): MailTransport {
  return {
    async send(mail) {
      const message = messageOf(mail, sender)
      const { createTransport } = await import('nodemailer')
      const builder = createTransport({ streamTransport: true, buffer: true, newline: 'unix' })
      const { message: bytes } = await builder.sendMail(message)
      // Colons are not for file names everywhere.
      const instant = toInstant(clock()).replace(/[:.]/g, '-')
      await writeWhole(folder, `${instant}-${mail.messageId}.eml`, bytes as Buffer)
    },
    async close() {},
  }
}

/** Whoever watches the folder for .eml files never sees half of one. */
async function writeWhole(folder: string, name: string, bytes: Buffer): Promise<void> {
  await fs.mkdir(folder, { recursive: true, mode: 0o700 })
  const temporary = path.join(folder, `${name}.${process.pid}.tmp`)
  try {
    await fs.writeFile(temporary, bytes, { mode: 0o600, flush: true })
    await fs.rename(temporary, path.join(folder, name))
  } catch (error) {
    await fs.rm(temporary, { force: true }).catch(() => {})
    throw error
  }
}
