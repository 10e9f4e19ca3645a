/** The money of an invoice: lines and VAT come to what it says is payable, or a remark says they do not. */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { ReadInvoice } from '../../src/invoice-files/model.ts'
import { readInvoiceFile } from '../../src/invoice-files/read-file.ts'
import { decimal, plain, sum } from '../../src/lib/decimal.ts'
import { bytesOf, type IsdocParts, isdoc, officialExample, tag, tags } from '../support/invoice-files.ts'

async function invoice(parts: IsdocParts): Promise<ReadInvoice> {
  const reading = await readInvoiceFile({ name: 'a.isdoc', bytes: bytesOf(isdoc(parts)) })
  if (!reading.ok) throw new Error(`${reading.reason}: ${reading.detail}`)
  return reading.invoice
}

/** Counted here once more: per rate, half away from zero. */
function ownVat({ lines }: ReadInvoice) {
  const rates = [...new Set(lines.map(line => line.vatRatePct))]
  return sum(
    rates.map(rate => {
      const base = sum(lines.filter(line => line.vatRatePct === rate).map(line => decimal(line.amount)))
      return base.times(rate).div(100).round(2, 'half_up')
    }),
  )
}

const reached = (read: ReadInvoice): string =>
  plain(sum(read.lines.map(line => decimal(line.amount))).plus(read.vat === null ? ownVat(read) : read.vat))

const extra = (read: ReadInvoice) => read.lines.slice(1).map(line => [line.description, line.amount, line.vatRatePct])

describe('deposits and rounding', () => {
  test.each(['-1', '1'])('the example of the standard, with paid deposits written %s', async paid => {
    const read = await invoice(officialExample(paid))
    expect(read.lines.map(line => [line.description, line.amount, line.vatRatePct])).toEqual([
      ['Kapesník', '4.3', '19'],
      ['Papír', '8.7', '9'],
      ['Přeprava', '1', '5'],
      ['Odečet zálohy DZV-1', '-4.3', '19'],
      ['Odečet zálohy DZV-2', '-8.7', '9'],
      ['Odečet zálohy', '-1', '0'],
      ['Zaokrouhleni', '-0.1', '0'],
    ])
    expect(read).toMatchObject({ exchangeRate: '25.1', vat: '0.1', payable: '0', remarks: [] })
    expect(reached(read)).toBe('0')
  })

  test('deposits that only the tax summary knows', async () => {
    const claimed = { AlreadyClaimedTaxableAmount: '40', AlreadyClaimedTaxAmount: '8.4' }
    const read = await invoice({
      rates: [{ pct: '21', amounts: { TaxableAmount: '100', TaxAmount: '21', ...claimed } }],
      vat: { TaxAmount: '12.6' },
      totals: { TaxInclusiveAmount: '121', PayableAmount: '72.6' },
    })
    expect(extra(read)).toEqual([['Odečet zálohy', '-40', '21']])
    expect(read).toMatchObject({ vat: null, remarks: [] })
  })

  test('a total VAT before deposits gives way to the one of the rates', async () => {
    const claimed = { AlreadyClaimedTaxableAmount: '40', AlreadyClaimedTaxAmount: '8.4' }
    const read = await invoice({
      rates: [{ pct: '21', amounts: { TaxableAmount: '100', TaxAmount: '21', ...claimed } }],
      totals: { PayableAmount: '72.6' },
    })
    expect(read).toMatchObject({ vat: null, remarks: [] })
    expect(reached(read)).toBe('72.6')
  })

  test('rounding is a line without VAT', async () => {
    const read = await invoice({ totals: { PayableRoundingAmount: '0.4', PayableAmount: '121.40' } })
    expect(extra(read)).toEqual([['Zaokrouhleni', '0.4', '0']])
    expect(read).toMatchObject({ vat: null, payable: '121.4', remarks: [] })
  })

  test('what stands among the lines already is not taken off twice', async () => {
    const lines = [
      { amount: '100', vat: '21', pct: '21', description: 'Chmel' },
      { amount: '-50', pct: '0', description: 'Záloha' },
    ]
    const read = await invoice({ lines, totals: { PaidDepositsAmount: '50', PayableAmount: '71' } })
    expect(read.lines).toHaveLength(2)
    expect(read.remarks).toEqual(['The document states paid deposits of 50 CZK that its sums do not count.'])
  })
})

