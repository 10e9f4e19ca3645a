/** Writes of several books in one transaction: each keeps its own, and nobody pays for what another one does but with time. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { Problem, problem } from '../../src/contract/problems.ts'
import { CommitUnknown, type Database } from '../../src/db/pool.ts'
import { join, sql } from '../../src/db/sql.ts'
import { type Account, findAccount } from '../../src/kernel/account.ts'
import { auditWrite } from '../../src/kernel/audit.ts'
import { bookQueue } from '../../src/kernel/book-queue.ts'
import type { Actor, WriteContext } from '../../src/kernel/context.ts'
import type { IdempotentRequest } from '../../src/kernel/idempotency.ts'
import { bookSignals } from '../../src/kernel/signals.ts'
import { writePath } from '../../src/kernel/write.ts'
import type { Outcome } from '../../src/kernel/write-parts.ts'
import { newId } from '../../src/lib/ids.ts'
import { useService } from '../support/service.ts'

const service = useService({ alone: true })
const books = 8
const accounts: Account[] = []
const partners: string[] = []
let lineageId: string | undefined

beforeAll(async () => {
  for (let count = 0; count <= books; count++) {
    const tenant = await service.tenant()
    accounts.push((await findAccount(service.database, tenant.slug, false))!)
    const api = await tenant.key()
    lineageId ??= api.keyId
    partners.push((await api.post('/partners', { name: 'Hospoda' })).body.id)
  }
})

// References to nothing are no sound books.
afterAll(async () => {
  await service.database.run(sql`delete from external_refs where family = 'across'`)
})

type Work = (ctx: WriteContext, place: number) => Promise<void>
type Told = { status: number; body: string } | { refusal: unknown }

interface Crowd {
  write: ReturnType<typeof writePath>
  /** Of the books from one on. */
  work: Work
  keyOf?: (place: number) => IdempotentRequest | undefined
}

/** One lane: while a write of the book zero has it, the others gather. */
const writes = (database: Database = service.database) =>
  writePath({
    database,
    queue: bookQueue(),
    signals: bookSignals(),
    clock: service.clock,
    lanes: { lanes: 1 },
  })

const byService: Actor = { type: 'system', id: null }

const outcome = (place: number): Outcome => ({ status: 200, body: { place }, serialize: JSON.stringify })

function ask(crowd: Crowd, place: number): Promise<Told> {
  const idempotency = crowd.keyOf?.(place)
  const request = {
    ...{ account: accounts[place]!, actor: byService, requestId: newId(), mayTravel: true },
    ...(idempotency && { idempotency }),
  }
  const work = async (ctx: WriteContext) => {
    await crowd.work(ctx, place)
    return outcome(place)
  }
  return crowd.write(request, work).then(
    ({ status, body }) => ({ status, body: body.toString() }),
    refusal => ({ refusal }),
  )
}

async function together(
  crowd: Crowd,
  places = Array.from({ length: books }, (_, place) => place + 1),
): Promise<Told[]> {
  let leave = () => {}
  const isLeaving = new Promise<void>(resolve => {
    leave = resolve
  })
  let begun = () => {}
  const hasBegun = new Promise<void>(resolve => {
    begun = resolve
  })
  const first = ask(
    {
      write: crowd.write,
      work: async () => {
        begun()
        await isLeaving
      },
    },
    0,
  )
  await hasBegun
  const all = places.map(place => ask(crowd, place))
  await new Promise(resolve => setTimeout(resolve, 20))
  leave()
  expect(await first).toMatchObject({ status: 200 })
  return Promise.all(all)
}

/** A row, a record that was changed, and its event. */
const note: Work = async (ctx, place) => {
  ctx.tx.send(sql`
    insert into external_refs (book_id, family, system, ref_id, object, object_id)
    values (${ctx.account.book.id}, 'across', 'test', ${`${place} ${ctx.now}`}, 'partner', ${newId()})`)
  const id = partners[place % 100]!
  ctx.tx.send(sql`update partners set updated_at = ${ctx.now} where id = ${id}`)
  ctx.emit('partner.updated', { object: 'partner', id })
}

