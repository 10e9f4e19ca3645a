/** Whatever is credited, paid, taken back and called off in whatever order: the invariants of invoices hold. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { decimal, money } from '../../src/lib/decimal.ts'
import { depot } from '../support/deposits.ts'
import type { Told } from '../support/sales.ts'
import { useService } from '../support/service.ts'

const service = useService()
const paid_at = '2026-11-20'

const deeds = ['credit', 'issue', 'cancel', 'mark_paid', 'mark_paid', 'revert_payment'] as const

/** On the invoice or one of its credit notes, for a share of what is left. */
const step = fc.record({
  deed: fc.constantFrom(...deeds),
  document: fc.nat(5),
  line: fc.nat(1),
  share: fc.integer({ min: 1, max: 4 }),
})

type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never

const shareOf = (amount: string, share: number): string =>
  money(decimal(amount).abs().times(share).div(4).round(2, 'up'))

test('the sums of an invoice and its credit notes never part', async () => {
  const book = await depot(service)
  const line = (unit_price: string, quantity: string) => ({
    description: 'Sudy',
    quantity,
    unit_price,
    deposit_id: book.keg50,
  })

  async function run(path: string, now: Told, { deed, line: place, share }: Step): Promise<Told> {
    if (deed === 'mark_paid') {
      return (await book.run(path, deed, { paid_at, amount: shareOf(now.amount_remaining, share) })).body
    }
    if (deed !== 'credit') return (await book.run(path, deed)).body
    const quantity = String(share)
    return (
      await book.run(path, deed, {
        reason: 'x',
        lines: [{ line_id: now.lines[place % now.lines.length].id, quantity }],
      })
    ).body
  }

  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 14 }), async steps => {
      const invoice = await book.issuedInvoice([line('3.333', '4'), line('0.33', '10')])
      const paths = [`/invoices/${invoice.id}`]
      for (const each of steps) {
        const path = paths[each.document % paths.length]!
        const { now } = await book.read(path)
        const told = await run(path, now, each)
        const isOffered = now.allowed_actions.includes(each.deed)
        expect([undefined, 'conflict', 'invalid_transition'], JSON.stringify(told)).toContain(told.code)
        expect(told.code === 'invalid_transition', each.deed).toBe(!isOffered)
        if (each.deed === 'credit' && !told.code) paths.push(`/invoices/${told.id}`)
      }
      const family: Told[] = []
      for (const path of paths) family.push((await book.read(path)).now)
      const credited = family.reduce((sum, { amount_credited }) => sum.plus(amount_credited), decimal(0))
      expect(credited.toFixed(2)).toBe('0.00')
    }),
    { numRuns: Number(process.env.MODEL_RUNS ?? 8), endOnFailure: true },
  )
})