describe('differences', () => {
  test("the document's own VAT wins over ours", async () => {
    const read = await invoice({ vat: { TaxAmount: '21.01' }, totals: { PayableAmount: '121.01' } })
    expect(read).toMatchObject({ vat: '21.01', payable: '121.01', remarks: [] })
    expect(read.lines).toHaveLength(1)
  })

  test.each([
    ['1', [['Oprava součtu', '1', '0']], 0],
    ['-1', [['Oprava součtu', '-1', '0']], 0],
    ['1.01', [], 1],
    ['-1.01', [], 1],
  ])('%s between the sum and what is payable', async (difference, lines, remarks) => {
    const read = await invoice({ totals: { PayableAmount: plain(decimal('121').plus(difference)) } })
    expect(extra(read)).toEqual(lines)
    expect(read.remarks).toHaveLength(remarks)
    if (remarks > 0) expect(read.remarks[0]).toMatch(/come to 121 CZK, the document says 1[12][\d.]+ CZK is payable/)
  })

  test('lines and the tax summary at one rate: up to 1.00 a line, above it a remark', async () => {
    const rates = [{ pct: '21', amounts: { TaxableAmount: '100.05', TaxAmount: '21.01' } }]
    const near = await invoice({ rates, vat: { TaxAmount: '21.01' }, totals: { PayableAmount: '121.06' } })
    expect(extra(near)).toEqual([['Oprava součtu', '0.05', '21']])
    expect(near).toMatchObject({ vat: null, remarks: [] })
    const far = await invoice({
      rates: [{ pct: '21', amounts: { TaxableAmount: '143.5', TaxAmount: '21' } }],
      totals: { PayableAmount: '121' },
    })
    expect(extra(far)).toEqual([])
    expect(far.remarks).toEqual(['At 21 % the lines come to 100 CZK, the tax summary to 143.5 CZK.'])
  })

  test('a reverse charge in the summary is compared with its lines', async () => {
    const read = await invoice({
      lines: [{ amount: '100', pct: '21', category: tag('LocalReverseCharge', '') }],
      rates: [
        {
          pct: '21',
          amounts: { TaxableAmount: '100', TaxAmount: '0' },
          category: tags({ LocalReverseChargeFlag: 'true' }),
        },
      ],
      vat: { TaxAmount: '0' },
      totals: { PayableAmount: '100' },
    })
    expect(read).toMatchObject({ vat: null, remarks: [], lines: [{ amount: '100', vatRatePct: '0' }] })
  })

  test('without what is payable the total with VAT counts, without both nothing is compared', async () => {
    expect(extra(await invoice({ totals: { TaxInclusiveAmount: '121.5' } }))).toEqual([['Oprava součtu', '0.5', '0']])
    const bare = await invoice({ rates: [], vat: {}, totals: {} })
    expect(bare).toMatchObject({ payable: null, vat: null, remarks: [] })
  })
})

describe('what a document says twice', () => {
  const near = { TaxInclusiveAmount: '121.9', PayableAmount: '121' }

  test('its VAT, by rate and in all: more than 1.00 apart is a remark, whichever comes to what is payable', async () => {
    const remark = (says: string) => [`The document says its VAT is ${says} CZK, its rates come to 21 CZK.`]
    const far = await invoice({ vat: { TaxAmount: '50' }, totals: { PayableAmount: '121' } })
    expect(far).toMatchObject({ vat: null, remarks: remark('50') })
    const other = await invoice({ vat: { TaxAmount: '40' }, totals: { PayableAmount: '140' } })
    expect(other).toMatchObject({ vat: '40', remarks: remark('40') })
    expect((await invoice({ vat: { TaxAmount: '21.9' }, totals: { PayableAmount: '121' } })).remarks).toEqual([])
  })

  test('its total with VAT and what is payable, where no deposit explains it', async () => {
    const swapped = await invoice({ totals: { TaxInclusiveAmount: '211', PayableAmount: '121' } })
    expect(swapped.remarks).toEqual(['The document comes to 211 CZK with VAT, and 121 CZK is payable.'])
    expect((await invoice({ totals: near })).remarks).toEqual([])
    const rounded = { TaxInclusiveAmount: '121', PayableRoundingAmount: '4', PayableAmount: '125' }
    expect((await invoice({ totals: rounded })).remarks).toEqual([])
    const paid = { TaxInclusiveAmount: '121', PaidDepositsAmount: '21', PayableAmount: '100' }
    expect((await invoice({ totals: paid })).remarks).toEqual([])
  })

  test('in two currencies: the rate has to fit', async () => {
    const twins = (CurrRate: string, home: string) =>
      invoice({
        header: { ForeignCurrencyCode: 'HUF', CurrRate, RefCurrRate: '1' },
        lines: [{ amount: '645', curr: '10000', pct: '0', description: 'Chmel' }],
        rates: [],
        vat: {},
        totals: {
          TaxInclusiveAmountCurr: '10000',
          TaxInclusiveAmount: home,
          PayableAmountCurr: '10000',
          PayableAmount: home,
        },
      })
    expect((await twins('6.45', '645')).remarks).toEqual([
      'The document comes to 10000 HUF and 645 CZK: by its exchange rate it would be 64500 CZK.',
    ])
    expect((await twins('0.0645', '645.9')).remarks).toEqual([])
    expect(await twins('0.06451234', '645')).toMatchObject({
      exchangeRate: '0.064512',
      remarks: ['The exchange rate was rounded to 0.064512.'],
    })
  })
})

