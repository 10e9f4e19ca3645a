/** Drafts of stock: how lists find them, how they and their lines change, which actions are open when. */
import { beforeAll, describe, expect, test } from 'vitest'
import { actionKeys, allowedActions } from '../../src/contract/workflow.ts'
import { countWorkflow } from '../../src/domains/stock/counts/workflow.ts'
import { stockDocumentWorkflow } from '../../src/domains/stock/documents/workflow.ts'
import { repackWorkflow } from '../../src/domains/stock/repacks/workflow.ts'
import type { Reply } from '../support/client.ts'
import { advanceSandbox } from '../support/sandbox.ts'
import { useService } from '../support/service.ts'
import { faultsOf, nobody, rowsOfBooks, type StockAccount, stockAccount, told } from '../support/stock.ts'

const service = useService()
const kg = { unit_code: 'kg' }
const paths = ['/goods-receipts', '/stock-issues'] as const

let book: StockAccount
let malt: string
beforeAll(async () => {
  book = await stockAccount(service)
  malt = await book.item()
  await book.received(malt, '1000', '1', { date: '2026-01-01' })
})

const line = (rest: object = {}) => ({ item_id: malt, quantity: '10', unit: kg, ...rest })
const draft = async (path: string, head: object = {}, lines: object[] = [line()]) =>
  (await book.api.post(path, { warehouse_id: book.main, ...head, lines })).body

describe.each(paths)('GET %s', path => {
  test('200: each filter finds its document and no other', async () => {
    const own = await stockAccount(service)
    const [hops, sugar] = [await own.item({ name: 'Chmel' }), await own.item({ name: 'Cukr' })]
    const partner_id = await own.partner()
    const add = async (head: object, items: string[] = []) => {
      const lines = items.map(item_id => line({ item_id }))
      return (await own.api.post(path, { warehouse_id: own.main, date: '2026-03-10', ...head, lines })).body
    }
    const plain = await add({}, [sugar])
    const external_ref = { system: 'wms', id: 'a:b' }
    const second = await add({ warehouse_id: own.second, movement_purpose: 'other', external_ref }, [hops, hops])
    const dated = await add({ date: '2026-03-11', partner_id, notes: 'Jarní ŠLECHTĚNÝ' })
    const other = path === paths[0] ? paths[1] : paths[0]
    await own.api.post(other, { warehouse_id: own.second, date: '2026-03-11', notes: 'jarni' })
    for (const [query, found] of [
      ['', [dated, second, plain]],
      ['status=draft', [dated, second, plain]],
      ['status=confirmed', []],
      ['movement_purpose=other', [second]],
      [`warehouse_id=${own.second.toUpperCase()}`, [second]],
      [`partner_id=${partner_id}`, [dated]],
      [`item_id=${hops}`, [second]],
      [`item_id=${nobody}`, []],
      [`order_id=${nobody}`, []],
      ['date_from=2026-03-11', [dated]],
      ['date_to=2026-03-10', [second, plain]],
      ['date_from=2026-03-10&date_to=2026-03-11', [dated, second, plain]],
      ['external_ref=wms:a:b', [second]],
      ['external_ref=wms:a', []],
      [`search=${plain.number.toLowerCase()}`, [plain]],
      ['search=slechteny', [dated]],
      ['search=%25', []],
    ] as const) {
      const { data } = (await own.api.get(`${path}?${query}`)).body
      expect(
        data.map(({ id }: { id: string }) => id),
        query,
      ).toEqual(found.map(({ id }) => id))
    }
    const { lines: _, ...listed } = second
    expect((await own.api.get(`${path}?item_id=${hops}`)).body.data).toEqual([listed])
    for (const [query, fault] of [
      ['status=open', 'status not_allowed'],
      ['warehouse_id=MAIN', 'warehouse_id invalid_reference'],
      ['date_from=today', 'date_from not_allowed'],
      ['external_ref=wms', 'external_ref not_allowed'],
      ['warehouse=x', 'warehouse unknown_field'],
    ] as const) {
      expect(faultsOf(await own.api.get(`${path}?${query}`)), query).toEqual([fault])
    }
  })

  test('200: updated_since shows what changed since, the oldest change first', async () => {
    const [one, two] = [await draft(path), await draft(path)]
    await advanceSandbox(book.api, 5_000)
    const lineReply = await book.api.post(`${path}/${one.id}/lines`, line())
    expect(lineReply.status).toBe(201)
    await advanceSandbox(book.api, 5_000)
    const { body } = await book.api.patch(`${path}/${two.id}`, { notes: 'changed' })
    const since = (await book.api.get(`${path}/${one.id}`)).body.updated_at
    const { data } = (await book.api.get(`${path}?updated_since=${since}`)).body
    expect(data.map(({ id }: { id: string }) => id)).toEqual([one.id, two.id])
    const later = (await book.api.get(`${path}?updated_since=${body.updated_at}`)).body.data
    expect(later.map(({ id }: { id: string }) => id)).toEqual([two.id])
  })
})