const idsFrom = (from: number) => accounts.slice(from).map(({ book }) => sql`${book.id}::uuid`)

/** What each book had noted since, by the transactions that did. */
async function notedIn(before: number): Promise<{ transactions: number; places: number[] }> {
  const rows = await service.database.many<{ place: string; made: string }>(sql`
    select split_part(ref_id, ' ', 1) as place, xmin::text as made
      from external_refs
     where family = 'across' and book_id in (${join(idsFrom(1))})
     order by split_part(ref_id, ' ', 2)
    offset ${before}`)
  const places = rows.map(({ place }) => Number(place)).toSorted((one, other) => one - other)
  return { transactions: new Set(rows.map(({ made }) => made)).size, places }
}

async function notes(): Promise<number> {
  const [row] = await service.database.many<{ count: number }>(
    sql`select count(*)::int as count from external_refs where family = 'across'`,
  )
  return row!.count
}

/** Last sequences of the books, and how many events each has. */
const logs = async (): Promise<[last: number, events: number][]> => {
  const rows = await service.database.many<{ last: number; events: number }>(sql`
    select last_sequence::int as last, (select count(*)::int from events e where e.book_id = b.id) as events
      from books b
     where id in (${join(idsFrom(1))})
     order by array_position(array[${join(idsFrom(1))}], id)`)
  return rows.map(({ last, events }) => [last, events])
}

const everyone = Array.from({ length: books }, (_, place) => place + 1)
const but = (...left: number[]) => everyone.filter(place => !left.includes(place))
const refusalsIn = (told: Told[]) => told.flatMap((each, index) => ('refusal' in each ? [index + 1] : []))

test('they share a transaction, and each has an answer, an event and a sequence of its own', async () => {
  const before = await logs()
  const told = await together({ write: writes(), work: note })
  expect(told).toEqual(everyone.map(place => ({ status: 200, body: `{"place":${place}}` })))
  expect(await notedIn(0)).toEqual({ transactions: 1, places: everyone })
  expect(await logs()).toEqual(before.map(([last, events]) => [last + 1, events + 1]))
})

test('who is refused before it wrote is refused alone', async () => {
  const before = await notes()
  const told = await together({
    write: writes(),
    async work(ctx, place) {
      await ctx.tx.maybe(sql`select 1`)
      if (place === 3) throw problem('conflict')
      await note(ctx, place)
    },
  })
  expect(refusalsIn(told)).toEqual([3])
  expect(await notedIn(before)).toEqual({ transactions: 1, places: but(3) })
})

test('who is refused when it had written leaves nothing; the others are done again by themselves', async () => {
  const write = writes()
  const before = await notes()
  const tellingLogs = await logs()
  const refuseThird: Work = async (ctx, place) => {
    await note(ctx, place)
    if (place === 3) throw problem('conflict')
  }
  const told = await together({ write, work: refuseThird })
  expect(refusalsIn(told)).toEqual([3])
  expect((told[2] as { refusal: Problem }).refusal.code).toBe('conflict')
  expect(await notedIn(before)).toEqual({ transactions: books - 1, places: but(3) })
  const added = (await logs()).map(([last, events], place) => [
    last - tellingLogs[place]![0],
    events - tellingLogs[place]![1],
  ])
  expect(added).toEqual(everyone.map(place => (place === 3 ? [0, 0] : [1, 1])))

  // It goes by itself for a while, and takes nobody along.
  const next = await notes()
  expect(refusalsIn(await together({ write, work: refuseThird }))).toEqual([3])
  expect(await notedIn(next)).toEqual({ transactions: 1, places: but(3) })
})

test('a statement that fails is told to whoever asked it', async () => {
  const before = await notes()
  const told = await together({
    write: writes(),
    async work(ctx, place) {
      await note(ctx, place)
      if (place === 5) await ctx.tx.maybe(sql`select 1 / (${place}::int - 5)`)
    },
  })
  expect(refusalsIn(told)).toEqual([5])
  expect((told[4] as { refusal: { code: string } }).refusal.code).toBe('22012')
  expect(await notedIn(before)).toEqual({ transactions: books - 1, places: but(5) })
})

