/** Files in tests: announced, sent, finalized, fetched; by the same addresses a client is given. */
import assert from 'node:assert/strict'
import http from 'node:http'
import { isProblemCode, problemSpec } from '../../src/contract/problems.ts'
import type { Client, Reply, RequestOptions } from './client.ts'
import { type Service, testBaseUrl } from './service.ts'

export interface FileWords {
  name?: string
  mediaType?: string
  bytes?: Buffer | string
  entity?: { entity_type: string; entity_id: string }
}

/** What POST /attachments answered. */
export interface Announced {
  path: string
  upload_url: string
  upload_headers: Record<string, string>
}

export const pdfBytes = Buffer.from('%PDF-1.7\nTen bottles hang on the wall.\n%%EOF\n')

const whole = ({ name = 'smlouva.pdf', mediaType = 'application/pdf', bytes = pdfBytes, entity }: FileWords) => ({
  name,
  mediaType,
  bytes: Buffer.from(bytes),
  entity,
})

/** The body of POST /attachments. */
export function announcement(file: FileWords = {}): object {
  const { name, mediaType, bytes, entity } = whole(file)
  return { file_name: name, mime_type: mediaType, file_size: bytes.length, ...entity }
}

export const announce = (client: Client, file: FileWords = {}, options: RequestOptions = {}): Promise<Reply> =>
  client.post('/attachments', announcement(file), options)

/** The body of POST /attachments/finalize. */
function finalization({ path }: Pick<Announced, 'path'>, file: FileWords = {}): object {
  const { name, mediaType, entity } = whole(file)
  return { path, file_name: name, mime_type: mediaType, ...entity }
}

export const finalize = (
  client: Client,
  announced: Pick<Announced, 'path'>,
  file: FileWords = {},
  options: RequestOptions = {},
): Promise<Reply> => client.post('/attachments/finalize', finalization(announced, file), options)

type Place = Pick<Service, 'address'>

/** PUT to the address of the upload, with the headers it named and those given here; no key. */
export const putBytes = (
  service: Place,
  { upload_url, upload_headers }: Omit<Announced, 'path'>,
  bytes: Buffer | string = pdfBytes,
  headers: Record<string, string> = {},
): Promise<Reply> => transfer(service, 'PUT', upload_url, { headers: { ...upload_headers, ...headers }, raw: bytes })

/** Announced and sent, not finalized. */
export async function sent(client: Client, service: Place, file: FileWords = {}): Promise<Announced> {
  const announced = await announce(client, file)
  assert.equal(announced.status, 201, announced.text)
  const put = await putBytes(service, announced.body, whole(file).bytes)
  assert.equal(put.status, 200, put.text)
  return announced.body
}

/** All three steps; answers the attachment. */
export async function upload(client: Client, service: Place, file: FileWords = {}): Promise<Reply['body']> {
  const reply = await finalize(client, await sent(client, service, file), file)
  assert.equal(reply.status, 201, reply.text)
  return reply.body
}

/** The signed address of the bytes. */
/** To a partner of its own: its bytes lie where the service keeps its files. */
export async function attach(client: Client, service: Place): Promise<void> {
  const partner = await client.post('/partners', { name: 'With a contract' })
  await upload(client, service, { entity: { entity_type: 'partner', entity_id: partner.body.id } })
}

export async function contentAddressOf(client: Client, id: string): Promise<string> {
  const reply = await client.get(`/attachments/${id}/content`)
  assert.equal(reply.status, 302, reply.text)
  return reply.headers.location!
}

/** The bytes of an attachment, by way of its signed address. */
export const contentOf = async (
  client: Client,
  service: Place,
  id: string,
  headers: Record<string, string> = {},
): Promise<Reply> => transfer(service, 'GET', await contentAddressOf(client, id), { headers })

/** To an address of ours, which tests reach elsewhere, or to one of the storage. A refusal is one of the catalogue. */
export async function transfer(
  service: Place,
  method: string,
  address: string,
  { headers = {}, raw }: Omit<RequestOptions, 'body'> = {},
): Promise<Reply> {
  const isOurs = address.startsWith(`${testBaseUrl}/`)
  const url = isOurs ? service.address + address.slice(testBaseUrl.length) : address
  const reply = await exchange(method, url, headers, raw)
  if (isOurs && reply.body?.code !== undefined) checkRefusal(reply)
  if (isOurs) assert.ok(reply.status < 500 || reply.status === 502, reply.text)
  return reply
}

function checkRefusal({ status, headers, body, text }: Reply): void {
  assert.match(headers['content-type'] ?? '', /^application\/problem\+json/, text)
  assert.ok(isProblemCode(body.code), text)
  assert.equal(problemSpec(body.code).status, status, text)
  assert.equal(body.instance, headers['x-request-id'], text)
}

function exchange(
  method: string,
  url: string,
  headers: Record<string, string | string[]>,
  raw: Buffer | string | undefined,
): Promise<Reply> {
  const isChunked = 'transfer-encoding' in headers
  const length = raw !== undefined && !isChunked && { 'content-length': String(Buffer.byteLength(raw)) }
  const lower = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]))
  return new Promise((resolve, reject) => {
    const request = http.request(url, { method, headers: { ...length, ...lower }, agent: false }, response => {
      const chunks: Buffer[] = []
      response.on('data', chunk => chunks.push(chunk))
      response.on('error', reject)
      response.on('end', () => resolve(replyOf(response, Buffer.concat(chunks))))
    })
    request.on('error', reject)
    request.end(raw)
  })
}

function replyOf({ statusCode, headers }: http.IncomingMessage, bytes: Buffer): Reply {
  const text = bytes.toString()
  const isJson = /^application\/problem\+json/.test(headers['content-type'] ?? '')
  return {
    status: statusCode!,
    headers: headers as Record<string, string>,
    body: isJson ? JSON.parse(text) : undefined,
    text,
    bytes,
  }
}
