/** Excise reports: created, recalculated, filed, taken back. */
import { describe, expect, test } from 'vitest'
import { exciseHall, reportPath, rowsOf } from '../support/excise.ts'
import { litre } from '../support/packaging.ts'
import { advanceSandbox } from '../support/sandbox.ts'
import { useService } from '../support/service.ts'
import { faultsOf } from '../support/stock.ts'

const service = useService()
const newHall = () => exciseHall(service)
const today = () => new Date(service.clock()).toISOString().slice(0, 10)

describe('POST /excise-reports', () => {
  test('422: a future month, no month at all; 409 conflict: a second report, a month without a rate', async () => {
    const hall = await newHall()
    const send = (body: object) => hall.api.post('/excise-reports', body)
    expect(faultsOf(await send({}))).toEqual(['period required'])
    expect(faultsOf(await send({ period: '2026-13' }))).toHaveLength(1)
    expect(faultsOf(await send({ period: '2999-01' }))).toEqual(['period not_allowed'])
    expect(faultsOf(await send({ period: '2026-03', notes: 'x'.repeat(4001) }))).toHaveLength(1)
    const { body } = await send({ period: '2026-03', notes: 'jaro' })
    expect(body).toMatchObject({ notes: 'jaro', lines: [], totals: { tax: '0.00', tax_payable: '0.00' } })
    const again = await send({ period: '2026-03' })
    expect([again.status, again.body]).toMatchObject([
      409,
      { code: 'conflict', reason: 'report_exists', existing_id: body.id },
    ])
    expect((await send({ period: '2009-12' })).body).toMatchObject({ code: 'conflict', reason: 'no_excise_rate' })
    const { body: rehearsed } = await hall.api.post('/excise-reports?dry_run=true', { period: '2026-04' })
    expect(rehearsed).toMatchObject({ dry_run: true, events: [] })
    expect((await hall.api.get('/excise-reports')).body.data).toHaveLength(1)
  })

  test('200: listed by status, month and what changed; lists show no lines and no staleness', async () => {
    const hall = await newHall()
    for (const period of ['2026-03', '2026-04']) await hall.report(period)
    const { body: filed } = await hall.report('2026-05')
    await hall.act(reportPath(filed), 'file')
    const periods = async (query: string) =>
      (await hall.api.get(`/excise-reports?${query}`)).body.data.map(({ period }: { period: string }) => period)
    expect(await periods('')).toEqual(['2026-05', '2026-04', '2026-03'])
    expect(await periods('status=draft')).toEqual(['2026-04', '2026-03'])
    expect(await periods('period=2026-04')).toEqual(['2026-04'])
    expect(await periods(`search=${filed.number.toLowerCase()}`)).toEqual(['2026-05'])
    const { updated_at } = (await hall.api.get(reportPath(filed))).body
    expect(await periods(`updated_since=${updated_at}`)).toEqual(['2026-05'])
    const [listed] = (await hall.api.get('/excise-reports?limit=1')).body.data
    expect(listed).toMatchObject({ is_stale: null, status: 'filed' })
    expect(listed).not.toHaveProperty('lines')
  })

  test('201: what is in process when the month ends, and drafts that would move beer', async () => {
    const hall = await newHall()
    await hall.fermenting('1234.5')
    await hall.fermenting('100')
    const period = today().slice(0, 7)
    const pcs = { unit_code: 'pcs' }
    const draft = (item_id: string, warehouse_id: string) =>
      hall.api.post('/stock-issues', { warehouse_id, lines: [{ item_id, quantity: '1', unit: pcs }] })
    await draft(hall.bottle, hall.main)
    await draft(hall.bottle, hall.second)
    await draft(hall.glass, hall.main)
    const { body } = await hall.report(period)
    expect(body.in_production).toEqual([{ plato: '12', batches: 2, volume_hl: '13.345' }])
    expect(body).toMatchObject({ open_documents: 1, lines: [] })
    const { body: before } = await hall.report('2026-01')
    expect(before).toMatchObject({ in_production: [], open_documents: 0 })
  })

  test('201: beer received on a past day is in process no more from that day on', async () => {
    const hall = await newHall()
    const { body: batch } = await hall.batch({ brew_date: '2026-02-01' })
    const [path, vessel_id] = [`/batches/${batch.id}`, await hall.vessel()]
    const entered = { phase: 'fermentation', vessel_id, volume_l: '1000', occurred_at: '2026-02-02T10:00:00Z' }
    await hall.act(path, 'advance_phase', entered)
    await hall.act(path, 'receive_production', { quantity: '800', unit: { unit_code: 'l' }, date: '2026-03-31' })
    const inProcess = async (period: string) => (await hall.report(period)).body.in_production
    expect(await inProcess('2026-02')).toEqual([{ plato: '12', batches: 1, volume_hl: '10' }])
    expect(await inProcess('2026-03')).toEqual([{ plato: '12', batches: 1, volume_hl: '2' }])
  })
})

