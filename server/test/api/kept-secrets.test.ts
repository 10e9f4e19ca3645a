/** Secrets are nowhere in the clear: neither in stored answers nor in the secrets of the service. */
import { beforeEach, describe, expect, test } from 'vitest'
import { sql } from '../../src/db/sql.ts'
import { sealer } from '../../src/domains/webhooks/sealing.ts'
import { sharedSecret } from '../../src/kernel/secrets.ts'
import { announce, announcement } from '../support/files.ts'
import { type TestTenant, useService } from '../support/service.ts'

const service = useService()
const headers = { 'idempotency-key': 'announced-once' }
/** The books of a tenant. */
const booksOf = ({ slug }: TestTenant) =>
  sql`(select b.id from books b join tenants t on t.id = b.tenant_id where t.slug = ${slug})`

describe('stored answers', () => {
  test('the address of an upload is sealed, in the body and as Location; the replay shows both', async () => {
    const tenant = await service.tenant()
    const api = await tenant.key()
    const first = await announce(api, {}, { headers })
    expect(first.status).toBe(201)
    const token = first.body.upload_url.split('/').at(-1)
    const rows = await service.database.many<{ body: Buffer; location: string; is_sealed: boolean }>(
      sql`select body, location, is_sealed from stored_answers where book_id in ${booksOf(tenant)}`,
    )
    expect(rows).toMatchObject([{ is_sealed: true }])
    for (const { body, location } of rows) {
      expect(`${body.toString('latin1')} ${location}`).not.toContain(token)
      expect(location).not.toContain('/files/')
    }
    const again = await announce(api, {}, { headers })
    expect([again.text, again.headers.location]).toEqual([first.text, first.headers.location])
    expect(again.headers['idempotent-replayed']).toBe('true')
  })

  test('503: sealed under a key that is gone, it is not shown, and nothing is done twice', async () => {
    const tenant = await service.tenant()
    const api = await tenant.key()
    await announce(api, {}, { headers })
    await service.database.run(sql`
      update stored_answers
         set body = substr(body, 1, length(body) - 1) || '\\x00'
       where book_id in ${booksOf(tenant)}`)
    const uploads = () => service.database.many(sql`select id from uploads where book_id in ${booksOf(tenant)}`)
    const before = await uploads()
    expect((await api.post('/attachments', announcement(), { headers })).body.code).toBe('webhooks_not_configured')
    expect(await uploads()).toEqual(before)
  })
})

describe('the secrets of the service', () => {
  const lines: string[] = []
  // The files of a worker share them.
  beforeEach(() => service.database.run(sql`delete from service_secrets where name in ('older', 'fresh', 'moved')`))
  const keeping = (key: string | undefined) => ({
    sealer: key === undefined ? undefined : sealer(key),
    warn: (line: string) => lines.push(line),
  })
  const stored = async (name: string) =>
    (await service.database.maybe<{ value: Buffer }>(sql`select value from service_secrets where name = ${name}`))!
      .value

  test('are sealed by the signing key; those of an older release are sealed when they are met', async () => {
    const plain = await sharedSecret(service.database, 'older', keeping(undefined))
    expect(await stored('older')).toEqual(plain)
    const [one, other] = await Promise.all([
      sharedSecret(service.database, 'older', keeping('k'.repeat(40))),
      sharedSecret(service.database, 'older', keeping('k'.repeat(40))),
    ])
    expect([one, other]).toEqual([plain, plain])
    expect((await stored('older')).includes(plain)).toBe(false)
    const fresh = await sharedSecret(service.database, 'fresh', keeping('k'.repeat(40)))
    expect(fresh).toHaveLength(32)
    expect((await stored('fresh')).includes(fresh)).toBe(false)
    expect(await sharedSecret(service.database, 'fresh', keeping('k'.repeat(40)))).toEqual(fresh)
    expect(lines).toEqual([])
  })

  test('under another key they are made anew, and a line says so', async () => {
    const first = await sharedSecret(service.database, 'moved', keeping('a'.repeat(40)))
    const second = await sharedSecret(service.database, 'moved', keeping('b'.repeat(40)))
    expect(second).not.toEqual(first)
    expect(lines).toEqual([expect.stringContaining('WEBHOOK_SIGNING_KEY')])
    expect(await sharedSecret(service.database, 'moved', keeping('b'.repeat(40)))).toEqual(second)
  })

  test('of this service are none in the clear', async () => {
    const rows = await service.database.many<{ name: string; bytes: number }>(
      sql`select name, length(value) as bytes from service_secrets where name in ('files', 'cursors') order by name`,
    )
    expect(rows.map(({ name }) => name)).toEqual(['cursors', 'files'])
    for (const { bytes } of rows) expect(bytes).toBeGreaterThan(32)
  })
})
