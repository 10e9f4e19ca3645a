/** Receipts: what stands on them, in both languages, on any printer; and the slip of 80 mm. */
import { describe, expect, test } from 'vitest'
import { type Counter, counter } from '../support/counter.ts'
import type { Told } from '../support/sales.ts'
import { useService } from '../support/service.ts'

const service = useService()

const company = {
  name: 'Pivovar U Lípy s.r.o.',
  ico: '27074358',
  dic: 'CZ27074358',
  street: 'Pivovarská 1',
  city: 'Litomyšl',
  zip: '570 01',
  country: 'CZ',
}

async function open(): Promise<Counter> {
  const shop = await counter(service)
  await shop.apply({ company } as never)
  await shop.received(shop.bottle, '900', '20', { unit: 'pcs' })
  await shop.received(shop.pretzel, '10', '8', { unit: 'pcs' })
  return shop
}

const basket = (shop: Counter) => ({
  cashier: 'Jana',
  notes: 'Na shledanou u příštího piva.',
  lines: [shop.bottles('6', { unit_price: '38.90', discount_pct: '10' }), shop.pretzels('3', { unit_price: '24.90' })],
  returns: [{ deposit_id: shop.deposit, pieces: '4' }],
  ...shop.cash('291.00', { tendered: '500.00' }),
})

const receiptOf = async ({ api }: Counter, { id }: Told, query = '') =>
  (await api.get(`/pos-sales/${id}/receipt${query}`)).body

const textsOf = ({ lines }: Told): string[] => lines.map(({ text }: Told) => text.replaceAll('\u00a0', ' '))

/** By its words, however they are spaced out. */
const said = (receipt: Told): string[] => textsOf(receipt).map(text => text.trim().replace(/\s+/g, ' '))