describe.each(paths)('PATCH %s', path => {
  test('200: changes what was sent, null clears, nothing new keeps the tag and says nothing', async () => {
    const partner_id = await book.partner()
    const before = await draft(path, { date: '2026-05-01', partner_id, notes: 'old' })
    const changed = await book.api.patch(`${path}/${before.id}`, { date: '2026-12-31', notes: null })
    expect(changed.headers.etag).toBe('W/"2"')
    const { updated_at } = changed.body
    expect(changed.body).toEqual({ ...before, date: '2026-12-31', notes: null, updated_at })
    const state = await rowsOfBooks(service)
    for (const same of [{}, { notes: null }, { date: '2026-12-31', partner_id: partner_id.toUpperCase() }]) {
      const reply = await book.api.patch(`${path}/${before.id}`, same)
      expect(reply.body).toEqual(changed.body)
      expect(reply.headers.etag).toBe('W/"2"')
    }
    expect(await rowsOfBooks(service)).toEqual(state)
    expect((await book.api.patch(`${path}/${before.id}`, { partner_id: null })).body.partner).toBeNull()
  })

  test('422: every fault by its row', async () => {
    const { id, number } = await draft(path, { date: '2026-05-01' })
    for (const [sent, fault] of [
      [{ date: '2025-12-31' }, 'date not_allowed'],
      [{ date: '2027-01-01' }, 'date not_allowed'],
      [{ date: null }, 'date not_allowed'],
      [{ partner_id: nobody }, 'partner_id invalid_reference'],
      [{ target_warehouse_id: book.second }, 'target_warehouse_id unexpected_field'],
      [{ target_warehouse_id: nobody }, 'target_warehouse_id invalid_reference'],
      [{ notes: 'n'.repeat(4001) }, 'notes not_allowed'],
      [{ status: 'confirmed' }, 'status unknown_field'],
      [{ lines: [] }, 'lines unknown_field'],
      [{ warehouse_id: nobody }, 'warehouse_id unknown_field'],
      [{ external_ref: { system: 'wms', id: '1' } }, 'external_ref unknown_field'],
    ] as const) {
      const faults = faultsOf(await book.api.patch(`${path}/${id}`, sent))
      expect(faults, JSON.stringify(sent)).toContain(fault)
    }
    const { body } = await book.api.get(`${path}/${id}`)
    expect(body).toMatchObject({ number, date: '2026-05-01', partner: null, notes: null })
  })

  test('409 invalid_transition: only a draft is edited', async () => {
    const { id, lines } = await draft(path)
    for (const [action, allowed] of [
      ['confirm', ['cancel', 'revert_to_draft']],
      ['cancel', []],
    ] as const) {
      await book.act(`${path}/${id}`, action)
      for (const reply of [
        await book.api.patch(`${path}/${id}`, { notes: 'late' }),
        await book.api.post(`${path}/${id}/lines`, line()),
        await book.api.patch(`${path}/${id}/lines/${lines[0].id}`, { notes: 'late' }),
      ]) {
        expect(reply.body).toMatchObject({ status: 409, code: 'invalid_transition', allowed_actions: allowed })
      }
    }
  })

  test('412 stale_version: If-Match holds for changes, lines and actions', async () => {
    const { id, lines } = await draft(path)
    await book.api.patch(`${path}/${id}`, { notes: 'second version' })
    const lineOf = `${path}/${id}/lines/${lines[0].id}`
    const before = await rowsOfBooks(service)
    const calls: ((headers: Record<string, string>) => Promise<Reply>)[] = [
      headers => book.api.patch(`${path}/${id}`, { notes: 'third' }, { headers }),
      headers => book.api.post(`${path}/${id}/lines`, line(), { headers }),
      headers => book.api.patch(lineOf, { notes: 'fifth' }, { headers }),
      headers => book.api.post(`${path}/${id}/actions/confirm`, undefined, { headers }),
    ]
    for (const call of calls) {
      const { body } = await call({ 'if-match': 'W/"1"' })
      expect(body).toMatchObject({ status: 412, code: 'stale_version', current_etag: 'W/"2"' })
    }
    expect(await rowsOfBooks(service)).toEqual(before)
    for (const [index, call] of calls.entries()) {
      const reply = await call({ 'if-match': `"${index + 2}"` })
      expect(reply.headers.etag, reply.text).toBe(`W/"${index + 3}"`)
    }
  })
})