test('amounts with more than two decimals are rounded, and that is said', async () => {
  const lines = [
    { amount: '33.333', vat: '7', pct: '21', description: 'a' },
    { amount: '66.667', vat: '14', pct: '21', description: 'b' },
  ]
  const read = await invoice({ lines, totals: { PayableAmount: '121.000' } })
  expect(read.lines.map(({ amount }) => amount)).toEqual(['33.33', '66.67'])
  expect(read.remarks).toEqual(['2 amounts with more than two decimals were rounded.'])
})

interface Sound {
  lines: { cents: number; rate: number }[]
  odd: number
  rounding: number
  deposit: number
  isNegative: boolean
}

const sound: fc.Arbitrary<Sound> = fc.record({
  lines: fc.array(
    fc.record({ cents: fc.integer({ min: -500_000, max: 9_999_999 }), rate: fc.constantFrom(0, 12, 21, 5.5) }),
    { minLength: 1, maxLength: 12 },
  ),
  // How far the VAT of the document is from ours: other ways of rounding give another cent.
  odd: fc.integer({ min: -5, max: 5 }),
  rounding: fc.integer({ min: -50, max: 50 }),
  deposit: fc.integer({ min: 0, max: 100_000 }),
  isNegative: fc.boolean(),
})

const written = (cents: number): string => plain(decimal(cents).div(100))

/** Sums in whole cents, without a line of the code under test. */
function soundInvoice({ lines, odd, rounding, deposit, isNegative }: Sound): { parts: IsdocParts; payable: string } {
  const bases = new Map<number, number>()
  for (const { cents, rate } of lines) bases.set(rate, (bases.get(rate) ?? 0) + cents)
  const rates = [...bases].map(([rate, base]) => {
    const exact = Math.abs(base * rate * 10)
    return { rate, base, vat: (Math.sign(base) * Math.floor((exact + 500) / 1000)) | 0 }
  })
  const vat = rates.reduce((total, rate) => total + rate.vat, 0) + odd
  const payable = lines.reduce((total, line) => total + line.cents, 0) + vat + rounding - deposit
  const parts = {
    lines: lines.map(({ cents, rate }) => ({
      ...{ amount: written(cents), pct: `${rate}`, vat: rate === 0 ? '0' : '1', description: 'x' },
    })),
    rates: rates.map(({ rate, base, vat }) => ({
      pct: `${rate}`,
      amounts: { TaxableAmount: written(base), TaxAmount: written(vat) },
    })),
    vat: { TaxAmount: written(vat) },
    totals: {
      PayableRoundingAmount: written(rounding),
      PaidDepositsAmount: written(isNegative ? -deposit : deposit),
      PayableAmount: written(payable),
    },
  }
  return { parts, payable: written(payable) }
}

test('of any sound invoice, lines and VAT come to what is payable', async () => {
  await fc.assert(
    fc.asyncProperty(sound, async drawn => {
      const { parts, payable } = soundInvoice(drawn)
      const read = await invoice(parts)
      expect(reached(read)).toBe(payable)
      expect(read.payable).toBe(payable)
      expect(read.remarks).toEqual([])
      for (const line of read.lines) expect(line.amount).toMatch(/^-?\d+(\.\d{1,2})?$/)
      if (read.vat !== null) expect(ownVat(read).eq(read.vat)).toBe(false)
    }),
    { numRuns: 400 },
  )
})
