/** A month of a small brewery, to the haléř. */
import { expect, test } from 'vitest'
import { type ExciseHall, exciseHall, reportPath, rowsOf } from '../support/excise.ts'
import { litre } from '../support/packaging.ts'
import { useService } from '../support/service.ts'

const service = useService()

async function goldenMonth() {
  const hall = await exciseHall(service)
  const { came, went, bottle, keg, keg10, bottle15 } = hall
  for (const [item, quantity] of [
    [bottle, '2000'],
    [keg, '10'],
    [keg10, '8'],
    [bottle15, '2000'],
  ] as const) {
    await came(item, quantity, '2026-08-15')
  }
  const batch = await hall.fermenting('1880', { brew_date: '2026-08-01' })
  const received = { quantity: '1880', unit: litre, date: '2026-09-03' }
  expect((await hall.act(batch.path, 'receive_production', received)).status).toBe(200)
  const outputs = [hall.output(bottle, '2400', { materials: [] }), hall.output(keg, '13', { materials: [] })]
  const head = { date: '2026-09-05', released_quantity: '1880', unit: litre }
  const { body: run } = await hall.run(outputs, head)
  expect((await hall.act(`/packaging-runs/${run.id}`, 'confirm')).status).toBe(200)
  await went(keg, '20', '2026-09-10')
  await went(keg10, '6', '2026-09-12')
  await hall.moved(bottle, '600', '2026-09-15')
  await went(bottle, '7', '2026-09-18', { movement_purpose: 'waste' })
  const pcs = { unit_code: 'pcs' }
  const { body: repack } = await hall.api.post('/repacks', {
    warehouse_id: hall.main,
    date: '2026-09-20',
    from: [{ item_id: keg, quantity: '1', unit: pcs }],
    to: [{ item_id: bottle, quantity: '96', unit: pcs }],
  })
  expect((await hall.act(`/repacks/${repack.id}`, 'confirm')).status).toBe(200)
  await count(hall, '2026-09-28', [
    [bottle, '3891'],
    [bottle15, '1997'],
  ])
  await went(bottle15, '1111', '2026-09-29')
  return { ...hall, run, repack }
}

async function count(hall: Awaited<ReturnType<typeof exciseHall>>, date: string, found: (readonly [string, string])[]) {
  const { body } = await hall.api.post('/inventory-counts', {
    warehouse_id: hall.main,
    date,
    scope: 'listed',
    item_ids: found.map(([item]) => item),
  })
  const path = `/inventory-counts/${body.id}`
  await hall.act(path, 'start')
  for (const [item_id, counted_quantity] of found) {
    await hall.api.post(`${path}/lines`, { item_id, counted_quantity, unit: { unit_code: 'pcs' } })
  }
  const reply = await hall.act(path, 'finish')
  expect(reply.status, reply.text).toBe(200)
}