describe('recalculate', () => {
  test('200: stale by what lines are made of, not by what leaves them alone', async () => {
    const hall = await newHall()
    const moved = await hall.came(hall.keg, '10', '2026-03-02')
    const { body } = await hall.report('2026-03')
    const isStale = async () => (await hall.api.get(reportPath(body))).body.is_stale
    await hall.came(hall.keg, '1', '2026-04-01')
    await hall.came(hall.glass, '100', '2026-03-02')
    await hall.act(`/goods-receipts/${(await hall.came(hall.keg, '1', '2026-03-03')).body.id}`, 'cancel')
    expect(await isStale()).toBe(false)
    await hall.act(`/goods-receipts/${moved.body.id}`, 'revert_to_draft')
    await hall.api.patch(`/goods-receipts/${moved.body.id}`, { date: '2026-02-02' })
    expect(await isStale()).toBe(true)
    await hall.act(`/goods-receipts/${moved.body.id}`, 'confirm')
    expect(await isStale()).toBe(true)
    await hall.act(`/goods-receipts/${moved.body.id}`, 'revert_to_draft')
    await hall.api.patch(`/goods-receipts/${moved.body.id}`, { date: '2026-03-02' })
    await hall.act(`/goods-receipts/${moved.body.id}`, 'confirm')
    expect(await isStale()).toBe(false)
    await hall.api.patch(`/items/${hall.glass}`, { plato: '11', volume_l: '0.5' })
    expect(await isStale()).toBe(true)
  })

  test('200: the same version while nothing changed; stale once stock moved, and fresh again', async () => {
    const hall = await newHall()
    await hall.came(hall.keg, '10', '2026-03-02')
    const { body } = await hall.report('2026-03')
    const path = reportPath(body)
    await advanceSandbox(hall.api, 60_000)
    const same = await hall.act(path, 'recalculate')
    expect([same.headers.etag, same.body]).toEqual(['W/"1"', body])
    const sale = await hall.went(hall.keg, '4', '2026-03-10')
    const stale = await hall.api.get(path, { headers: { 'if-none-match': 'W/"1"' } })
    expect([stale.status, stale.body.is_stale, stale.headers.etag]).toEqual([200, true, 'W/"1"'])
    expect(rowsOf(stale.body)).toEqual(['12 0 0 5 0 0 5 16.00 0.00'])
    expect((await hall.act(path, 'file')).body).toMatchObject({ code: 'conflict', reason: 'report_stale' })
    const fresh = await hall.act(path, 'recalculate')
    expect(fresh.headers.etag).toBe('W/"2"')
    expect(fresh.body.is_stale).toBe(false)
    expect(fresh.body.calculated_at > body.calculated_at).toBe(true)
    expect(rowsOf(fresh.body)).toEqual(['12 0 0 5 2 0 3 16.00 384.00'])
    await hall.act(`/stock-issues/${sale.body.id}`, 'revert_to_draft')
    const back = (await hall.act(path, 'recalculate')).body
    expect([rowsOf(back), back.open_documents]).toEqual([['12 0 0 5 0 0 5 16.00 0.00'], 1])
    await hall.apply({ excise_categories: [{ valid_from: '2026-03-01', category: 'base' }] })
    expect((await hall.api.get(path)).body.is_stale).toBe(true)
  })

  test('412 stale_version, 404 unknown_action, idempotency: as of every document', async () => {
    const hall = await newHall()
    const { body } = await hall.report('2026-03')
    const path = `${reportPath(body)}/actions`
    expect((await hall.api.post(`${path}/recalculate`, {}, { headers: { 'if-match': 'W/"7"' } })).body.code).toBe(
      'stale_version',
    )
    expect((await hall.api.post(`${path}/submit`, {})).body.code).toBe('unknown_action')
    const key = { headers: { 'idempotency-key': 'file-1' } }
    const first = await hall.api.post(`${path}/file`, {}, key)
    const again = await hall.api.post(`${path}/file`, {}, key)
    expect([first.status, again.status, again.body]).toEqual([200, 200, first.body])
    expect((await hall.api.post(`${path}/file`, {})).body.code).toBe('invalid_transition')
  })
})

