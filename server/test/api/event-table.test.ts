/** Which operation emits which events: every operation runs for real and is held against the table. */
import { describe, expect, test } from 'vitest'
import { eventsOf } from '../../src/contract/dry-run.ts'
import { type EventType, eventTypes } from '../../src/contract/events.ts'
import { described, serviceEndpoints } from '../../src/describe/service-document.ts'
import { atOneAddress } from '../../src/kernel/addresses.ts'
import { brewhouseIn } from '../support/brewery.ts'
import { counterSale, tellCounter, tellSessions } from '../support/counter-events.ts'
import { notYet, table } from '../support/event-table.ts'
import { isdoc, isdocParty } from '../support/invoice-files.ts'
import { packagingHallIn } from '../support/packaging.ts'
import { freeLine, remove, type SalesBook, salesBook, type Told } from '../support/sales.ts'
import { useService } from '../support/service.ts'
import { tapRoomIn } from '../support/taps.ts'
import { hookUrl } from '../support/webhook-endpoints.ts'

const service = useService()

const endpoints = serviceEndpoints(atOneAddress('https://api.cellarbook.test'))

const ran = new Set<string>()
/** The actions that ran dry, by their paths. */
const tried = new Set<string>()

/** Runs an operation that must work, and holds what it emitted against the table. */
async function run<T>(book: SalesBook, operation: string, work: () => Promise<T>): Promise<T> {
  ran.add(operation)
  let result: T
  const types = await book.emitted(async () => {
    result = await work()
  })
  expect({ [operation]: types }).toEqual({ [operation]: table[operation] })
  return result!
}

const paid_at = '2026-11-20'

async function did(reply: Promise<{ status: number; text: string; body: Told }>): Promise<Told> {
  const { status, text, body } = await reply
  expect(status, text).toBeLessThan(300)
  return body
}

/** Short words for one book: what is sent must be taken. */
async function story() {
  const book = await salesBook(service)
  const post = (path: string, body?: object) => did(book.api.post(path, body))
  const patch = (path: string, body: object) => did(book.api.patch(path, body))
  /** `orders/ship` of an id: the action and its table row have the same name. */
  const act = (id: string, action: string, body?: object) => {
    const [path, key] = action.split(',')[0]!.split('/') as [string, string]
    return run(book, action, async () => {
      expect({ [action]: await tryOut(`/${path}/${id}/actions/${key}`, body) }).toEqual({ [action]: table[action] })
      return post(`/${path}/${id}/actions/${key}`, body)
    })
  }
  /** The types a dry run shows. */
  const tryOut = async (path: string, body?: object): Promise<string[]> => {
    tried.add(path.replace(/[0-9a-f-]{36}/, '{id}'))
    return (await post(`${path}?dry_run=true`, body)).events.map(({ type }: Told) => type)
  }
  return { book, post, patch, act, tryOut }
}

test('partners, contacts and items', async () => {
  const { book, post, patch } = await story()
  const external_ref = { system: 'eshop', id: '1' }
  const { id } = await run(book, 'POST /partners', () => post('/partners', { name: 'A', external_ref }))
  const again = () => post('/partners?on_conflict=return', { name: 'A', external_ref })
  await run(book, 'POST /partners, which is there already', again)
  const change = () => patch(`/partners/${id}`, { name: 'B' })
  await run(book, 'PATCH /partners/{id}', change)
  await run(book, 'PATCH /partners/{id}, with nothing new', change)
  const contacts = `/partners/${id}/contacts`
  const contact = await run(book, 'POST /partners/{id}/contacts', () => post(contacts, { name: 'Jan' }))
  const rename = () => patch(`${contacts}/${contact.id}`, { name: 'Jana' })
  await run(book, 'PATCH /partners/{id}/contacts/{contact_id}', rename)
  await run(book, 'PATCH /partners/{id}/contacts/{contact_id}, with nothing new', rename)
  const item = await run(book, 'POST /items', () => post('/items', { name: 'A', unit: { unit_code: 'kg' } }))
  const reprice = () => patch(`/items/${item.id}`, { sale_price: '7' })
  await run(book, 'PATCH /items/{id}', reprice)
  await run(book, 'PATCH /items/{id}, with nothing new', reprice)
})

