/** A real S3-compatible server for tests, and a line to it that can be disturbed. */
import { once } from 'node:events'
import fs from 'node:fs/promises'
import http from 'node:http'
import { createRequire } from 'node:module'
import type { AddressInfo } from 'node:net'
import os from 'node:os'
import path from 'node:path'
import type { S3Settings } from '../../src/storage/s3.ts'

interface Context {
  method: string
  path: string
  query: Record<string, string>
  status: number
  body: string
  type: string
  get(header: string): string
}

interface S3rver {
  run(): Promise<AddressInfo>
  close(): Promise<void>
  middleware: ((context: Context, next: () => Promise<void>) => Promise<void>)[]
  store: { existsObject(bucket: string, key: string): Promise<boolean> }
}

export interface S3Server {
  settings: S3Settings
  /** Where the server keeps the bucket. */
  folder: string
  stop(): Promise<void>
}

const bucket = 'cellarbook-files'

interface S3Options {
  /** S3rver passes over `If-None-Match` on a PUT; with this it refuses as S3 does, since August 2024. */
  isConditional?: boolean
}

export async function startS3({ isConditional = false }: S3Options = {}): Promise<S3Server> {
  // It has no types.
  const load = createRequire(import.meta.url)
  const Server = load('@20minutes/s3rver') as new (options: object) => S3rver
  mendSigning(load('@20minutes/s3rver/lib/signature/v4'))
  const directory = await fs.mkdtemp(path.join(os.tmpdir(), 'cellarbook-s3-'))
  const server = new Server({
    address: '127.0.0.1',
    port: 0,
    silent: true,
    vhostBuckets: false,
    directory,
    configureBuckets: [{ name: bucket }],
  })
  if (isConditional) server.middleware.unshift(refuseSecondPut(server))
  const { port } = await server.run()
  return {
    settings: settingsFor(port),
    folder: path.join(directory, bucket),
    async stop() {
      await server.close()
      await fs.rm(directory, { recursive: true })
    },
  }
}

interface Signing {
  getStringToSign(request: { uri: string; querystring: string }, ...more: unknown[]): string
  isMended?: boolean
}

/**
 * Two slips of the server's check of signatures. Clients of today write the address of a bucket with a slash at its
 * end, and sign it so. And they encode !'()* in a query, as `filename*=UTF-8''…` needs it.
 */
export function mendSigning(signing: Signing): void {
  if (signing.isMended) return
  const { getStringToSign } = signing
  const encode = (sign: string) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`
  signing.isMended = true
  signing.getStringToSign = (request, ...more) => {
    const uri = /^\/[^/]+$/.test(request.uri) ? `${request.uri}/` : request.uri
    const querystring = request.querystring.replace(/[!'()*]/g, encode)
    return getStringToSign({ ...request, uri, querystring }, ...more)
  }
}

export const settingsFor = (port: number): S3Settings => ({
  endpoint: `http://127.0.0.1:${port}`,
  region: 'us-east-1',
  bucket,
  // The only account the server has.
  accessKeyId: 'S3RVER',
  secretAccessKey: 'S3RVER',
})

function refuseSecondPut(server: S3rver): S3rver['middleware'][number] {
  const beingPut = new Set<string>()
  return async (context, next) => {
    if (context.method !== 'PUT' || context.get('if-none-match') !== '*') return next()
    const key = context.path.slice(`/${bucket}/`.length)
    if (beingPut.has(key) || (await server.store.existsObject(bucket, key))) {
      context.status = 412
      context.type = 'application/xml'
      context.body = '<?xml version="1.0"?><Error><Code>PreconditionFailed</Code><Message>exists</Message></Error>'
      return
    }
    beingPut.add(key)
    await next().finally(() => beingPut.delete(key))
  }
}

export interface Line {
  port: number
  stop(): Promise<void>
}

/** What the line does with a request: passes it on, loses the answer, or says something of its own. */
type Disturbance = (request: http.IncomingMessage) => 'pass' | 'lose' | ((response: http.ServerResponse) => void)

export async function disturbedLine(target: S3Settings, disturb: Disturbance): Promise<Line> {
  const server = http.createServer((request, response) => {
    const action = disturb(request)
    if (typeof action === 'function') return request.resume().once('end', () => action(response))
    const onward = http.request(target.endpoint + request.url, { method: request.method, headers: request.headers })
    onward.once('response', answer => {
      if (action === 'lose') return answer.resume().once('end', () => request.socket.destroy())
      response.writeHead(answer.statusCode!, answer.headers)
      answer.pipe(response)
    })
    request.pipe(onward)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    port: (server.address() as AddressInfo).port,
    async stop() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