test('what goes back to a savepoint, and what is audited, is done by itself', async () => {
  const before = await notes()
  const told = await together({
    write: writes(),
    async work(ctx, place) {
      await note(ctx, place)
      const giveUp = async () => {
        await note(ctx, 100 + place)
        throw problem('conflict')
      }
      if (place === 2) expect(await ctx.attempt(giveUp)).toBeInstanceOf(Problem)
      if (place === 6) auditWrite(ctx, { action: 'user.signed_in', details: {} })
    },
  })
  expect(refusalsIn(told)).toEqual([])
  expect(await notedIn(before)).toEqual({ transactions: books, places: everyone })
})

test('a book that somebody else has keeps nobody waiting', async () => {
  const before = await notes()
  const holder = await service.database.dedicated()
  await holder.query('begin')
  await holder.query('select 1 from books where id = $1 for update', [accounts[4]!.book.id])
  const write = writes()
  let isFree = false
  const held = together({ write, work: note }).then(told => ({ told, isFree }))
  let noted = { transactions: 0, places: [] as number[] }
  while (noted.places.length < books - 1) noted = await notedIn(before)
  expect(noted).toEqual({ transactions: 1, places: but(4) })
  isFree = true
  await holder.query('rollback')
  await holder.end()
  const { told, ...after } = await held
  expect(refusalsIn(told)).toEqual([])
  expect(after.isFree).toBe(true)
  expect((await notedIn(before)).places).toEqual(everyone)
})

test('an Idempotency-Key counts in its book: replayed, refused for another request, and repeated in another book', async () => {
  const write = writes()
  const keyOf = (place: number, fingerprint = 'one'): IdempotentRequest => ({
    ...{
      lineageId: lineageId!,
      key: 'the same',
      fingerprint: Buffer.from(fingerprint),
      method: 'POST',
      path: `/${place}`,
    },
  })
  const before = await notes()
  const first = await together({ write, work: note, keyOf })
  expect(refusalsIn(first)).toEqual([])
  expect(await notedIn(before)).toEqual({ transactions: 1, places: everyone })
  const again = await together({
    write,
    work: note,
    keyOf: place => (place % 2 === 0 ? keyOf(place) : { ...keyOf(place), key: 'another' }),
  })
  expect(again).toEqual(first)
  expect((await notedIn(before + books)).places).toEqual([1, 3, 5, 7])
  const other = await together({ write, work: note, keyOf: place => keyOf(place, 'two') })
  expect(other.map(told => ('refusal' in told ? (told.refusal as Problem).code : told))).toEqual(
    everyone.map(() => 'idempotency_key_reused'),
  )
})

test('503 for a commit without an answer, but what has a key is told what became of it', async () => {
  const before = await notes()
  const { database } = service
  let isFirst = true
  const losing: Database = {
    ...database,
    async transaction(work) {
      const result = await database.transaction(work)
      // The write that holds the lane has nothing to lose, and who asks afterwards is answered.
      const isShared = (await notes()) > before && isFirst
      if (!isShared) return result
      isFirst = false
      throw new CommitUnknown('the connection is gone')
    },
  }
  const keyOf = (place: number): IdempotentRequest | undefined =>
    place > 4
      ? { lineageId: lineageId!, key: 'lost', fingerprint: Buffer.from('one'), method: 'POST', path: `/${place}` }
      : undefined
  const told = await together({ write: writes(losing), work: note, keyOf })
  expect(refusalsIn(told)).toEqual([1, 2, 3, 4])
  expect((told[0] as { refusal: Problem }).refusal.code).toBe('api_unavailable')
  expect(told.slice(4)).toEqual([5, 6, 7, 8].map(place => ({ status: 200, body: `{"place":${place}}` })))
  expect(await notedIn(before)).toEqual({ transactions: 1, places: everyone })
})
