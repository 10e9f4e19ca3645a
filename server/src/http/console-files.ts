/** The console: its built files, kept in memory, and the one page that stands at every address under /console. */
import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { gunzipSync } from 'node:zlib'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { problem } from '../contract/problems.ts'
import { htmlPage } from '../kernel/html.ts'
import type { ConsoleSource } from '../kernel/ports/console-source.ts'
import { codingFor } from './documents.ts'
import { pageHeaders } from './pages.ts'

/** Who asks while the console is built waits this long at most. */
const longestWaitMs = 30_000
const retrySeconds = 5

const mediaTypes: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.svg': 'image/svg+xml',
}

interface Built {
  page: Buffer
  /** Compressed, by name. */
  assets: ReadonlyMap<string, Buffer>
}

export function mountConsole(app: FastifyInstance, source: ConsoleSource): void {
  const built = openBuilt(source)
  app.get('/console/assets/*', { config: { door: 'console' } }, async (request, reply) => {
    const found = await built()
    if (typeof found === 'string') throw problem('api_unavailable', { detail: found, headers: comeAgain })
    return sendAsset(request, reply, found)
  })
  const headers = pageHeadersFor(source)
  const sendPage = async (request: FastifyRequest, reply: FastifyReply) => {
    const found = await built()
    if (typeof found === 'string') return sendApology(reply, found)
    const referrer = isBeforeSignIn(request.url) ? 'no-referrer' : 'same-origin'
    return reply.headers({ ...headers, 'Referrer-Policy': referrer }).send(found.page)
  }
  for (const place of ['/console', '/console/*']) {
    app.get(place, { config: { door: 'console', isPage: true } }, sendPage)
  }
}

/** The developers pages are read by those, too, who serve no console: they have no script then. */
export function mountDevelopersScript(app: FastifyInstance, source: ConsoleSource | undefined): void {
  const built = source && openBuilt(source)
  app.get('/developers/script.js', { config: { door: 'pages' } }, async (_request, reply) => {
    const found = await built?.()
    const script = typeof found === 'object' ? found.assets.get('developers.js') : undefined
    reply.headers({ 'Content-Type': mediaTypes['.js'], 'Cache-Control': 'public, max-age=300' })
    return reply.send(script ? gunzipSync(script) : '')
  })
}

/** The files once they are there, or in words why not. All at once: a later build may take some of them away. */
function openBuilt({ folder, ended, waitMs = longestWaitMs }: ConsoleSource): () => Promise<Built | string> {
  let loading: Promise<Built> | undefined
  return async () => {
    const late = new AbortController()
    const isOver = sleep(waitMs, true, { ref: false, signal: late.signal }).catch(() => false)
    const isLate = await Promise.race([isOver, ended.then(() => false)])
    late.abort()
    if (isLate) return 'The console is still being built.'
    loading ??= load(folder)
    try {
      return await loading
    } catch {
      // The next one looks again: a build by hand may have mended it.
      loading = undefined
      return 'The console could not be built. The log of the service says why.'
    }
  }
}

async function load(folder: string): Promise<Built> {
  const names = await readdir(path.join(folder, 'assets'))
  const compressed = names.filter(name => name.endsWith('.gz'))
  const assets = compressed.map(async (name): Promise<[string, Buffer]> => {
    return [name.slice(0, -'.gz'.length), await readFile(path.join(folder, 'assets', name))]
  })
  return { page: await readFile(path.join(folder, 'index.html')), assets: new Map(await Promise.all(assets)) }
}

/** Its name tells its content, so it is asked for once. */
function sendAsset(request: FastifyRequest, reply: FastifyReply, { assets }: Built) {
  const name = (request.params as { '*': string })['*']
  const bytes = assets.get(name)
  if (!bytes) throw problem('not_found', { detail: 'There is no such file. A newer version may be in its place.' })
  reply.headers({
    'Cache-Control': 'public, max-age=31536000, immutable',
    'Content-Type': mediaTypes[path.extname(name)] ?? 'application/octet-stream',
    'Cross-Origin-Resource-Policy': 'same-origin',
    Vary: 'Accept-Encoding',
  })
  if (codingFor(request.headers['accept-encoding'], ['gzip']) === 'identity') return reply.send(gunzipSync(bytes))
  return reply.header('Content-Encoding', 'gzip').send(bytes)
}

const comeAgain = { 'Retry-After': String(retrySeconds) }

const sendApology = (reply: FastifyReply, why: string) =>
  reply
    .code(503)
    .headers({ ...pageHeaders, ...comeAgain })
    .send(htmlPage('The console', `<p>${why}</p>\n<p>The interface for programs works meanwhile.</p>`))

/** Their addresses may hold what signs a person in. */
const isBeforeSignIn = (url: string): boolean =>
  /^\/console\/(sign-in|invitation|forgotten|reset|choose)(?=[/?]|$)/.test(url)

/** Nothing but our own files, and no text that becomes script: the console holds to it without exception. */
const policyFor = ({ uploadOrigin }: ConsoleSource): string =>
  [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self' data: blob:",
    "font-src 'self'",
    ["connect-src 'self'", uploadOrigin].filter(Boolean).join(' '),
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join('; ')

const nobody = ['display-capture', 'geolocation', 'hid', 'microphone', 'midi', 'payment', 'serial', 'usb']

const pageHeadersFor = (source: ConsoleSource): Record<string, string> => ({
  'Content-Type': 'text/html; charset=utf-8',
  'Content-Security-Policy': policyFor(source),
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Permissions-Policy': [
    ...['camera', 'publickey-credentials-create', 'publickey-credentials-get'].map(name => `${name}=(self)`),
    ...nobody.map(name => `${name}=()`),
  ].join(', '),
  'X-Frame-Options': 'DENY',
})