describe.each(paths)('lines of %s', path => {
  test('201: a line, with the tag and the place of its document, and no event', async () => {
    const { id } = await draft(path)
    const events = await told(book, async () => {
      const reply = await book.api.post(
        `${path}/${id}/lines`,
        line({ quantity: '2.50', unit_price: '3.10', notes: 'n' }),
      )
      expect(reply.body).toMatchObject({ quantity: '2.5', issued_quantity: '2.5', unit_price: '3.1', notes: 'n' })
      expect(reply.headers).toMatchObject({ location: `/api/v1${path}/${id}`, etag: 'W/"2"' })
      const { body } = await book.api.get(`${path}/${id}`)
      expect(body.lines[1]).toEqual(reply.body)
    })
    expect(events).toEqual([])
  })

  test('200: a changed line keeps its place; a change of nothing keeps the tag', async () => {
    const { id, lines } = await draft(path, {}, [line({ lot_number: 'A' }), line()])
    const at = `${path}/${id}/lines/${lines[0].id}`
    const sent = { quantity: '4', unit: kg, unit_price: '2', lot_number: null, expiry_date: '2027-01-01' }
    const changed = await book.api.patch(at, sent)
    expect(changed.body).toEqual({ ...lines[0], ...sent, unit: lines[0].unit, issued_quantity: '4' })
    expect(changed.headers.etag).toBe('W/"2"')
    const { body } = await book.api.get(`${path}/${id}`)
    expect(body.lines).toEqual([changed.body, lines[1]])
    expect((await book.api.patch(at, { quantity: '4.000', unit: kg, unit_price: '2.0' })).headers.etag).toBe('W/"2"')
    expect((await book.api.patch(at, {})).headers.etag).toBe('W/"2"')
  })

  test('422: every fault of a change', async () => {
    const { id, lines } = await draft(path)
    const at = `${path}/${id}/lines/${lines[0].id}`
    for (const [sent, fault] of [
      [{ quantity: '2' }, 'unit unit_required'],
      [{ quantity: '0', unit: kg }, 'quantity not_allowed'],
      [{ unit: {} }, 'unit exactly_one_of'],
      [{ item_id: nobody }, 'item_id invalid_reference'],
      [{ unit_price: '1.1234567' }, 'unit_price not_allowed'],
      [{ issued_quantity: '10.001' }, 'issued_quantity not_allowed'],
      [{ issued_quantity: '-1' }, 'issued_quantity not_allowed'],
      [{ issued_quantity: 1 }, 'issued_quantity not_allowed'],
      [{ unit: { unit_code: 'g' } }, 'unit_mismatch'],
      [{ quantity: '1.0001', unit: kg }, 'quantity_scale'],
      [{ issued_quantity: '1.0001' }, 'quantity_scale'],
    ] as const) {
      expect(faultsOf(await book.api.patch(at, sent)), JSON.stringify(sent)).toEqual([fault])
    }
    const litres = await book.item({ name: 'Voda', unit: { unit_code: 'l' } })
    const reread = await book.api.patch(at, { item_id: litres })
    expect(faultsOf(reread), '10 kg must not become 10 l unsaid').toEqual(['unit unit_required'])
    expect(faultsOf(await book.api.patch(at, { item_id: litres, unit: kg }))).toEqual(['unit_mismatch'])
    await book.api.patch(at, { issued_quantity: '8' })
    const less = await book.api.patch(at, { quantity: '7', unit: kg })
    expect(faultsOf(less)).toEqual(['issued_quantity not_allowed'])
    expect((await book.api.get(`${path}/${id}`)).body.lines).toEqual([{ ...lines[0], issued_quantity: '8' }])
  })

  test('200: issued_quantity is posted instead of the quantity, 0 skips the line, null takes it back', async () => {
    const [item, skipped] = [await book.item({ name: 'Část' }), await book.item({ name: 'Nic' })]
    await book.received(item, '10', '2', { date: '2026-01-01' })
    const sides = [line({ item_id: item, unit_price: '2' }), line({ item_id: skipped, unit_price: '2' })]
    const { id, lines } = await draft(path, {}, [...sides, line({ item_id: item, unit_price: '2' })])
    const at = (index: number) => `${path}/${id}/lines/${lines[index].id}`
    await book.api.patch(at(0), { issued_quantity: '3.5' })
    await book.api.patch(at(1), { issued_quantity: '0' })
    await book.api.patch(at(2), { issued_quantity: '0' })
    expect((await book.api.patch(at(2), { issued_quantity: null })).body).toMatchObject({ issued_quantity: '10' })
    await book.api.patch(at(2), { issued_quantity: '0.5' })
    const { body } = await book.act(`${path}/${id}`, 'confirm')
    expect(body.totals.total_cost).toBe('8.00')
    expect(body.lines).toMatchObject([
      { quantity: '10', issued_quantity: '3.5' },
      { quantity: '10', issued_quantity: '0' },
      { quantity: '10', issued_quantity: '0.5' },
    ])
    expect((await book.level(item)).quantity).toBe(path === paths[0] ? '14' : '6')
    expect((await book.api.get(`/stock-levels?item_id=${skipped}`)).body.data).toEqual([])
  })
})