test('orders, their stock issues and invoices', async () => {
  const { book, post, patch, act } = await story()
  await book.received(book.keg, '50', '10', { unit: 'pcs' })
  const order = (lines: object[]) => run(book, 'POST /orders', () => book.order(lines))
  const { id } = await order([book.line('5')])
  await run(book, 'PATCH /orders/{id}', () => patch(`/orders/${id}`, { notes: 'x' }))
  await run(book, 'POST, PATCH, DELETE /orders/{id}/lines', async () => {
    const line = await post(`/orders/${id}/lines`, book.service())
    await patch(`/orders/${id}/lines/${line.id}`, { unit_price: '2' })
    expect((await remove(book, `/orders/${id}/lines/${line.id}`)).status).toBe(204)
  })
  await act(id, 'orders/confirm')
  await act(id, 'orders/revert_to_draft')
  await act(id, 'orders/confirm')
  await act(id, 'orders/start_preparation')
  const { created } = await act(id, 'orders/create_stock_issue')
  await act(created.id, 'stock-issues/confirm, of an order')
  await act(id, 'orders/ship')
  await act(id, 'orders/deliver')
  const invoiced = await act(id, 'orders/create_invoice')
  await act(invoiced.created.id, 'invoices/cancel, of an order')
  await run(book, 'POST /invoices, with order_id', () => post('/invoices', { order_id: id }))
  const service_ = await order([book.service()])
  await act(service_.id, 'orders/confirm, of a service')
  await act((await order([book.line('1')])).id, 'orders/cancel, of a draft')
  await act((await book.confirmed([book.line('1')])).id, 'orders/cancel')
})

describe('stock', () => {
  test('receipts, issues and transfers', async () => {
    const { book, post, patch, act } = await story()
    const [malt, hops] = [await book.item({ name: 'Slad' }), await book.item({ name: 'Chmel' })]
    const lines = [malt, hops].map(item => ({ item, quantity: '10', price: '2' }))
    const receipt = await run(book, 'POST /goods-receipts', () => did(book.receipt(lines)))
    await run(book, 'PATCH /goods-receipts/{id} and its lines', async () => {
      const path = `/goods-receipts/${receipt.id}`
      await patch(path, { notes: 'x' })
      await patch(`${path}/lines/${receipt.lines[0].id}`, { notes: 'x' })
      const unit = { unit_code: 'kg' }
      const line = await post(`${path}/lines`, { item_id: malt, quantity: '1', unit, unit_price: '2' })
      await patch(`${path}/lines/${line.id}`, { unit_price: '3' })
    })
    await act(receipt.id, 'goods-receipts/confirm')
    await act(receipt.id, 'goods-receipts/revert_to_draft')
    await act(receipt.id, 'goods-receipts/confirm')
    await act(receipt.id, 'goods-receipts/cancel')
    await did(book.receipt(lines)).then(({ id }) => book.act(`/goods-receipts/${id}`, 'confirm'))
    const takes = [{ item: malt, quantity: '1' }]
    const issue = await run(book, 'POST /stock-issues', () => did(book.issue(takes)))
    await act(issue.id, 'stock-issues/confirm')
    await act(issue.id, 'stock-issues/revert_to_draft')
    await act(issue.id, 'stock-issues/confirm')
    await act(issue.id, 'stock-issues/cancel')
    const head = { movement_purpose: 'transfer', target_warehouse_id: book.second }
    const transfer = () => run(book, 'POST /stock-issues', () => did(book.issue(takes, head)))
    const [back, again] = [await transfer(), await transfer()]
    await act(back.id, 'stock-issues/confirm, a transfer')
    await act(back.id, 'stock-issues/cancel, a transfer on its way')
    await act(again.id, 'stock-issues/confirm, a transfer')
    await act(again.id, 'stock-issues/revert_to_draft, a transfer on its way')
    await act(again.id, 'stock-issues/confirm, a transfer')
    const [arrived] = (await book.api.get('/goods-receipts?movement_purpose=transfer&status=draft')).body.data
    await act(arrived.id, 'goods-receipts/confirm, of a transfer')
  })

  test('repacks and counts', async () => {
    const { book, post, act, tryOut } = await story()
    const bottle = await book.item({ name: 'Láhev', unit: { unit_code: 'pcs' } })
    await book.received(book.keg, '10', '9', { unit: 'pcs' })
    const side = (item_id: string, quantity: string) => ({ item_id, quantity, unit: { unit_code: 'pcs' } })
    const body = { warehouse_id: book.main, from: [side(book.keg, '1')], to: [side(bottle, '9')] }
    const repack = await run(book, 'POST /repacks', () => post('/repacks', body))
    await act(repack.id, 'repacks/confirm')
    await act(repack.id, 'repacks/cancel')
    await book.received(bottle, '10', '1', { unit: 'pcs' })
    const counted = (counts: Record<string, string>) =>
      run(book, 'POST /inventory-counts, start, lines', async () => {
        const { id } = await post('/inventory-counts', { warehouse_id: book.main })
        expect(await tryOut(`/inventory-counts/${id}/actions/start`)).toEqual([])
        await post(`/inventory-counts/${id}/actions/start`)
        for (const [item_id, counted_quantity] of Object.entries(counts)) {
          await post(`/inventory-counts/${id}/lines`, { item_id, counted_quantity, unit: { unit_code: 'pcs' } })
        }
        return id as string
      })
    await act(await counted({ [bottle]: '3' }), 'inventory-counts/cancel')
    await act(await counted({ [book.keg]: '10', [bottle]: '10' }), 'inventory-counts/finish, with nothing found')
    await act(await counted({ [book.keg]: '8', [bottle]: '11' }), 'inventory-counts/finish')
  })
})

