/** Whatever is sold at whatever price: the totals are those of V1 to V3, counted here once more in whole numbers. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { salesBook, type Told } from '../support/sales.ts'
import { useService } from '../support/service.ts'

const service = useService()

/** Digits of quantity, price, discount and rate, as whole numbers of their smallest part. */
const places = { quantity: 3, price: 6, discount: 4, rate: 2 }

interface Sold {
  quantity: bigint
  price: bigint
  discount: bigint | null
  rate: bigint
}

const written = (value: bigint, scale: number): string => {
  const digits = value.toString().padStart(scale + 1, '0')
  return scale === 0 ? digits : `${digits.slice(0, -scale)}.${digits.slice(-scale)}`
}

const sold: fc.Arbitrary<Sold> = fc.record({
  quantity: fc.oneof(
    fc.bigInt(1n, 9_999_999n),
    fc.bigInt(1n, 40n).map(value => value * 1000n),
  ),
  price: fc.oneof(
    fc.bigInt(0n, 9_999_999_999n),
    fc.bigInt(0n, 99_999n).map(value => value * 10_000n),
  ),
  discount: fc.option(fc.oneof(fc.bigInt(0n, 1_000_000n), fc.constantFrom(75_000n, 500_000n))),
  rate: fc.oneof({ weight: 4, arbitrary: fc.constantFrom(2100n, 1200n, 0n) }, fc.bigInt(0n, 10_000n)),
})

/** Half up; nothing here is negative. */
const halfUp = (value: bigint, divisor: bigint): bigint => (value * 2n + divisor) / (divisor * 2n)

/** V1: in halers; the price of the line has 3 + 6 + 4 decimals and the two of the percentage. */
const lineBase = ({ quantity, price, discount }: Sold): bigint =>
  halfUp(quantity * price * (1_000_000n - (discount ?? 0n)), 10n ** 13n)

/** V2 and V3: tax per rate on the sum, shown on lines by the largest remainder, ties by their order. */
function taxes(lines: Sold[], bases: bigint[]): bigint[] {
  const shown = lines.map(() => 0n)
  for (const rate of new Set(lines.map(line => line.rate))) {
    const among = lines.flatMap((line, index) => (line.rate === rate ? [index] : []))
    const base = among.reduce((sum, index) => sum + bases[index]!, 0n)
    if (base === 0n) continue
    const vat = halfUp(base * rate, 10_000n)
    for (const index of among) shown[index] = (vat * bases[index]!) / base
    const left = vat - among.reduce((sum, index) => sum + shown[index]!, 0n)
    const remainder = (index: number) => (vat * bases[index]!) % base
    const first = among.toSorted((one, other) => Number(remainder(other) - remainder(one)) || one - other)
    for (const index of first.slice(0, Number(left))) shown[index] = shown[index]! + 1n
  }
  return shown
}

const total = (excl: bigint, vat: bigint) => ({
  excl_vat: written(excl, 2),
  vat: written(vat, 2),
  incl_vat: written(excl + vat, 2),
})

const sum = (values: bigint[]): bigint => values.reduce((one, other) => one + other, 0n)

function counted(lines: Sold[]) {
  const bases = lines.map(lineBase)
  const vats = taxes(lines, bases)
  return { document: total(sum(bases), sum(vats)), lines: bases.map((base, index) => total(base, vats[index]!)) }
}

test('orders and their invoices add up, and are the sums of their lines', async () => {
  const book = await salesBook(service)
  const malt = await book.item()
  const totalsOf = ({ lines }: Told) => lines.map(({ totals }: Told) => totals)
  await fc.assert(
    fc.asyncProperty(fc.array(sold, { minLength: 1, maxLength: 12 }), async lines => {
      const order = await book.confirmed(
        lines.map(({ quantity, price, discount, rate }) => ({
          item_id: malt,
          unit: { unit_code: 'kg' },
          quantity: written(quantity, places.quantity),
          unit_price: written(price, places.price),
          vat_rate_pct: written(rate, places.rate),
          discount_pct: discount === null ? null : written(discount, places.discount),
        })),
      )
      const expected = counted(lines)
      expect(order.totals).toEqual({ ...expected.document, deposit: '0.00' })
      expect(totalsOf(order)).toEqual(expected.lines)
      const { created } = (await book.act(`/orders/${order.id}`, 'create_invoice')).body
      const { now: invoice } = await book.read(`/invoices/${created.id}`)
      expect(invoice.totals).toEqual({ ...expected.document, deposit: '0.00' })
      expect(totalsOf(invoice)).toEqual(expected.lines)
    }),
    { numRuns: Number(process.env.MODEL_RUNS ?? 12), endOnFailure: true },
  )
})

test('the count itself is right: golden example of three lines', () => {
  const line = (quantity: bigint, price: bigint, rate: bigint, discount: bigint | null = null): Sold => ({
    quantity: quantity * 1000n,
    price: price * 10_000n,
    rate,
    discount,
  })
  const { document, lines } = counted([
    line(7n, 123_450n, 2100n),
    line(24n, 1835n, 2100n, 75_000n),
    line(3n, 9999n, 1200n),
  ])
  expect(document).toEqual({ excl_vat: '9348.84', vat: '1936.26', incl_vat: '11285.10' })
  expect(lines.map(({ excl_vat }) => excl_vat)).toEqual(['8641.50', '407.37', '299.97'])
})