describe('actions', () => {
  const counted = async () => (await book.api.post('/inventory-counts', { warehouse_id: book.second })).body
  const repacked = async () => {
    const side = [line({ quantity: '1' })]
    return (await book.api.post('/repacks', { warehouse_id: book.main, from: side, to: side })).body
  }
  /** How a fresh record of each kind comes into each state. */
  const kinds = [
    {
      path: paths[0],
      workflow: stockDocumentWorkflow,
      fresh: () => draft(paths[0]),
      ways: { cancelled: ['confirm', 'cancel'] },
    },
    {
      path: paths[1],
      workflow: stockDocumentWorkflow,
      fresh: () => draft(paths[1]),
      ways: { cancelled: ['confirm', 'cancel'] },
    },
    { path: '/repacks', workflow: repackWorkflow, fresh: repacked, ways: { cancelled: ['confirm', 'cancel'] } },
    {
      path: '/inventory-counts',
      workflow: countWorkflow,
      fresh: counted,
      ways: { running: ['start'], closed: ['start', 'finish'], cancelled: ['start', 'cancel'] },
    },
  ] as const

  test.for(kinds)('$path: each action works where it is declared and is refused elsewhere', async kind => {
    const { path, fresh } = kind
    const workflow = kind.workflow as typeof stockDocumentWorkflow
    const ways: Record<string, readonly string[]> = { draft: [], confirmed: ['confirm'], ...kind.ways }
    for (const state of workflow.states) {
      for (const key of actionKeys(workflow)) {
        const { id } = await fresh()
        for (const step of ways[state]!) await book.act(`${path}/${id}`, step)
        const allowed = allowedActions(workflow, state)
        expect((await book.api.get(`${path}/${id}`)).body).toMatchObject({ status: state, allowed_actions: allowed })
        const { body } = await book.api.post(`${path}/${id}/actions/${key}`, {})
        const done = { status: workflow.actions[key].to }
        const refused = { status: 409, code: 'invalid_transition', allowed_actions: allowed }
        expect(body, `${key} in ${state}`).toMatchObject(allowed.includes(key) ? done : refused)
        const { body: now } = await book.api.get(`${path}/${id}`)
        if (now.status === 'running') await book.act(`${path}/${id}`, 'cancel')
      }
    }
  })

  test.for(kinds)('404 unknown_action: $path', async ({ path, fresh }) => {
    const { id } = await fresh()
    for (const key of ['foo', 'constructor', 'Confirm', 'delete']) {
      expect((await book.api.post(`${path}/${id}/actions/${key}`)).body.code).toBe('unknown_action')
    }
    expect((await book.api.post(`${path}/${nobody}/actions/foo`)).body.code).toBe('not_found')
    expect((await book.api.send('DELETE', `${path}/${id}`)).body.code).toBe('not_found')
  })

  test('422 unknown_field: an action takes no body', async () => {
    const { id } = await draft(paths[0])
    const reply = await book.api.post(`${paths[0]}/${id}/actions/confirm`, { force: true })
    expect(faultsOf(reply)).toEqual(['force unknown_field'])
  })
})