test('201: the golden month, its days, its movements, its files, and the month after it', async () => {
  const hall = await goldenMonth()
  const { body, status, headers } = await hall.report('2026-09')
  expect(status).toBe(201)
  expect(headers).toMatchObject({ etag: 'W/"1"', location: `/api/v1/excise-reports/${body.id}` })
  expect(rowsOf(body)).toEqual([
    '10 4 0 0 3 0 1 16.00 480.00',
    '12 15 18.8 0.01 13 0.355 20.455 16.00 2496.00',
    '15 6.6 0 0 3.6663 0.0099 2.9238 16.00 879.91',
  ])
  expect(body).toMatchObject({
    object: 'excise_report',
    number: 'SPD202600001',
    period: '2026-09',
    status: 'draft',
    category: { code: 'small_10k', name: 'Malý pivovar do 10 000 hl', max_annual_hl: '10000' },
    due_date: '2026-10-25',
    totals: {
      opening_hl: '25.6',
      produced_hl: '18.8',
      received_hl: '0.01',
      released_hl: '19.6663',
      losses_hl: '0.3649',
      closing_hl: '24.3788',
      tax: '3855.91',
      tax_payable: '3856.00',
    },
    produced_ytd_hl: '18.8',
    in_production: [],
    open_documents: 0,
    is_stale: false,
    filed_at: null,
    notes: null,
    allowed_actions: ['recalculate', 'file'],
    livemode: false,
  })
  expect((await hall.api.get(reportPath(body))).body).toEqual(body)

  const days = (await hall.api.get(`${reportPath(body)}/days`)).body.data
  expect(days.map((day: Record<string, string>) => Object.values(day).slice(1, -1).join(' '))).toEqual([
    '2026-09-03 12 15 18.8 0 0 0 33.8',
    '2026-09-05 12 33.8 0 0 0 0.3 33.5',
    '2026-09-10 12 33.5 0 0 10 0 23.5',
    '2026-09-12 10 4 0 0 3 0 1',
    '2026-09-15 12 23.5 0 0 3 0 20.5',
    '2026-09-18 12 20.5 0 0 0 0.035 20.465',
    '2026-09-20 12 20.465 0 0 0 0.02 20.445',
    '2026-09-28 12 20.445 0 0.01 0 0 20.455',
    '2026-09-28 15 6.6 0 0 0 0.0099 6.5901',
    '2026-09-29 15 6.5901 0 0 3.6663 0 2.9238',
  ])

  const movements = (await hall.api.get(`${reportPath(body)}/movements?limit=200`)).body.data
  expect(
    movements
      .map((row: MovementWords) => `${row.document.date} ${row.document.object} ${row.plato} ${row.hl} ${row.column}`)
      .sort(),
  ).toEqual([
    '2026-09-03 goods_receipt 12 18.8 produced',
    '2026-09-05 goods_receipt 12 12 internal',
    '2026-09-05 goods_receipt 12 6.5 internal',
    '2026-09-05 packaging_run 12 -0.3 losses',
    '2026-09-05 stock_issue 12 -18.8 internal',
    '2026-09-10 stock_issue 12 -10 released',
    '2026-09-12 stock_issue 10 -3 released',
    '2026-09-15 stock_issue 12 -3 released',
    '2026-09-18 stock_issue 12 -0.035 losses',
    '2026-09-20 goods_receipt 12 0.48 internal',
    '2026-09-20 repack 12 -0.02 losses',
    '2026-09-20 stock_issue 12 -0.5 internal',
    '2026-09-28 goods_receipt 12 0.01 received',
    '2026-09-28 stock_issue 15 -0.0099 losses',
    '2026-09-29 stock_issue 15 -3.6663 released',
  ])
  const difference = movements.find((row: MovementWords) => row.document.object === 'packaging_run')
  expect(difference).toMatchObject({
    object: 'excise_movement',
    document: { id: hall.run.id, number: hall.run.number, movement_purpose: null },
    line_id: null,
    item: null,
    quantity: null,
    unit: null,
    partner: null,
    warehouse: { id: hall.main, name: 'Sklep' },
  })
  const asked = async (query: string) => (await hall.api.get(`${reportPath(body)}/movements?${query}`)).body.data
  expect(await asked('column=losses&plato=12')).toHaveLength(3)
  expect(await asked(`item_id=${hall.keg10}`)).toMatchObject([
    { item: { id: hall.keg10, name: 'Sud 10°' }, quantity: '6', unit: { code: 'pcs' }, hl: '-3' },
  ])
  const first = (await hall.api.get(`${reportPath(body)}/movements?limit=10`)).body
  const second = await hall.api.get(`${reportPath(body)}/movements?limit=10&cursor=${first.next_cursor}`)
  expect([...first.data, ...second.body.data]).toEqual(movements)

  const csv = async (query = '') => (await hall.api.get(`${reportPath(body)}/csv${query}`)).text
  expect(await csv()).toBe(
    '\ufeffStupeň (% EPM);Počáteční stav (hl);Vyrobeno (hl);Přijato (hl);Vydáno (hl);Ztráty (hl);Konečný stav (hl);' +
      'Sazba (Kč);Daň (Kč)\r\n' +
      '10;4;0;0;3;0;1;16,00;480,00\r\n' +
      '12;15;18,8;0,01;13;0,355;20,455;16,00;2496,00\r\n' +
      '15;6,6;0;0;3,6663;0,0099;2,9238;16,00;879,91\r\n',
  )
  expect((await csv('?part=days')).split('\r\n')).toHaveLength(12)
  expect((await csv('?part=movements')).split('\r\n')[1]).toContain(';18,8;vyrobeno')
  const xml = (await hall.api.get(`${reportPath(body)}/xml`)).text
  expect(xml).toContain('<tax_payable>3856.00</tax_payable>')
  expect(xml).toContain('<line>\n      <plato>12</plato>')
  expect((await hall.api.get(`${reportPath(body)}/csv?part=nic`)).status).toBe(422)

  await hall.act(reportPath(body), 'file')
  await expectPayerKept(hall, `${reportPath(body)}/xml`)
  const { body: october } = await hall.report('2026-10')
  expect(rowsOf(october)).toEqual([
    '10 1 0 0 0 0 1 16.00 0.00',
    '12 20.455 0 0 0 0 20.455 16.00 0.00',
    '15 2.9238 0 0 0 0 2.9238 16.00 0.00',
  ])
})

/** What is filed says who filed it, whatever the company is called later; a month taken back is a draft of today's. */
async function expectPayerKept(hall: ExciseHall, path: string) {
  const payer = async () => /<name>.*<.name>/.exec((await hall.api.get(path)).text)?.[0]
  const pdf = async () => (await hall.api.get(path.replace('/xml', '/pdf'))).bytes
  const [filed, printed] = [await payer(), await pdf()]
  await hall.apply({ company: { name: 'Nový pivovar', accent_color: '#123456' } })
  expect(await payer()).toBe(filed)
  expect(await pdf()).toEqual(printed)
  await hall.apply({ excise_periods: [{ period: '2026-09', is_filed: false }] })
  expect(await payer()).toBe('<name>Nový pivovar</name>')
  await hall.act(path.replace('/xml', ''), 'file')
  await hall.apply({ company: { name: 'Nejnovější pivovar' } })
  expect(await payer()).toBe('<name>Nový pivovar</name>')
}

interface MovementWords {
  document: { object: string; date: string }
  plato: string
  hl: string
  column: string
}
