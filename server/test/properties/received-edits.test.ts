/** Whoever edits words, categories and the header of an imported invoice, in any order: its money stays the file's. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { newAccount } from '../support/account.ts'
import { freshIsdoc, importedInvoice } from '../support/imports.ts'
import type { Told } from '../support/sales.ts'
import { useService } from '../support/service.ts'

const service = useService()

interface Rate {
  pct: string
  /** In halers. */
  amounts: number[]
  /** How far the supplier's VAT is from ours, in halers. */
  off: number
}

const written = (halers: number): string => {
  const digits = String(Math.abs(halers)).padStart(3, '0')
  return `${halers < 0 ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`
}
const total = (values: readonly number[]) => values.reduce((one, other) => one + other, 0)
const baseOf = ({ amounts }: Rate) => total(amounts)
/** Whole numbers only: percent times halers, half away from zero. */
const vatOf = (rate: Rate) => {
  const exact = Math.abs(baseOf(rate)) * Number(rate.pct)
  return Math.sign(baseOf(rate)) * Math.floor((exact * 2 + 100) / 200) + rate.off
}

const amount = fc.integer({ min: -500_000, max: 5_000_000 }).filter(value => value !== 0)
const rate = (pct: string): fc.Arbitrary<Rate> =>
  fc.record({
    pct: fc.constant(pct),
    amounts: fc.array(amount, { minLength: 1, maxLength: 3 }),
    off: pct === '0' ? fc.constant(0) : fc.integer({ min: -9, max: 9 }),
  })
const rates = fc.tuple(rate('21'), rate('12'), rate('0')).chain(all => fc.subarray(all, { minLength: 1 }))

/** Totals as the file says them, and the file itself. */
function documentOf(all: readonly Rate[]) {
  const [base, vat] = [total(all.map(baseOf)), total(all.map(vatOf))]
  const text = freshIsdoc({
    lines: all.flatMap(({ pct, amounts }) => amounts.map(each => ({ amount: written(each), vat: '1', pct }))),
    rates: all.map(each => ({
      pct: each.pct,
      amounts: { TaxableAmount: written(baseOf(each)), TaxAmount: written(vatOf(each)) },
    })),
    vat: { TaxAmount: written(vat) },
    totals: { PayableAmount: written(base + vat) },
  })
  return { text, totals: { excl_vat: written(base), vat: written(vat), incl_vat: written(base + vat) } }
}

type Edit = { place: number; body: object } | { place: null; body: object }

const word = fc.string({ minLength: 1, maxLength: 40 }).filter(text => text.trim() !== '')
const edit = (category: string): fc.Arbitrary<Edit> =>
  fc.oneof(
    fc.record({
      place: fc.nat(),
      body: fc.oneof(
        fc.record({ description: word }),
        fc.record({ category_id: fc.constantFrom(category, null) }),
        fc.record({ description: word, category_id: fc.constantFrom(category, null) }),
      ),
    }),
    fc.record({
      place: fc.constant(null),
      body: fc.oneof(
        fc.record({ notes: fc.option(word) }),
        fc.record({ supplier_invoice_number: word }),
        fc.record({ variable_symbol: fc.constantFrom('42', '2026', null) }),
        fc.record({ due_date: fc.constantFrom('2026-12-01', '2027-01-31') }),
        fc.record({ tax_point_date: fc.constantFrom('2026-11-01', '2026-10-31') }),
      ),
    }),
  )

test('the totals stay those of the file', async () => {
  const { api, apply, tenant } = await newAccount(service)
  await tenant.set({ rate_per_min: 1_000_000 })
  await apply({ categories: [{ code: 'RAW', kind: 'category', name: 'Suroviny' }] })
  const category = (await api.get('/categories')).body.data[0].id
  await fc.assert(
    fc.asyncProperty(rates, fc.array(edit(category), { minLength: 1, maxLength: 6 }), async (all, edits) => {
      const { text, totals } = documentOf(all)
      const invoice: Told = await importedInvoice(service, api, text)
      const path = `/received-invoices/${invoice.id}`
      expect(invoice.totals).toEqual(totals)
      for (const { place, body } of edits) {
        const line = place === null ? '' : `/lines/${invoice.lines[place % invoice.lines.length].id}`
        const reply = await api.patch(`${path}${line}`, body)
        expect(reply.status, reply.text).toBe(200)
        expect((await api.get(path)).body.totals).toEqual(totals)
      }
    }),
    { numRuns: Number(process.env.MODEL_RUNS ?? 8), endOnFailure: true },
  )
})