describe('file', () => {
  test('200: notes are as long as they are in characters, with what is added; 422: 4001 of them', async () => {
    const hall = await newHall()
    const path = reportPath(
      (await hall.api.post('/excise-reports', { period: '2026-03', notes: '🍺'.repeat(3_990) })).body,
    )
    expect(faultsOf(await hall.act(path, 'file', { note: 'x'.repeat(10) }))).toEqual(['note not_allowed'])
    expect((await hall.act(path, 'file', { note: 'x'.repeat(9) })).status).toBe(200)
  })

  test('200: frozen with its rate and category, and the month is locked; 422: days that cannot be', async () => {
    const hall = await newHall()
    await hall.came(hall.keg, '10', '2026-03-02')
    await hall.went(hall.keg, '1', '2026-03-03')
    const { body } = await hall.report('2026-03')
    const path = reportPath(body)
    for (const filed_at of ['2026-03-31', '2999-01-01']) {
      expect(faultsOf(await hall.act(path, 'file', { filed_at }))).toEqual(['filed_at not_allowed'])
    }
    const rehearsed = await hall.api.post(`${path}/actions/file?dry_run=true`, {})
    expect(rehearsed.body).toMatchObject({ status: 'filed', effects: { locked_until: '2026-03-31' } })
    const filed = await hall.act(path, 'file', { filed_at: '2026-04-20', note: 'podáno datovou schránkou' })
    expect(filed.body).toMatchObject({
      status: 'filed',
      filed_at: '2026-04-20',
      notes: 'podáno datovou schránkou',
      is_stale: false,
      allowed_actions: [],
    })
    for (const action of ['recalculate', 'file']) {
      expect((await hall.act(path, action)).body).toMatchObject({ code: 'invalid_transition', allowed_actions: [] })
    }
    const late = await hall.api.post('/stock-issues', {
      warehouse_id: hall.main,
      date: '2026-02-10',
      lines: [{ item_id: hall.keg, quantity: '1', unit: { unit_code: 'pcs' } }],
    })
    expect((await hall.act(`/stock-issues/${late.body.id}`, 'confirm')).body.code).toBe('excise_reported')
    const { body: told } = await hall.api.get(`${path}/actions`)
    expect(told.data.map(({ key, allowed }: { key: string; allowed: boolean }) => `${key} ${allowed}`)).toEqual([
      'recalculate false',
      'file false',
    ])
  })

  test('409 conflict: before the month is over where the account is, and while the month before is open', async () => {
    const hall = await newHall()
    const current = today().slice(0, 7)
    const { body: now } = await hall.report(current)
    const early = { code: 'conflict', reason: 'month_not_over' }
    expect((await hall.act(reportPath(now), 'file')).body).toMatchObject(early)
    const { body: march } = await hall.report('2026-03')
    const { body: april } = await hall.report('2026-04')
    const { body: may } = await hall.report('2026-05')
    expect((await hall.act(reportPath(march), 'file')).status).toBe(200)
    const gap = await hall.act(reportPath(may), 'file')
    expect(gap.body).toMatchObject({
      code: 'conflict',
      reason: 'month_left_out',
      blockers: [{ object: 'excise_report', id: april.id, status: 'draft', number: april.number }],
    })
    expect((await hall.act(reportPath(april), 'file')).status).toBe(200)
    expect((await hall.act(reportPath(may), 'file')).status).toBe(200)
  })

  test('the newest filed month is taken back in the settings: its report is a draft again', async () => {
    const hall = await newHall()
    await hall.came(hall.keg, '2', '2026-03-02')
    const { body } = await hall.report('2026-03')
    const { body: filed } = await hall.act(reportPath(body), 'file')
    await hall.month('2026-03', false)
    const reopened = (await hall.api.get(reportPath(body))).body
    expect(reopened).toMatchObject({ status: 'draft', filed_at: null, allowed_actions: ['recalculate', 'file'] })
    expect(reopened.updated_at > filed.updated_at).toBe(true)
    await hall.went(hall.keg, '1', '2026-03-05')
    expect((await hall.act(reportPath(body), 'recalculate')).body.totals.released_hl).toBe('0.5')
  })

  test('a month filed before there were reports locks too; its report is made, recalculated and filed', async () => {
    const hall = await newHall()
    await hall.came(hall.keg, '2', '2026-03-02')
    await hall.month('2026-03')
    const { body } = await hall.report('2026-03')
    expect(body).toMatchObject({ status: 'draft', totals: { closing_hl: '1' } })
    expect((await hall.act(reportPath(body), 'recalculate')).status).toBe(200)
    expect((await hall.act(reportPath(body), 'file')).body.status).toBe('filed')
  })
})

