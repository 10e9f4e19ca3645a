/** Refusals that say what was probably meant, what is expected, and what is left. */
import { describe, expect, test } from 'vitest'
import { newAccount } from '../support/account.ts'
import { Client } from '../support/client.ts'
import { freeLine, salesBook } from '../support/sales.ts'
import { useService } from '../support/service.ts'
import { shared } from '../support/shared.ts'
import { nobody } from '../support/stock.ts'

const service = useService()
const theAccount = shared(service, () => newAccount(service))

/** `field: message` of every row. */
const rowsOf = ({ body }: { body: { errors: { field: string; message: string }[] } }): string[] =>
  body.errors.map(({ field, message }) => `${field}: ${message}`)

const readOnly = 'Read-only here: it is shown, but this operation cannot set it.'

describe('bodies', () => {
  test('422 validation_failed: a wrong type is told the shape that is expected, with an example', async () => {
    const api = (await theAccount()).api
    const item = { name: 7, unit: 'kg', sale_price: 12.5, pos_available: 'yes', external_ref: 'eshop:1', item_type: 1 }
    const rows = rowsOf(await api.post('/items', item))
    expect(rows.sort()).toEqual([
      'external_ref: Must be an object, for example {"system":"eshop","id":"1001"}.',
      'item_type: Must be a string, for example "brew_material".',
      'name: Must be a string, for example "text".',
      'pos_available: Must be true or false.',
      'sale_price: Must be a decimal as a string, for example "12.50", or null.',
      'unit: Must be an object, for example {"unit_code":"kg"}.',
    ])
    const order = { partner_id: 7, delivery_date: 20261116, lines: { item_id: nobody } }
    expect(rowsOf(await api.post('/orders', order)).sort()).toEqual([
      'delivery_date: Must be a date as YYYY-MM-DD, for example "2026-01-31", or null.',
      'lines: Must be an array, each an object with item_id, quantity, unit.',
      'partner_id: Must be a UUID as a string, for example "01890000-0000-7000-8000-000000000000".',
    ])
    expect(rowsOf(await api.post('/partners', { name: 'A', payment_terms: '14' }))).toEqual([
      'payment_terms: Must be a whole number, for example 14.',
    ])
  })

  test('422 unknown_field: a misspelt field is told which was probably meant, at any depth', async () => {
    const api = (await theAccount()).api
    expect(rowsOf(await api.post('/partners', { name: 'A', isCustomer: true, addres: {}, x: 1 }))).toEqual([
      'isCustomer: Unknown field. Did you mean is_customer?',
      'addres: Unknown field. Did you mean address?',
      'x: Unknown field.',
    ])
    const line = { item_id: nobody, quantity: '1', unit: { unit_code: 'kg' }, discount: '5', unit_prise: '1' }
    expect(rowsOf(await api.post('/orders', { partner_id: nobody, lines: [line] }))).toEqual([
      'lines[0].discount: Unknown field.',
      'lines[0].unit_prise: Unknown field. Did you mean unit_price?',
    ])
  })

  test('422 unknown_field: what is shown and cannot be sent is read-only', async () => {
    const book = await salesBook(service)
    const { id } = await book.order([book.line('1')])
    const sent = { status: 'confirmed', number: 'OBJ1', external_ref: { system: 'eshop', id: '1' }, partner: { id } }
    const reply = await book.api.patch(`/orders/${id}`, sent)
    expect(reply.body.code).toBe('unknown_field')
    expect(rowsOf(reply)).toEqual([
      'status: Read-only: the state changes only by an action, POST …/actions/{key}.',
      `number: ${readOnly}`,
      `external_ref: ${readOnly}`,
      `partner: ${readOnly} Did you mean partner_id?`,
    ])
    const create = { partner_id: book.pub, totals: {}, lines: [book.line('1', { totals: {}, volume_l: '1' })] }
    expect(rowsOf(await book.api.post('/orders', create))).toEqual([
      `totals: ${readOnly}`,
      `lines[0].totals: ${readOnly}`,
      `lines[0].volume_l: ${readOnly}`,
    ])
  })

  test('422 validation_failed: a value that is not one of the allowed ones is told the nearest', async () => {
    const api = (await theAccount()).api
    const [row] = rowsOf(
      await api.post('/items', { name: 'A', unit: { unit_code: 'kg' }, item_type: 'brew-materials' }),
    )
    expect(row).toMatch(/^item_type: Must be one of: brew_material, .*\. Did you mean brew_material\?$/)
    const types = { url: 'https://example.com/hooks', types: ['invoices.*', 'order.confirm', 'what.ever'] }
    expect(rowsOf(await api.post('/webhook-endpoints', types))).toEqual([
      'types[0]: No event type matches "invoices.*". Did you mean invoice.*?',
      'types[1]: No event type matches "order.confirm". Did you mean order.confirmed?',
      'types[2]: No event type matches "what.ever".',
    ])
  })
})