describe('money', () => {
  test('invoices, credit notes and their payments', async () => {
    const { book, post, patch, act } = await story()
    const invoice = () => run(book, 'POST /invoices', () => book.invoice([freeLine('100')]))
    const { id } = await invoice()
    await run(book, 'PATCH /invoices/{id} and its lines', async () => {
      await patch(`/invoices/${id}`, { notes: 'x' })
      const line = await post(`/invoices/${id}/lines`, freeLine('5'))
      await patch(`/invoices/${id}/lines/${line.id}`, { quantity: '2' })
    })
    await book.received(book.keg, '5', '1', { unit: 'pcs' })
    const issue = (await book.issued(book.keg, '1', { unit: 'pcs', partner_id: book.pub })).body.id
    await act(id, 'invoices/group_stock_issues', { stock_issue_ids: [issue] })
    await act(id, 'invoices/issue')
    await act(id, 'invoices/mark_paid, in part', { paid_at, amount: '10' })
    await act(id, 'invoices/mark_paid', { paid_at })
    await act(id, 'invoices/revert_payment')
    await act(id, 'invoices/mark_paid', { paid_at })
    const credit = await act(id, 'invoices/credit', { reason: 'Reklamace' })
    await act(credit.id, 'invoices/issue, a credit note')
    await act(credit.id, 'invoices/mark_paid, a credit note', { paid_at })
    await act(credit.id, 'invoices/revert_payment, a credit note')
    await act((await invoice()).id, 'invoices/cancel')
  })

  test('received invoices and cash-flow documents', async () => {
    const { book, post, patch, act } = await story()
    const lines = [{ description: 'Slad', amount: '100', vat_rate_pct: '21' }]
    const paper = { supplier_invoice_number: '1', partner_id: book.pub, issue_date: '2026-11-02', lines }
    const received = () => run(book, 'POST /received-invoices', () => post('/received-invoices', paper))
    const { id, lines: made } = await received()
    await run(book, 'PATCH /received-invoices/{id} and its lines', async () => {
      await patch(`/received-invoices/${id}`, { notes: 'x' })
      await post(`/received-invoices/${id}/lines`, lines[0])
      await patch(`/received-invoices/${id}/lines/${made[0].id}`, { amount: '90' })
    })
    await act(id, 'received-invoices/confirm')
    await act(id, 'received-invoices/mark_paid, in part', { paid_at, amount: '10' })
    await act(id, 'received-invoices/mark_paid', { paid_at })
    await act(id, 'received-invoices/revert_payment')
    await act(id, 'received-invoices/export')
    await act((await received()).id, 'received-invoices/cancel')

    const rent = { cashflow_type: 'expense', amount: '120', description: 'Nájem', payment_method: 'bank_transfer' }
    const flow = await run(book, 'POST /cashflows', () => post('/cashflows', rent))
    await act(flow.id, 'cashflows/mark_paid, in part', { paid_at, amount: '20' })
    await act(flow.id, 'cashflows/mark_paid', { paid_at })
    await act(flow.id, 'cashflows/revert_payment')
    const draft = { ...rent, status: 'draft' }
    const other = await run(book, 'POST /cashflows, a draft', () => post('/cashflows', draft))
    await act(other.id, 'cashflows/confirm')
    await act(other.id, 'cashflows/cancel')
  })

  test('imports and the inbox', async () => {
    const { book, post, tryOut } = await story()
    let documents = 0
    /** Another document each time. */
    const paper = (supplier: object = {}) => {
      documents += 1
      const UUID = `7B4C5BE0-288C-11D2-8E62-00409545200${documents}`
      return isdoc({ header: { UUID, ID: `FV-${documents}` }, supplier: isdocParty({ ...supplier }) })
    }
    const announced = async (body: object) => {
      const headers = { authorization: `Bearer ${book.api.key}`, 'content-type': 'application/json' }
      const sent = { method: 'POST', headers, body: JSON.stringify(body) }
      return (await fetch(`${service.address}/api/v1/attachments`, sent)).json()
    }
    const upload = (text: string) =>
      run(book, 'POST /attachments and /attachments/finalize', async () => {
        const file = { file_name: 'faktura.isdoc', mime_type: 'application/xml' }
        // An announced upload is no record yet and has no Location, so it goes past the client.
        const { path, upload_url, upload_headers } = (await announced({
          ...file,
          file_size: Buffer.byteLength(text),
        })) as Told
        const url = `${service.address}${new URL(upload_url).pathname}`
        expect((await fetch(url, { method: 'PUT', headers: upload_headers, body: text })).ok).toBe(true)
        return (await post('/attachments/finalize', { path, ...file })).id as string
      })
    const imported = async (kind: string, text: string) => {
      const body = { attachment_id: await upload(text), file_name: 'faktura.isdoc' }
      return run(book, `POST /received-invoices/isdoc, ${kind}`, () => post('/received-invoices/isdoc', body))
    }
    await imported('of a new supplier', paper())
    await imported('of a supplier', paper())
    await post('/partners', { name: 'Odběratel Dva', ico: '27074358' })
    await imported('of a customer', paper({ name: 'Odběratel Dva', ico: '27074358', dic: 'CZ27074358' }))

    const submit = (kind: string, name: string, text: string, type = 'application/xml') =>
      run(book, `POST /inbox/submissions, ${kind}`, () => {
        const head = `Content-Disposition: form-data; name="file"; filename="${name}"\r\nContent-Type: ${type}`
        const raw = `--cut\r\n${head}\r\n\r\n${text}\r\n--cut--\r\n`
        const headers = { 'content-type': 'multipart/form-data; boundary=cut' }
        return did(book.api.send('POST', '/inbox/submissions', { raw, headers }))
      })
    const text = paper()
    expect((await submit('an invoice', 'a.isdoc', text)).outcome).toBe('isdoc_imported')
    expect((await submit('the same again', 'a.isdoc', text)).duplicate).toBe(true)
    const refused = await submit('a refused invoice', 'b.isdoc', '<no-invoice/>')
    const waiting = await submit('any file', 'c.txt', 'A letter', 'text/plain')
    expect([refused.outcome, waiting.outcome]).toEqual(['isdoc_rejected', 'files'])
    for (const [action, { id }] of Object.entries({ sort: waiting, reject: refused })) {
      const note = 'A letter.'
      const path = `/inbox/submissions/${id}/actions/${action}`
      expect(await tryOut(path, { note })).toEqual([])
      await run(book, `inbox/${action}`, () => post(path, { note }))
    }
  })
})

