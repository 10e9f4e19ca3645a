/** The examples of the SDK, run as an integrator would run them. */
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { exportMonth, toCsv } from '../../../sdk/examples/accounting-export.ts'
import {
  invoiceOrder,
  pullCatalogue,
  pullStock,
  pushOrder,
  receiveWebhook,
  recordPayment,
  type Shop,
} from '../../../sdk/examples/e-shop.ts'
import { finishPicking, type Receipt, sendReceipts, startPicking } from '../../../sdk/examples/warehouse-scanner.ts'
import { presets } from '../../src/contract/scopes.ts'
import { openReceiver, type Receiver } from '../support/receiver.ts'
import { salesBook } from '../support/sales.ts'
import { sdkOf } from '../support/sdk.ts'
import { useService } from '../support/service.ts'
import { receiverCertificate, until } from '../support/webhook-endpoints.ts'

const service = useService()
const today = () => new Date(service.clock()).toISOString().slice(0, 10)

let receiver: Receiver
beforeAll(async () => {
  receiver = await openReceiver({ certificate: receiverCertificate })
})
afterAll(() => receiver.close())

test('the e-shop: under 100 lines', () => {
  const file = path.resolve(import.meta.dirname, '../../../sdk/examples/e-shop.ts')
  expect(readFileSync(file, 'utf8').split('\n').length).toBeLessThanOrEqual(100)
})

test('the e-shop: from the catalogue to the payment, with the rights of its preset', async () => {
  const book = await salesBook(service)
  await book.api.patch(`/items/${book.keg}`, { web_available: true })
  await book.received(book.keg, '10', '40', { unit: 'pcs' })
  const cellarbook = sdkOf(await book.tenant.key({ scopes: presets.eshop.scopes }))
  const shop: Shop = { products: new Map(), stock: new Map(), cursor: undefined }
  await pullCatalogue(cellarbook, shop)
  expect([...shop.products]).toEqual([[book.keg, { name: 'Sud', price: '100' }]])
  await pullStock(cellarbook, shop)
  expect(shop.stock.get(book.keg)).toBe('10')

  const { secret } = await sdkOf(book.api).webhookEndpoints.create({
    url: receiver.url(),
    types: ['stock_level.changed'],
  })
  const deliver = async (count: number): Promise<Response> => {
    await until(
      async () => receiver.received.length,
      length => length >= count,
    )
    const { headers, body } = receiver.received[count - 1]!
    const request = new Request('https://shop.example/hook', {
      method: 'POST',
      headers: headers as Record<string, string>,
      body: new Uint8Array(body),
    })
    return receiveWebhook(request, { cellarbook, shop, secrets: [secret!] })
  }
  const basket = {
    id: '1001',
    customer: { id: '7', name: 'Jan Novák', email: 'jan@example.com' },
    lines: [{ itemId: book.keg, pieces: 3 }],
  }
  const order = await pushOrder(cellarbook, basket)
  expect(order).toMatchObject({ status: 'confirmed', external_ref: { system: 'eshop', id: '1001' } })
  expect((await pushOrder(cellarbook, basket)).id).toBe(order.id)
  expect((await deliver(1)).status).toBe(204)
  expect(shop.stock.get(book.keg)).toBe('7')

  // Two more changes, of which only the second delivery arrives, twice; then the first, late.
  await pushOrder(cellarbook, { ...basket, id: '1002' })
  await pushOrder(cellarbook, { ...basket, id: '1003' })
  expect((await deliver(3)).status).toBe(204)
  expect(shop.stock.get(book.keg)).toBe('1')
  await deliver(3)
  await deliver(2)
  expect(shop.stock.get(book.keg)).toBe('1')
  const forged = new Request('https://shop.example/hook', { method: 'POST', body: '{}' })
  expect((await receiveWebhook(forged, { cellarbook, shop, secrets: [secret!] })).status).toBe(401)
  await pullStock(cellarbook, shop)

  const { invoice, pdf } = await invoiceOrder(cellarbook, order.id)
  expect(invoice).toMatchObject({ status: 'issued', order_id: order.id })
  expect(new TextDecoder().decode(pdf.slice(0, 5))).toBe('%PDF-')
  const again = await invoiceOrder(cellarbook, order.id)
  expect(again.invoice.id).toBe(invoice.id)
  expect(await recordPayment(cellarbook, invoice.id, today())).toMatchObject({ status: 'paid' })
})

test('the export: exact sums, files, and locked invoices', async () => {
  const book = await salesBook(service)
  await book.issuedInvoice([{ description: 'Čepování', quantity: '3', unit_price: '33.33' }])
  await book.invoice([{ description: 'A draft', quantity: '1', unit_price: '1' }])
  const cellarbook = sdkOf(await book.tenant.key({ scopes: presets.accounting.scopes }))
  const supplier = await book.partner({ name: 'Sladovna "U Lípy"', is_supplier: true })
  const received = await cellarbook.receivedInvoices.create({
    supplier_invoice_number: 'F-1',
    partner_id: supplier,
    issue_date: today(),
    due_date: today(),
    lines: [{ description: 'Slad', amount: '20.10', vat_rate_pct: '21' }],
  })
  await cellarbook.receivedInvoices.confirm(received.id)
  const month = today().slice(0, 7)
  const first = await exportMonth(cellarbook, month)
  expect(first.entries.map(({ amount }) => amount)).toEqual(['120.99', '-24.32'])
  expect(first.total).toBe('96.67')
  expect(new TextDecoder().decode([...first.files.values()][0])).toContain('isdoc')
  expect(toCsv(first).split('\r\n')[2]).toContain('"Sladovna ""U Lípy""";')
  expect((await cellarbook.receivedInvoices.get(received.id)).exported_at).not.toBeNull()
  expect(await exportMonth(cellarbook, month)).toEqual(first)
})

test('the scanner: receipts that wait for the network, and picking by lots', async () => {
  const book = await salesBook(service)
  await book.api.patch(`/items/${book.keg}`, { barcode: '859' })
  const key = await book.tenant.key({ scopes: [...presets.warehouse.scopes, 'sales:write'] })
  const waiting: Receipt[] = [
    { key: 'r-1', warehouseId: book.main, lines: [{ barcode: '859', pieces: 4, lot: 'L1' }] },
    { key: 'r-2', warehouseId: book.main, lines: [{ barcode: '859', pieces: 6, lot: 'L2' }] },
  ]
  await sendReceipts(sdkOf(key, { baseUrl: 'http://127.0.0.1:1', retries: 0 }), waiting)
  expect(waiting).toHaveLength(2)
  const cellarbook = sdkOf(key)
  const copy = [...waiting]
  await sendReceipts(cellarbook, waiting)
  await sendReceipts(cellarbook, copy)
  expect([waiting, copy]).toEqual([[], []])
  expect(await book.level(book.keg)).toMatchObject({ quantity: '10' })

  const order = await book.confirmed([book.line('5')])
  const picking = await startPicking(cellarbook, order.id)
  expect(picking.picks.map(({ name, quantity }) => [name, quantity])).toEqual([
    ['Sud', '4'],
    ['Sud', '1'],
  ])
  expect(picking.left).toMatchObject([{ quantity: '5' }])
  expect(await book.level(book.keg)).toMatchObject({ quantity: '10' })
  expect(await finishPicking(cellarbook, picking)).toEqual([])
  expect(await finishPicking(cellarbook, picking)).toEqual([])
  expect(await book.level(book.keg)).toMatchObject({ quantity: '5' })
})