describe('access', () => {
  test('403 excise_not_enabled: without the add-on, before module and scope', async () => {
    const tenant = await service.tenant({ modules: ['stock', 'api'] })
    const api = await tenant.key({ scopes: ['core:read'] })
    for (const path of [
      '',
      `/${crypto.randomUUID()}`,
      `/${crypto.randomUUID()}/movements`,
      `/${crypto.randomUUID()}/pdf`,
    ]) {
      expect((await api.get(`/excise-reports${path}`)).body.code).toBe('excise_not_enabled')
    }
    expect((await api.post('/excise-reports', { period: '2026-03' })).body.code).toBe('excise_not_enabled')
  })

  test('403 module_not_enabled, insufficient_scope; 404 of another account', async () => {
    const unbrewed = await service.tenant({ modules: ['stock', 'api', 'excise'] })
    expect((await (await unbrewed.key()).get('/excise-reports')).body.code).toBe('module_not_enabled')
    const hall = await newHall()
    const { body } = await hall.report('2026-03')
    const reader = await hall.tenant.key({ scopes: ['brewery:read'] })
    expect((await reader.get(reportPath(body))).status).toBe(200)
    expect((await reader.post(`${reportPath(body)}/actions/recalculate`, {})).body.code).toBe('insufficient_scope')
    expect((await hall.live.get(reportPath(body))).status).toBe(404)
  })
})

