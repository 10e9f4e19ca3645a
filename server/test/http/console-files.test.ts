/** How the console is served: its page at every address, its files for ever, and what is said when it is not there. */
import { cpSync, rmSync } from 'node:fs'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { buildConsole, consoleFolder } from '../support/built-console.ts'
import { useService } from '../support/service.ts'

/** As it comes over the line: `fetch` would unpack it. */
const get = (url: string, headers: Record<string, string> = {}) =>
  new Promise<{ status: number; headers: Record<string, unknown>; body: Buffer }>((resolve, reject) => {
    request(url, { headers }, async answer => {
      const parts: Buffer[] = []
      for await (const part of answer) parts.push(part)
      resolve({ status: answer.statusCode!, headers: answer.headers, body: Buffer.concat(parts) })
    })
      .once('error', reject)
      .end()
  })

describe('with a built console', () => {
  const service = useService({
    console: { folder: consoleFolder, ended: Promise.resolve(), uploadOrigin: 'https://files.example.com' },
  })
  beforeAll(buildConsole)
  const at = (place: string, headers?: Record<string, string>) => get(`${service.address}${place}`, headers)
  const assets = async () => {
    const { body } = await at('/console/test/orders')
    return [...body.toString().matchAll(/(?:src|href)="(\/console\/assets\/[^"]+)"/g)].map(match => match[1]!)
  }

  test('200: the same page at every address, with its headers and nothing inline', async () => {
    const answer = await at('/console/live/orders/0b0c?action=confirm')
    expect(answer.status).toBe(200)
    expect(answer.headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      'content-security-policy':
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; font-src 'self'; " +
        "connect-src 'self' https://files.example.com; form-action 'self'; base-uri 'none'; frame-ancestors 'none'; " +
        "require-trusted-types-for 'script'; trusted-types 'none'",
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
      'permissions-policy': expect.stringMatching(/^camera=\(self\), .*publickey-credentials-get=\(self\).*usb=\(\)$/),
      'referrer-policy': 'same-origin',
      'strict-transport-security': expect.any(String),
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
    })
    const page = answer.body.toString()
    expect(page).toContain('<div id="root"></div>')
    expect(page).not.toMatch(/<style|<script(?![^>]*\ssrc=)|\sstyle=|\son\w+=/)
    for (const place of ['/console', '/console/', '/console/no/such/screen']) {
      expect((await at(place)).body, place).toEqual(answer.body)
    }
  })

  test.each(['/console/invitation', '/console/reset', '/console/choose?to=%2Fconsole'])(
    '200: %s tells no other page where the person came from',
    async place => {
      expect((await at(place)).headers['referrer-policy']).toBe('no-referrer')
    },
  )

  test('200: files are packed, kept for ever, and of their kind', async () => {
    const names = await assets()
    expect(names.map(name => path.extname(name))).toEqual(expect.arrayContaining(['.js', '.svg']))
    for (const name of names) {
      const packed = await at(name, { 'accept-encoding': 'br, gzip' })
      expect(packed.status).toBe(200)
      expect(packed.headers).toMatchObject({
        'cache-control': 'public, max-age=31536000, immutable',
        'content-encoding': 'gzip',
        'content-type': {
          '.js': 'text/javascript; charset=utf-8',
          '.css': 'text/css; charset=utf-8',
          '.svg': 'image/svg+xml',
        }[path.extname(name)],
        'cross-origin-resource-policy': 'same-origin',
        'x-content-type-options': 'nosniff',
        vary: 'Accept-Encoding',
      })
      const plain = await at(name)
      expect(plain.headers).not.toHaveProperty('content-encoding')
      expect(plain.body.equals(gunzipSync(packed.body))).toBe(true)
    }
  })

  test.each(['/console/assets/old-B3x.js', '/console/assets/..%2fmanifest.json', '/console/assets/index.js.gz'])(
    '404 not_found: %s, which nobody may keep',
    async place => {
      const { status, headers, body } = await at(place)
      expect(status).toBe(404)
      expect(headers).toMatchObject({
        'cache-control': 'no-store',
        'content-type': expect.stringContaining('problem+json'),
      })
      expect(JSON.parse(body.toString())).toMatchObject({ code: 'not_found' })
    },
  )
})

describe('while it is built', () => {
  const service = useService({ console: { folder: consoleFolder, ended: new Promise(() => {}), waitMs: 50 } })

  test('503: a page says so, files as well, and the API does not wait', async () => {
    const page = await get(`${service.address}/console/test`)
    expect(page.status).toBe(503)
    expect(page.headers['retry-after']).toBe('5')
    expect(page.body.toString()).toContain('The console is still being built.')
    expect((await get(`${service.address}/console/assets/index.js`)).status).toBe(503)
    expect((await get(`${service.address}/api/v1/health`)).status).toBe(200)
  })
})

describe('when the build failed', () => {
  const folder = path.join(tmpdir(), `cellarbook-console-${process.pid}`)
  const service = useService({ console: { folder, ended: Promise.resolve() } })
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  test('503: a page says where to look, until somebody built it', async () => {
    const failed = await get(`${service.address}/console/test`)
    expect(failed.status).toBe(503)
    expect(failed.body.toString()).toContain('The log of the service says why.')
    await buildConsole()
    cpSync(consoleFolder, folder, { recursive: true })
    expect((await get(`${service.address}/console/test`)).status).toBe(200)
  })
})

describe('switched off', () => {
  const service = useService({ altBaseUrl: 'https://alt.cellarbook.test' })

  test.each(['/console/test', '/console/assets/index.js'])('404 not_found: %s', async place => {
    expect((await get(`${service.address}${place}`)).status).toBe(404)
  })
})