/** The endpoint of a row: `orders/ship` is an action, `POST /orders` is itself; undefined for several at once. */
function endpointOf(operation: string) {
  const [called] = operation.split(', ') as [string]
  const [method, path] = called.includes(' ') ? called.split(' ') : ['POST', called.replace('/', '/{id}/actions/')]
  const wanted = path!.replace(/^\/?inbox\//, 'inbox/submissions/').replace(/^\/?/, '/')
  return endpoints.find(endpoint => endpoint.method === method && endpoint.path === wanted)
}

test('what a row emits, its endpoint declares', () => {
  const known = Object.keys(table).filter(endpointOf)
  expect(known.length).toBeGreaterThan(60)
  for (const operation of known) {
    const declared = eventsOf(endpointOf(operation)!)
    expect(
      table[operation]!.filter(type => !declared.includes(type as EventType)),
      operation,
    ).toEqual([])
  }
})

test('what emits nothing: webhooks, dry runs, refusals, an emptied sandbox', async () => {
  const { book, post, patch, tryOut } = await story()
  await run(book, 'webhook endpoints', async () => {
    const { id } = await post('/webhook-endpoints', { url: hookUrl, types: ['*'] })
    await patch(`/webhook-endpoints/${id}`, { description: 'x' })
    for (const key of ['rotate_secret', 'disable', 'enable', 'test']) {
      await post(`/webhook-endpoints/${id}/actions/${key}`)
    }
  })
  await run(book, 'any of them by dry_run', async () => {
    const dryRun = await post('/partners?dry_run=true', { name: 'A' })
    expect(dryRun.events).toMatchObject([{ type: 'partner.created' }])
    await post('/orders?dry_run=true', { partner_id: book.pub, lines: [book.line('1')] })
  })
  const { id } = (await book.issue([{ item: book.keg, quantity: '1', unit: 'pcs' }])).body
  await run(book, 'any of them refused', async () => {
    expect((await book.api.post(`/stock-issues/${id}/actions/confirm`)).body.code).toBe('conflict')
    expect((await book.api.post('/partners', { name: '' })).status).toBe(422)
  })
  const hour = { seconds: 3_600 }
  expect(await tryOut('/sandbox/actions/advance_clock', hour)).toEqual([])
  await run(book, 'sandbox/advance_clock', () => post('/sandbox/actions/advance_clock', hour))
  expect(await tryOut('/sandbox/actions/reset')).toEqual([])
  await run(book, 'sandbox/reset', () => post('/sandbox/actions/reset'))
})

/** Of a batch and the vessel it is in. */
async function measure(book: SalesBook, id: string, vessel: string) {
  const path = `/batches/${id}/measurements`
  const sent = { ph: '5.2', device: 'probe', measured_at: '2026-01-01T00:00:00Z' }
  const add = () => did(book.api.post(path, sent))
  const taken = await run(book, 'POST /batches/{id}/measurements', add)
  await run(book, 'POST /batches/{id}/measurements, again', add)
  await run(book, 'POST /batches/{id}/measurements/bulk', () =>
    did(book.api.post(`${path}/bulk`, { measurements: [{ ph: '5' }, { ph: '4.9' }] })),
  )
  await run(book, 'POST /vessels/{id}/measurements', () =>
    did(book.api.post(`/vessels/${vessel}/measurements`, { temperature_c: '9' })),
  )
  await run(book, 'PATCH /batches/{id}/measurements/{measurement_id}', () =>
    did(book.api.patch(`${path}/${taken.id}`, { is_valid: false })),
  )
}

test('batches', async () => {
  const { book, act } = await story()
  const cellar = await brewhouseIn(book)
  const add = () => run(book, 'POST /batches', async () => (await cellar.batch()).body)
  const [{ id }, { id: brew }] = [await add(), await add()]
  await run(book, 'PATCH /batches/{id}', () => did(book.api.patch(`/batches/${id}`, { name: 'Jarní' })))
  const [tank, other] = [await cellar.vessel(), await cellar.vessel()]
  await act(id, 'batches/advance_phase', { phase: 'fermentation', vessel_id: tank, volume_l: '1000' })
  await measure(book, id, tank)
  await act(id, 'batches/move', { vessel_id: other })
  await act(id, 'batches/record_loss', { volume_l: '10' })
  await act(id, 'batches/undo_last, of a loss')
  await act(id, 'batches/undo_last')
  await act(id, 'batches/split', { volume_l: '100', vessel_id: other })
  await act(id, 'batches/undo_last, of a split')
  await act(brew, 'batches/advance_phase', { phase: 'brewing' })
  await act(id, 'batches/blend', { from: [{ batch_id: brew, volume_l: '100' }] })
  await act(id, 'batches/undo_last, of a blend')
  await act(brew, 'batches/cancel')
  await act(id, 'batches/receive_production', { quantity: '10', unit: { unit_code: 'l' } })
  const ingredients = [{ item_id: await cellar.item(), quantity: '1', unit: { unit_code: 'kg' } }]
  const recipe = { name: 'A', item_id: cellar.beer, batch_volume_l: '100', ingredients }
  const { id: recipe_id } = await did(book.api.post('/recipes', recipe))
  await act((await cellar.batch({ recipe_id })).body.id, 'batches/create_material_issue')
})

test('packaging runs', async () => {
  const { book, act } = await story()
  const hall = await packagingHallIn(book)
  await hall.stocked()
  const kegs = (rest?: object) => [hall.output(hall.keg, '2', rest)]
  const add = (outputs: object[], rest?: object) =>
    run(book, 'POST /packaging-runs', () => did(hall.run(outputs, rest)))
  const { id } = await add(kegs())
  await run(book, 'PATCH /packaging-runs/{id}', () => did(book.api.patch(`/packaging-runs/${id}`, { notes: 'a' })))
  await act(id, 'packaging-runs/confirm')
  await act(id, 'packaging-runs/cancel')
  const { id: batch_id } = await hall.fermenting('500')
  const { id: straight } = await add(kegs({ materials: [] }), { batch_id, source: 'batch' })
  await act(straight, 'packaging-runs/confirm, out of a batch')
  await act((await add(kegs())).id, 'packaging-runs/cancel, of a draft')
})

test('kegs on tap', async () => {
  const { book, act } = await story()
  const room = await tapRoomIn(book)
  await room.filled('2', '745')
  const tap = () => run(book, 'POST /cash-desks/{id}/taps', () => did(room.tap()))
  await act((await tap()).id, 'keg-taps/empty')
  await act((await tap()).id, 'keg-taps/remove, of an untouched keg')
  const { id } = await tap()
  await counterSale(book, room.half)
  await act(id, 'keg-taps/remove')
  await act(id, 'keg-taps/retap', { tap_number: 2 })
})

test('sessions of a cash desk', async () => {
  const { book, ...telling } = await story()
  await tellSessions(book, { ...telling, run: (operation, work) => run(book, operation, work) })
})

test('sales over the counter, packaging that comes back', async () => {
  const { book, ...telling } = await story()
  await tellCounter(book, { ...telling, run: (operation, work) => run(book, operation, work) })
})

test('workflow steps', async () => {
  const { book, act } = await story()
  const cellar = await brewhouseIn(book)
  const step = (key: string, rest: object = {}) => ({ key, title: key, kind: 'external', ...rest }) as const
  const steps = [step('auto'), step('later', { after: ['auto'] }), step('manual', { call: 'manual' })]
  const on = { document: 'batch', action: 'create' } as const
  await book.apply({ workflow_definitions: [{ code: 'A', name: 'A', on, steps }] })
  await run(book, 'POST /batches, with steps', () => cellar.batch())
  const { data } = (await book.api.get('/workflow-steps')).body
  const idOf = (key: string) => data.find((each: Told) => each.key === key).id
  await act(idOf('manual'), 'workflow-steps/call')
  await act(idOf('manual'), 'workflow-steps/wait')
  await act(idOf('manual'), 'workflow-steps/wait, again')
  await act(idOf('manual'), 'workflow-steps/complete')
  await book.api.post(`/workflow-steps/${idOf('auto')}/actions/wait`)
  await act(idOf('auto'), 'workflow-steps/complete, with one that waits for it')
  await act(idOf('later'), 'workflow-steps/hand_over')
})

test('every operation of the table ran, and every type of the catalogue comes from one or has to wait', () => {
  expect(Object.keys(table).filter(operation => !ran.has(operation))).toEqual([])
  const emitted = new Set(Object.values(table).flat())
  expect(eventTypes.filter(type => !emitted.has(type))).toEqual(notYet)
  expect([...emitted].filter(type => !(eventTypes as string[]).includes(type))).toEqual([])
})

test('every action ran dry before it ran; those that emit nothing but the steps they start have tests of their own', () => {
  const actions = described(endpoints).filter(({ path, kind }) => path.includes('/actions/') && kind === 'write')
  const isSilent = ({ path }: { path: string }) => /^\/(webhook-|vessels|excise-reports)/.test(path)
  const untried = actions.filter(action => !isSilent(action) && !tried.has(action.path))
  expect(untried.map(({ id }) => id)).toEqual(['sandbox.actions.seed'])
  const emitted = new Set(actions.filter(isSilent).flatMap(eventsOf))
  expect([...emitted]).toEqual(['workflow.step_called'])
})
