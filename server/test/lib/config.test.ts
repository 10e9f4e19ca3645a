import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { ConfigError, readConfig, settingNames, unknownSettings } from '../../src/process/config.ts'
import { selfSigned } from '../support/certificates.ts'

describe('settings', () => {
  test('have defaults that start on a fresh machine', () => {
    expect(readConfig({})).toEqual({
      host: '127.0.0.1',
      port: 8080,
      dataDir: path.resolve('data'),
      databaseUrl: undefined,
      databasePool: 12,
      baseUrl: 'http://127.0.0.1:8080',
      altBaseUrl: 'http://127.0.0.1:8080',
      webhookSigningKey: undefined,
      webhookAllowCidrs: [],
      webhookCa: undefined,
      trustProxy: false,
      smtpUrl: undefined,
      s3: undefined,
      minFreeDiskMb: 200,
      metricsPort: undefined,
      metricsToken: undefined,
      logLevel: 'info',
      logFormat: 'json',
      console: 'on',
      workers: 1,
      backup: undefined,
      backupPassphrase: undefined,
      retention: { requestsDays: 7, mailsDays: 30, auditDays: null },
    })
  })

  test('of backups: where, how often, how many', () => {
    const hour = 3_600_000
    expect(readConfig({ BACKUP_TO: '/b' }).backup).toEqual({ to: '/b', everyMs: 24 * hour, keep: 7, keepsLog: false })
    const all = { BACKUP_TO: 's3://b/k', BACKUP_EVERY: '90m', BACKUP_KEEP: '30', BACKUP_LOG: 'on' }
    expect(readConfig(all).backup).toEqual({ to: 's3://b/k', everyMs: 1.5 * hour, keep: 30, keepsLog: true })
    const wrong = [
      [{ BACKUP_EVERY: '1h' }, /BACKUP_TO says where/],
      [{ BACKUP_TO: '/b', BACKUP_EVERY: '32d' }, /30m, 24h or 7d/],
      [{ BACKUP_TO: '/b', BACKUP_EVERY: 'daily' }, /30m, 24h or 7d/],
      [{ BACKUP_TO: '/b', BACKUP_KEEP: '0' }, /from 1 to 9999/],
      [{ BACKUP_LOG: 'on' }, /BACKUP_TO says where/],
      [{ BACKUP_LOG: 'on', BACKUP_TO: '/b', DATABASE_URL: 'postgres://a:b@c/d' }, /of the embedded PostgreSQL/],
      [{ BACKUP_PASSPHRASE: 'short' }, /at least 12 characters/],
    ] as const
    for (const [environment, expected] of wrong) expect(() => readConfig(environment)).toThrow(expected)
    expect(() => readConfig({ BACKUP_PASSPHRASE: 'short' })).not.toThrow(/short/)
  })

  test('are read', () => {
    const config = readConfig({
      HOST: '::',
      PORT: '9000',
      BASE_URL: 'https://api.example.com/',
      TRUST_PROXY: '10.0.0.0/8, 127.0.0.1',
      WEBHOOK_ALLOW_CIDRS: '127.0.0.0/8',
      LOG_LEVEL: 'debug',
      DATABASE_URL: 'postgres://u:p@h/d',
      SMTP_URL: '',
      CONSOLE: 'off',
      WORKERS: '64',
      REQUESTS_RETENTION_DAYS: '30',
      AUDIT_RETENTION_DAYS: '365',
    })
    expect(config).toMatchObject({
      port: 9000,
      baseUrl: 'https://api.example.com',
      altBaseUrl: 'https://api.example.com',
      trustProxy: ['10.0.0.0/8', '127.0.0.1'],
      webhookAllowCidrs: ['127.0.0.0/8'],
      logLevel: 'debug',
      smtpUrl: undefined,
      console: 'off',
      workers: 64,
      retention: { requestsDays: 30, mailsDays: 30, auditDays: 365 },
    })
    expect(readConfig({ WORKERS: 'auto' }).workers).toBe(Math.min(64, os.availableParallelism()))
  })

  test.for([
    ['PORT', 'abc'],
    ['PORT', '70000'],
    ['PORT', '0'],
    ['CONSOLE', 'no'],
    ['DATABASE_URL', 'mysql://x'],
    ['BASE_URL', 'example.com'],
    ['BASE_URL', 'https://x.example/?a=1'],
    ['ALT_BASE_URL', 'ftp://x'],
    ['WEBHOOK_SIGNING_KEY', 'short'],
    ['WEBHOOK_ALLOW_CIDRS', '10.0.0.0/99'],
    ['WEBHOOK_CA_FILE', '/nowhere/ca.pem'],
    ['WEBHOOK_CA_FILE', path.resolve('package.json')],
    ['TRUST_PROXY', 'maybe'],
    ['TRUST_PROXY', 'true'],
    ['TRUST_PROXY', '0'],
    ['TRUST_PROXY', '10'],
    ['TRUST_PROXY', '10.0.0.1, 0.0.0.0/0'],
    ['WORKERS', '0'],
    ['WORKERS', '65'],
    ['WORKERS', '1.5'],
    ['WORKERS', 'all'],
    ['SMTP_URL', 'http://mail'],
    ['LOG_LEVEL', 'loud'],
    ['MIN_FREE_DISK_MB', '-1'],
    ['METRICS_PORT', '0'],
    ['DATABASE_POOL', '1'],
    ['REQUESTS_RETENTION_DAYS', '0'],
    ['MAILS_RETENTION_DAYS', 'ever'],
    ['AUDIT_RETENTION_DAYS', '89'],
    ['METRICS_TOKEN', 'short'],
  ] as const)('%s=%s is refused by name, in one line', ([name, value]) => {
    const refused = () => readConfig({ [name]: value })
    expect(refused).toThrow(ConfigError)
    expect(refused).toThrow(new RegExp(`^${name}=[^\\n]*$`))
  })

  test('WEBHOOK_CA_FILE is read at once, each certificate of it', async () => {
    const folder = await mkdtemp(path.join(os.tmpdir(), 'cellarbook-ca-'))
    const file = path.join(folder, 'ca.pem')
    const [one, two] = [selfSigned().cert, selfSigned().cert]
    await writeFile(file, `# our own\n${one}\n${two}`)
    expect(readConfig({ WEBHOOK_CA_FILE: file }).webhookCa?.match(/BEGIN CERTIFICATE/g)).toHaveLength(2)
    await writeFile(file, `${one}${two.replace(/\n.{40}/, '\n')}`)
    expect(() => readConfig({ WEBHOOK_CA_FILE: file })).toThrow(/certificate 2 of the file cannot be read\.$/)
    await rm(folder, { recursive: true })
  })

  test('TRUST_PROXY is a number of proxies, or their addresses; true is told what to write instead', () => {
    expect(['1', '9', 'false', ''].map(value => readConfig({ TRUST_PROXY: value }).trustProxy)).toEqual([
      1,
      9,
      false,
      false,
    ])
    expect(() => readConfig({ TRUST_PROXY: 'true' })).toThrow(
      'TRUST_PROXY=true is not allowed: expected how many proxies stand in front (1 to 9), or their addresses or CIDR ranges.',
    )
  })

  test('half a storage setting is refused, and no password is printed', () => {
    expect(() => readConfig({ S3_BUCKET: 'b', S3_REGION: 'r' })).toThrow(/S3_ENDPOINT, S3_ACCESS_KEY_ID/)
    expect(() => readConfig({ DATABASE_URL: 'mysql://user:secret@host/db' })).toThrow(
      expect.objectContaining({ message: expect.not.stringContaining('secret') }),
    )
  })

  test('each of them stands in the README', async () => {
    const readme = await readFile(new URL('../../../README.md', import.meta.url), 'utf8')
    expect(settingNames().filter(name => !readme.includes(`\`${name}\``))).toEqual([])
  })

  test('what looks like a setting and is none is told, with what was meant; what other programs use is not', () => {
    const others = { PATH: '/bin', HOSTNAME: 'h', LOGNAME: 'u', PGHOST: 'h', NODE_ENV: 'x', CELLARBOOK_KEY: 'k' }
    expect(unknownSettings({ ...others, PORT: '1', LOG_LEVEL: 'info' })).toEqual([])
    expect(
      unknownSettings({ LOGLEVEL: 'x', DATABASE_URI: 'x', SMTP_UR: 'x', CELLARBOOK_PORT: '1', CELLARBOOK_X: '1' }),
    ).toEqual([
      'LOGLEVEL is no setting and means nothing. Did you mean LOG_LEVEL?',
      'DATABASE_URI is no setting and means nothing. Did you mean DATABASE_URL?',
      'SMTP_UR is no setting and means nothing. Did you mean SMTP_URL?',
      'CELLARBOOK_PORT is no setting and means nothing. Did you mean PORT?',
      'CELLARBOOK_X is no setting and means nothing.',
    ])
  })
})
