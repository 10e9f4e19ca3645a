/** Invoice files that come at the same time share a transaction, and each finds what those before it left. */
import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { sql } from '../../src/db/sql.ts'
import { newAccount, type TestAccount } from '../support/account.ts'
import type { Reply } from '../support/client.ts'
import { statusesOf, together, transactionsOf } from '../support/crowd.ts'
import { useFailingStore } from '../support/failing-store.ts'
import { isdoc } from '../support/invoice-files.ts'
import { useService } from '../support/service.ts'

const service = useService({ alone: true })

const many = 8
let stored = 0
useFailingStore(service, store => ({
  ...store,
  async put(...file) {
    const kept = await store.put(...file)
    stored += 1
    return kept
  },
}))

const invoice = (header: Record<string, string> = {}) => isdoc({ header: { UUID: randomUUID(), ...header } })

const submit = ({ api }: TestAccount, file: string, name: string) =>
  api.send('POST', '/inbox/submissions', {
    raw: `--edge\r\nContent-Disposition: form-data; name="file"; filename="${name}"\r\n\r\n${file}\r\n--edge--\r\n`,
    headers: { 'content-type': 'multipart/form-data; boundary=edge' },
  })

/** Sends files while somebody has the book, so that all but the first wait for it together. */
async function submitAll(account: TestAccount, files: string[], name = 'a.isdoc'): Promise<Reply[]> {
  const before = stored
  let replies: Promise<Reply[]> | undefined
  await service.database.transaction(async tx => {
    const taken = await tx.run(sql`
      select 1 from books where tenant_id = (select id from tenants where slug = ${account.tenant.slug}) for update`)
    expect(taken).toBe(2)
    replies = together(place => submit(account, files[place]!, name), files.length)
    while (stored < before + files.length) await pause(20)
    // They are read one after another.
    await pause(300)
  })
  return replies!
}

const invoicesOf = async ({ api }: TestAccount) => (await api.get('/received-invoices?limit=200')).body.data

test('201: each becomes an invoice, of one supplier that the first one brings', async () => {
  const account = await newAccount(service)
  const files = Array.from({ length: many }, () => invoice())
  const replies = await submitAll(account, files)
  expect(statusesOf(replies)).toEqual({ 201: many })
  expect(replies.map(({ body }) => body.outcome)).toEqual(Array(many).fill('isdoc_imported'))
  expect(await transactionsOf(service, 'inbox_submissions', replies)).toBeLessThan(many)

  const invoices = await invoicesOf(account)
  expect(new Set(invoices.map(({ id }: Reply['body']) => id)).size).toBe(many)
  expect((await account.api.get('/partners?is_supplier=true')).body.data).toHaveLength(1)
  const { data: events } = (await account.api.get('/events?limit=200')).body
  expect(events.filter(({ type }: Reply['body']) => type === 'partner.created')).toHaveLength(1)
  expect(events.map(({ sequence }: Reply['body']) => sequence)).toEqual(
    events.map((_: unknown, place: number) => events[0].sequence + place),
  )
})

test('201: the same file and the same document are taken once, the others are told of it', async () => {
  const account = await newAccount(service)
  const [file, uuid] = [invoice(), randomUUID()]
  const files = [file, invoice({ UUID: uuid }), file, invoice({ UUID: uuid, Note: 'once more' }), file, invoice()]
  const replies = await submitAll(account, files)
  expect(statusesOf(replies)).toEqual({ 201: files.length })
  const taken = replies.filter(({ body }) => !body.duplicate)
  expect(taken).toHaveLength(3)
  const invoices = replies.map(({ body }) => body.received_invoice_id)
  expect(new Set([invoices[0], invoices[2], invoices[4]]).size).toBe(1)
  expect(invoices[1]).toBe(invoices[3])
  expect(await invoicesOf(account)).toHaveLength(3)
})

test('201: the same paper is taken once by those who share a transaction, where nothing but the look tells', async () => {
  const account = await newAccount(service)
  // Whichever goes before the others, two kinds are left to them.
  const kinds = ['a letter', 'an offer', 'a list']
  const replies = await submitAll(account, [...kinds, ...kinds], 'paper.txt')
  expect(statusesOf(replies)).toEqual({ 201: 6 })
  expect(await transactionsOf(service, 'inbox_submissions', replies)).toBe(2)
  expect(replies.filter(({ body }) => !body.duplicate)).toHaveLength(3)
  const papers = replies.map(({ body }) => body.attachment_id)
  expect(papers.slice(3)).toEqual(papers.slice(0, 3))
})

test('413 storage_limit_exceeded: what no longer fits is refused alone', async () => {
  const account = await newAccount(service)
  await account.tenant.set({ storage_mb: 1 })
  const large = () => invoice({ Note: 'x'.repeat(300_000) })
  const replies = await submitAll(
    account,
    Array.from({ length: 5 }, () => large()),
  )
  const told = statusesOf(replies)
  expect(told[201]).toBe(3)
  expect(Object.values(told)).toEqual([3, 2])
  expect(await invoicesOf(account)).toHaveLength(3)
})
