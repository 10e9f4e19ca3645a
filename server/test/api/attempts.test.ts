/** A part of a write that is refused leaves nothing, and the rest is kept; what fails otherwise fails the whole. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { Problem, problem } from '../../src/contract/problems.ts'
import type { Tx } from '../../src/db/pool.ts'
import { sql } from '../../src/db/sql.ts'
import { type Account, findAccount } from '../../src/kernel/account.ts'
import { auditWrite } from '../../src/kernel/audit.ts'
import type { WriteContext } from '../../src/kernel/context.ts'
import { takeNumber } from '../../src/kernel/numbering.ts'
import { writeAsSystem } from '../../src/kernel/system-write.ts'
import { newId } from '../../src/lib/ids.ts'
import { useService } from '../support/service.ts'

const service = useService()
let account: Account
let partnerId: string

beforeAll(async () => {
  const tenant = await service.tenant()
  account = (await findAccount(service.database, tenant.slug, false))!
  const api = await tenant.key()
  partnerId = (await api.post('/partners', { name: 'Odběratel' })).body.id
})

// References to nothing are no sound books.
afterAll(async () => {
  await service.database.run(sql`delete from external_refs where family = 'attempt'`)
})

const write = (work: (ctx: WriteContext) => Promise<void>) => writeAsSystem({ ...service, account }, work)

const note = (tx: Tx, word: string) =>
  tx.send(sql`
    insert into external_refs (book_id, family, system, ref_id, object, object_id)
    values (${account.book.id}, 'attempt', 'test', ${word}, 'partner', ${newId()})`)

const notes = async () => {
  const rows = await service.database.many<{ ref_id: string }>(sql`
    select ref_id from external_refs where family = 'attempt' order by ref_id`)
  return rows.map(({ ref_id }) => ref_id)
}

const refuse = async () => {
  throw problem('conflict')
}

const lastEvent = async () => {
  const row = await service.database.maybe<{ count: number }>(sql`
    select count(*)::int as count from events where book_id = ${account.book.id}`)
  return row!.count
}

describe('what a refused part did', () => {
  test('rows, numbers, events and counters of the book are as before; the rest is kept', async () => {
    const before = await lastEvent()
    const taken: string[] = []
    await write(async ctx => {
      note(ctx.tx, 'before')
      ctx.tx.send(sql`update partners set updated_at = ${ctx.now} where id = ${partnerId}`)
      ctx.emit('partner.updated', { object: 'partner', id: partnerId })
      const result = await ctx.attempt(async () => {
        note(ctx.tx, 'inside')
        taken.push(await takeNumber(ctx, 'order', ctx.today))
        ctx.emit('partner.updated', { object: 'partner', id: partnerId })
        ctx.counts.partners += 7
        auditWrite(ctx, { action: 'settings.changed', details: {} })
        ctx.watched = { starts: ['order create'], holds: [], objects: [] }
        return refuse()
      })
      expect(result).toMatchObject({ code: 'conflict' })
      expect(ctx.watched).toBeNull()
      expect(ctx.audited).toEqual([])
      note(ctx.tx, 'behind')
      taken.push(await takeNumber(ctx, 'order', ctx.today))
    })
    expect(await notes()).toEqual(['before', 'behind'])
    expect(await lastEvent()).toBe(before + 1)
    expect(taken[0]).toBe(taken[1])
    const book = await service.database.maybe<{ partner_count: number }>(sql`
      select partner_count from books where id = ${account.book.id}`)
    expect(book!.partner_count).toBe(1)
  })

  test('a part that works is kept, and so is the outer one of a refused inner part', async () => {
    await write(async ctx => {
      const outer = await ctx.attempt(async () => {
        note(ctx.tx, 'outer')
        expect(await ctx.attempt(refuse)).toBeInstanceOf(Problem)
        note(ctx.tx, 'outer again')
        return 'done'
      })
      expect(outer).toBe('done')
      await ctx.attempt(async () => {
        note(ctx.tx, 'second')
        return refuse()
      })
    })
    expect(await notes()).toEqual(expect.arrayContaining(['outer', 'outer again']))
    expect(await notes()).not.toContain('second')
  })
})

describe('a statement that fails, fails the whole write with its own error', () => {
  const twice = (ctx: WriteContext, word: string) => {
    note(ctx.tx, word)
    note(ctx.tx, word)
  }
  const unique = /external_refs_pkey/

  test('sent before the part, which is then refused', async () => {
    const asked = write(async ctx => {
      twice(ctx, 'fault before')
      await ctx.attempt(refuse)
    })
    await expect(asked).rejects.toThrow(unique)
  })

  test('sent inside a part that is refused before anybody heard of it', async () => {
    const asked = write(async ctx => {
      note(ctx.tx, 'kept?')
      await ctx.attempt(async () => {
        twice(ctx, 'fault inside')
        return refuse()
      })
    })
    await expect(asked).rejects.toThrow(unique)
    expect(await notes()).not.toContain('kept?')
  })

  test('sent inside a part that went through', async () => {
    const asked = write(async ctx => {
      await ctx.attempt(async () => twice(ctx, 'fault inside'))
    })
    await expect(asked).rejects.toThrow(unique)
  })

  test('an error that is no refusal is thrown on', async () => {
    const asked = write(async ctx => {
      note(ctx.tx, 'kept?')
      await ctx.attempt(async () => {
        throw new TypeError('a fault of ours')
      })
    })
    await expect(asked).rejects.toThrow('a fault of ours')
    expect(await notes()).not.toContain('kept?')
  })

  test('a serialization failure inside repeats the whole write', async () => {
    let tries = 0
    await write(async ctx => {
      tries++
      note(ctx.tx, `try ${tries}`)
      await ctx.attempt(async () => {
        if (tries === 1) await ctx.tx.run(sql`do $$ begin raise exception using errcode = '40001'; end $$`)
      })
    })
    expect(tries).toBe(2)
    expect(await notes()).toContain('try 2')
    expect(await notes()).not.toContain('try 1')
  })
})
