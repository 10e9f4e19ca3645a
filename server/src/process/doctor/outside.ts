/** Of what the service reaches out to: names, mail, S3; and the key that seals secrets. */
import { randomUUID } from 'node:crypto'
import { lookup } from 'node:dns/promises'
import { existsSync } from 'node:fs'
import { isIP } from 'node:net'
import path from 'node:path'
import { openFileStore } from '../../storage/open.ts'
import type { Config } from '../config.ts'
import { type Finding, failed, fine, warning, wordsOf } from './finding.ts'

const patienceMs = 10_000

/** What takes longer has failed. */
async function inTime<T>(work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('no answer in 10 s')), patienceMs)
  })
  return Promise.race([work, late]).finally(() => clearTimeout(timer))
}

export async function checkNames({ baseUrl, host }: Config): Promise<Finding[]> {
  const { hostname, protocol } = new URL(baseUrl)
  const name = hostname.replace(/^\[|\]$/g, '')
  const isLocal = isIP(name) !== 0 || name === 'localhost'
  const isOpen = !isIP(host) || !/^(127\.|::1$)/.test(host)
  const plain =
    isOpen && protocol === 'http:'
      ? [warning('dns', `BASE_URL=${baseUrl} is not https.`, 'Put a proxy with a certificate in front; see deploy/.')]
      : []
  if (isLocal) return [...plain, fine('dns', `BASE_URL is ${baseUrl}, no name to look up.`)]
  return inTime(lookup(name)).then(
    ({ address }) => [...plain, fine('dns', `${name} is ${address}.`)],
    error => [
      ...plain,
      failed('dns', `${name} is not found: ${wordsOf(error)}`, 'Correct BASE_URL, or its DNS record.'),
    ],
  )
}

export async function checkMail({ smtpUrl, dataDir }: Config): Promise<Finding[]> {
  if (smtpUrl === undefined) {
    return [warning('mail', `Mails are written to ${path.join(dataDir, 'mail')}.`, 'Set SMTP_URL to send them.')]
  }
  const { createTransport } = await import('nodemailer')
  const transport = createTransport(smtpUrl)
  return inTime(transport.verify())
    .then(
      () => [fine('mail', 'The SMTP server takes our mail.')],
      error => [failed('mail', `The SMTP server does not take our mail: ${wordsOf(error)}`, 'Correct SMTP_URL.')],
    )
    .finally(() => transport.close())
}

/** By a small file that is written, read and removed. */
export async function checkFiles(config: Config): Promise<Finding[]> {
  if (config.s3 === undefined) {
    const detail = 'Files are kept in DATA_DIR.'
    return config.databaseUrl === undefined
      ? [fine('s3', detail)]
      : [warning('s3', detail, 'With several nodes set S3_…, or mount one disk as DATA_DIR on all of them.')]
  }
  const store = openFileStore(config)
  const key = `doctor/${randomUUID()}`
  const tried = async () => {
    await store.put(key, oneChunk(), 16)
    const size = await store.size(key)
    await store.remove(key)
    if (size !== 6) throw new Error('what was written was not found')
  }
  return inTime(tried()).then(
    () => [fine('s3', `The bucket ${config.s3!.bucket} can be written and read.`)],
    error => [failed('s3', `The bucket cannot be used: ${wordsOf(error)}`, 'Correct S3_…, or the rights of its key.')],
  )
}

async function* oneChunk(): AsyncIterable<Uint8Array> {
  yield Buffer.from('doctor')
}

export function checkSigningKey({ webhookSigningKey, databaseUrl, dataDir }: Config): Finding[] {
  if (webhookSigningKey !== undefined) return [fine('signing key', 'WEBHOOK_SIGNING_KEY is set.')]
  if (databaseUrl !== undefined) {
    return [
      warning(
        'signing key',
        'Webhooks are off.',
        'Set WEBHOOK_SIGNING_KEY, the same on all nodes: openssl rand -hex 32',
      ),
    ]
  }
  const file = path.join(dataDir, 'webhook-signing.key')
  return [
    existsSync(file)
      ? fine('signing key', `It is in ${file}: it belongs into every backup.`)
      : fine('signing key', 'It is made at the first start.'),
  ]
}
