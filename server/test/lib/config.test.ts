import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { ConfigError, readConfig } from '../../src/process/config.ts'
import { selfSigned } from '../support/certificates.ts'

describe('settings', () => {
  test('have defaults that start on a fresh machine', () => {
    expect(readConfig({})).toEqual({
      host: '127.0.0.1',
      port: 8080,
      dataDir: path.resolve('data'),
      databaseUrl: undefined,
      baseUrl: 'http://127.0.0.1:8080',
      altBaseUrl: 'http://127.0.0.1:8080',
      webhookSigningKey: undefined,
      webhookAllowCidrs: [],
      webhookCa: undefined,
      trustProxy: false,
      smtpUrl: undefined,
      s3: undefined,
      logLevel: 'info',
      console: 'on',
      workers: 1,
    })
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
})