describe('what is counted', () => {
  test('201: "12" and "12.9" are one row, "11.99" is row 11; without °Plato, volume or alcohol it is no beer', async () => {
    const hall = await newHall()
    const piece = (facts: object) => hall.item({ name: 'Pivo', unit: { unit_code: 'pcs' }, volume_l: '100', ...facts })
    for (const facts of [
      { plato: '12' },
      { plato: '12.9' },
      { plato: '11.99' },
      { plato: '10', abv: '0.51' },
      { plato: '9', abv: '0.5' },
      { plato: '8', volume_l: null },
      { plato: null },
    ]) {
      await hall.came(await piece(facts), '1', '2026-03-02')
    }
    expect(
      (await hall.report('2026-03')).body.lines.map(
        ({ plato, received_hl }: Record<string, string>) => `${plato} ${received_hl}`,
      ),
    ).toEqual(['10 1', '11 1', '12 2'])
  })

  test('201: a product without a volume counts by what it is filled with, a beer in hectolitres by its unit', async () => {
    const hall = await newHall()
    const jug = await hall.item({
      name: 'Džbán',
      unit: { unit_code: 'pcs' },
      item_type: 'base_product',
      base_item_id: hall.beer,
      base_item_quantity: '2.5',
      plato: '14',
    })
    await hall.came(jug, '4', '2026-03-02')
    const tank = await hall.item({ name: 'Tank', unit: { unit_code: 'hl' }, plato: '13.5' })
    await hall.came(tank, '3', '2026-03-02', { lines: [{ item_id: tank, quantity: '3', unit: { unit_code: 'hl' } }] })
    expect(rowsOf((await hall.report('2026-03')).body)).toEqual([
      '13 0 0 3 0 0 3 16.00 0.00',
      '14 0 0 0.1 0 0 0.1 16.00 0.00',
    ])
  })

  test('201: purposes and their columns; what goes back into production is produced less', async () => {
    const hall = await newHall()
    const { came, went, keg } = hall
    const of = (movement_purpose: string) => ({ movement_purpose })
    await came(keg, '100', '2026-02-01')
    for (const purpose of [
      'purchase',
      'inventory',
      'inventory_surplus',
      'packaging_return',
      'other',
      'transfer',
      'repack',
    ]) {
      await came(keg, '2', '2026-03-01', of(purpose))
    }
    await came(keg, '4', '2026-03-01', of('production_in'))
    for (const purpose of ['production_out', 'tank_release', 'packaging_consumption']) {
      await went(keg, '2', '2026-03-02', of(purpose))
    }
    for (const purpose of ['sale', 'packaging_dispatch', 'inventory', 'other'])
      await went(keg, '1', '2026-03-03', of(purpose))
    for (const purpose of ['waste', 'inventory_shortage']) await went(keg, '1', '2026-03-04', of(purpose))
    const { body } = await hall.report('2026-03')
    expect(rowsOf(body)).toEqual(['12 50 -1 7 2 1 53 16.00 384.00'])
    expect(body.produced_ytd_hl).toBe('-1')
  })

  test('201: transfers: out of excise when they leave, into it when they come, inside it never', async () => {
    const hall = await newHall()
    await hall.apply({ warehouses: [{ code: 'THIRD', name: 'Expedice', is_excise_relevant: true }] })
    const third = (await hall.api.get('/warehouses')).body.data.find(
      ({ code }: { code: string }) => code === 'THIRD',
    ).id
    await hall.came(hall.keg, '20', '2026-02-01')
    await hall.came(hall.keg, '20', '2026-02-01', { warehouse_id: hall.second })
    const out = await hall.moved(hall.keg, '2', '2026-03-31')
    await hall.api.patch(out.receipt, { date: '2026-04-02' })
    await hall.act(out.receipt, 'confirm')
    const inside = await hall.moved(hall.keg, '4', '2026-03-31', { target_warehouse_id: third })
    await hall.api.patch(inside.receipt, { date: '2026-04-02' })
    await hall.act(inside.receipt, 'confirm')
    const back = { warehouse_id: hall.second, target_warehouse_id: hall.main }
    const home = await hall.moved(hall.keg, '6', '2026-03-31', back)
    await hall.api.patch(home.receipt, { date: '2026-04-02' })
    await hall.act(home.receipt, 'confirm')
    expect(rowsOf((await hall.report('2026-03')).body)).toEqual(['12 10 0 0 1 0 9 16.00 192.00'])
    expect(rowsOf((await hall.report('2026-04')).body)).toEqual(['12 9 0 3 0 0 12 16.00 0.00'])
  })

  test('201: runs: beer from a batch is produced, products in a shop are released, one filled too full is gained', async () => {
    const hall = await newHall()
    const batch = await hall.fermenting('1000', { brew_date: '2026-02-01' })
    const head = { date: '2026-03-05', batch_id: batch.id, source: 'batch', released_quantity: '520', unit: litre }
    const outputs = [hall.output(hall.keg, '10', { materials: [] })]
    const { body: run } = await hall.run(outputs, { ...head, target_warehouse_id: hall.second })
    expect((await hall.act(`/packaging-runs/${run.id}`, 'confirm')).status).toBe(200)
    const { body } = await hall.report('2026-03')
    expect(rowsOf(body)).toEqual(['12 0 5.2 0 5 0.2 0 16.00 960.00'])
    const columns = (await hall.api.get(`${reportPath(body)}/movements`)).body.data
      .filter(({ document }: { document: { object: string } }) => document.object === 'packaging_run')
      .map(({ hl, column }: Record<string, string>) => `${hl} ${column}`)
    expect(columns.sort()).toEqual(['-0.2 losses', '-5 released'])
    await hall.act(`/packaging-runs/${run.id}`, 'cancel')
    expect(rowsOf((await hall.act(reportPath(body), 'recalculate')).body)).toEqual([])
    const jug = await hall.item({
      name: 'Džbán',
      unit: { unit_code: 'pcs' },
      item_type: 'base_product',
      base_item_id: hall.beer,
      base_item_quantity: '2',
      volume_l: '2.5',
      plato: '12',
    })
    const { body: full } = await hall.run([hall.output(jug, '100', { materials: [] })], {
      ...head,
      released_quantity: '200',
    })
    expect((await hall.act(`/packaging-runs/${full.id}`, 'confirm')).status).toBe(200)
    expect(rowsOf((await hall.act(reportPath(body), 'recalculate')).body)).toEqual(['12 0 2.5 0 0 0 2.5 16.00 0.00'])
  })
})