describe('queries and paths', () => {
  test('422 unknown_field: a misspelt parameter; 422 validation_failed: a misspelt value', async () => {
    const api = (await theAccount()).api
    expect(rowsOf(await api.get('/orders?partnerid=1&updated_sins=2'))).toEqual([
      'partnerid: Unknown field. Did you mean partner_id?',
      'updated_sins: Unknown field. Did you mean updated_since?',
    ])
    const [row] = rowsOf(await api.get('/orders?status=canceled'))
    expect(row).toMatch(/ Did you mean cancelled\?$/)
    expect(rowsOf(await api.get('/events?types=order.shiped'))).toEqual([
      'types: No event type matches "order.shiped". Did you mean order.shipped?',
    ])
  })

  test.for([
    ['/order', 'There is no such path. Did you mean /api/v1/orders?'],
    ['/units/', 'There is no such path. Did you mean /api/v1/units?'],
    ['/stock_issue', 'There is no such path. Did you mean /api/v1/stock-issues?'],
    [`/goods-reciept/${nobody}`, 'There is no such path. Did you mean /api/v1/goods-receipts/{id}?'],
    [
      '/partners/by-external-reff/a/b',
      'There is no such path. Did you mean /api/v1/partners/by-external-ref/{system}/{id}?',
    ],
    ['/nothing-like-it', 'There is no such path.'],
    [`/${'orders'.padEnd(3_000, 's')}`, 'There is no such path.'],
    [`/${'orders/'.repeat(400)}`, 'There is no such path.'],
    ['/partners/1', 'What the path has in place of {id} cannot name a record.'],
    [`/partners/${nobody}`, 'There is no such record in this account and mode.'],
  ] as const)('404 not_found: %s', async ([path, detail]) => {
    const api = (await theAccount()).api
    expect((await api.get(path)).body).toMatchObject({ code: 'not_found', detail })
  })

  test('404 not_found: another method is told those the path answers to', async () => {
    const api = (await theAccount()).api
    const { body, headers } = await api.send('DELETE', `/partners/${nobody}`)
    expect(headers.allow).toBe('GET, PATCH')
    expect(body.detail).toBe('This path answers to GET, PATCH, and to no other method.')
    // It has the shape of /received-invoices/{id}, too.
    expect((await api.send('PUT', '/received-invoices/isdoc', { body: {} })).headers.allow).toBe('POST')
  })

  test('404 not_found: outside the prefix, also without a key', async () => {
    const told = async (path: string) => {
      const reply = await fetch(`${service.address}${path}`)
      return ((await reply.json()) as { detail: string }).detail
    }
    expect(await told('/orders?limit=1')).toBe(
      'There is no such path. Paths of the API begin with /api/v1. Did you mean /api/v1/orders?',
    )
    expect(await told('/favicon.ico')).toBe('There is no such path. Paths of the API begin with /api/v1.')
    // What is inside is told to whoever has a key.
    expect((await new Client(service.address).get('/order')).body.code).toBe('unauthenticated')
  })

  test('404 unknown_action: names the actions, and the nearest', async () => {
    const book = await salesBook(service)
    const { id } = await book.order([book.line('1')])
    const { body } = await book.api.post(`/orders/${id}/actions/confrim`)
    expect(body).toMatchObject({
      code: 'unknown_action',
      detail: expect.stringMatching(/^The actions are confirm, .*cancel.*\. Did you mean confirm\?$/),
    })
  })
})

describe('what there is', () => {
  test('422 unit_not_available: lists the units of the account, to those who may read them', async () => {
    const tenant = await service.tenant()
    const item = { name: 'A', unit: { unit_code: 'PCS' } }
    const { body } = await (await tenant.key()).post('/items', item)
    expect(body).toMatchObject({ code: 'unit_not_available', field: 'unit' })
    expect(body.available_units).toEqual(expect.arrayContaining(['kg', 'l', 'pcs']))
    expect(body.available_units).not.toContain('bbl_us')
    expect(body.detail).toBe(`The units are ${body.available_units.join(', ')}. Did you mean pcs?`)
    const blind = await tenant.key({ scopes: ['core:write'] })
    const untold = (await blind.post('/items', item)).body
    expect(untold).toMatchObject({ code: 'unit_not_available', field: 'unit' })
    expect(untold).not.toHaveProperty('available_units')
    expect(untold).not.toHaveProperty('detail')
  })

  test('422 overpay: tells what remains', async () => {
    const book = await salesBook(service)
    const { id, totals } = await book.issuedInvoice([freeLine('1000')])
    const paid_at = '2026-11-16'
    await book.run(`/invoices/${id}`, 'mark_paid', { paid_at, amount: '210' })
    const { body } = await book.run(`/invoices/${id}`, 'mark_paid', { paid_at, amount: totals.incl_vat })
    expect(body).toMatchObject({
      code: 'overpay',
      amount_remaining: '1000.00',
      detail: '1000.00 CZK remains to be paid.',
    })
  })
})