describe('a receipt', () => {
  test('200: a simplified tax document, from the company to the change', async () => {
    const shop = await open()
    const sale = await shop.sold(basket(shop))
    const receipt = await receiptOf(shop, sale)
    expect(receipt).toMatchObject({ kind: 'simplified_tax_document', width: 42, language: 'cs', livemode: false })
    const texts = said(receipt)
    for (const text of [
      'Pivovar U Lípy s.r.o.',
      'Pivovarská 1',
      '570 01 Litomyšl',
      'IČO: 27074358 DIČ: CZ27074358',
      'Zjednodušený daňový doklad',
      '6 ks × 38,90 −10 % 21 % 210,06',
      'Záloha na obal 6 × 3,00 18,00',
      '3 ks × 24,90 12 % 74,70',
      'Vrácený obal Lahev 4 × 3,00 -12,00',
      'Zaokrouhlení 0,24',
      'Celkem 291,00 CZK',
      'Hotově 291,00',
      'Přijato 500,00',
      'Vráceno 209,00',
      'DPH 21 %: základ 173,60, DPH 36,46 210,06',
      'DPH 12 %: základ 66,70, DPH 8,00 74,70',
      'Obsluha: Jana',
      'Na shledanou u příštího piva.',
      'Zkušební doklad ze sandboxu',
    ]) {
      expect(texts).toContain(text)
    }
    expect(texts.some(text => text.startsWith(sale.number))).toBe(true)
    const english = said(await receiptOf(shop, sale, '?language=en'))
    expect(english).toEqual(expect.arrayContaining(['Simplified tax document', 'Cash 291.00', 'Change 209.00']))
  })

  test('200: no text is longer than the width, whatever is on it, and the number stays whole', async () => {
    const shop = await open()
    const sale = await shop.sold({
      ...basket(shop),
      notes: `${'Nejnekulaťoulinkatější'.repeat(5)} a ${'dlouhá poznámka '.repeat(9)}`,
      cashier: 'Maxmilián Nepomuk Vratislav z Mitrovic a Schönfeldu',
      external_ref: { system: 'till', id: 'x'.repeat(100) },
    })
    for (const width of [24, 32, 42, 64]) {
      const receipt = await receiptOf(shop, sale, `?width=${width}`)
      expect(receipt.width).toBe(width)
      expect(textsOf(receipt).filter(text => [...text].length > width)).toEqual([])
      expect(said(receipt).some(text => text.split(' ').includes(sale.number))).toBe(true)
    }
    for (const width of ['23', '65', 'wide']) {
      expect((await shop.api.get(`/pos-sales/${sale.id}/receipt?width=${width}`)).status, width).toBe(422)
    }
  })

  test('200: a whole tax document above 10 000 or for a customer with a VAT id', async () => {
    const shop = await open()
    const pub = await shop.partner({
      name: 'Hospoda',
      ico: '27145310',
      dic: 'CZ27145310',
      address: { street: 'Nová 9', city: 'Ostrava', zip: '700 30' },
    })
    const named = await shop.sold({ lines: [shop.bottles('1')], partner_id: pub, ...shop.cash('42.00') })
    const receipt = await receiptOf(shop, named)
    expect(receipt.kind).toBe('tax_document')
    expect(said(receipt)).toEqual(
      expect.arrayContaining(['Daňový doklad', 'Odběratel: Hospoda', 'Nová 9', 'IČO: 27145310 DIČ: CZ27145310']),
    )
    const large = await shop.sold({
      lines: [shop.bottles('240', { deposit_id: null, unit_price: '41.67' })],
      ...shop.card('10000.80'),
    })
    expect((await receiptOf(shop, large)).kind).toBe('tax_document')
    const just = await shop.sold({
      lines: [shop.bottles('200', { deposit_id: null, unit_price: '50' })],
      ...shop.card('10000.00'),
    })
    expect((await receiptOf(shop, just)).kind).toBe('simplified_tax_document')
  })

  test('200: a refund corrects, a cancelled one says so, an unsettled one is like any other', async () => {
    const shop = await open()
    const sale = await shop.sold(basket(shop))
    const line = { line_id: sale.lines[0].id, quantity: '2', unit: { unit_code: 'pcs' } }
    const refund = (await shop.run(sale.id, 'refund', { lines: [line], ...shop.cash('76.00') })).body
    const texts = said(await receiptOf(shop, refund))
    expect(texts).toEqual(
      expect.arrayContaining([
        'Opravný zjednodušený daňový doklad',
        `K dokladu ${sale.number}`,
        '-2 ks × 38,90 −10 % 21 % -70,02',
        'K vrácení -76,00 CZK',
        'Hotově -76,00',
      ]),
    )
    await shop.run(refund.id, 'cancel')
    expect(said(await receiptOf(shop, refund))).toContain('STORNO')
    const failed = await shop.sell({
      offline: true,
      sold_at: new Date(service.clock()).toISOString(),
      external_ref: { system: 'till', id: '7' },
      lines: [shop.bottles('1000', { unit_price: '1', deposit_id: null })],
      ...shop.cash('1000.00'),
    })
    const unsettled = said(await receiptOf(shop, { id: failed.body.existing_id }))
    expect(unsettled).toEqual(
      expect.arrayContaining(['Zjednodušený daňový doklad', 'Celkem 1 000,00 CZK', 'Číslo pokladny 7']),
    )
  })

  test('200: a refund is taxed as its sale was, whoever pays VAT by then', async () => {
    const shop = await open()
    const sale = await shop.sold(basket(shop))
    await shop.tenant.set({ is_vat_payer: false })
    const line = { line_id: sale.lines[0].id, quantity: '2', unit: { unit_code: 'pcs' } }
    const refund = (await shop.run(sale.id, 'refund', { lines: [line], ...shop.cash('76.00') })).body
    expect(refund.totals.vat).toBe('-12.15')
    const receipt = await receiptOf(shop, refund)
    expect(receipt.kind).toBe('simplified_tax_document')
    expect(said(receipt)).toContain('DPH 21 %: základ -57,87, DPH -12,15 -70,02')
    expect(said(receipt).join(' ')).not.toContain('Nejsme plátci')
  })

  test('200: one page, 80 mm wide', async () => {
    const shop = await open()
    const sale = await shop.sold(basket(shop))
    for (const language of ['cs', 'en']) {
      const reply = await shop.api.get(`/pos-sales/${sale.id}/pdf?language=${language}`)
      expect(reply.headers['content-type']).toBe('application/pdf')
      expect(reply.headers['content-disposition']).toContain(`${sale.number}.pdf`)
      const text = reply.bytes.toString('latin1')
      expect(text.match(/\/Type \/Page\b/g)).toHaveLength(1)
      expect(text).toMatch(/\/MediaBox \[0 0 226\.77 \d/)
    }
  })
})
