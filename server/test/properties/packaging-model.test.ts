/**
 * Random histories of kegs that go out and come back, done to a model and to the service: after every step both must
 * agree, and in the end the balance is the sum of its movements. MODEL_RUNS=100 tries longer.
 */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type KegBook, kegBook } from '../support/empties.ts'
import type { Told } from '../support/sales.ts'
import { useService } from '../support/service.ts'

const service = useService()
const runs = Number(process.env.MODEL_RUNS ?? 2)
const longestMs = process.env.MODEL_RUNS ? 3_600_000 : 5_000

interface Kept {
  path: string
  /** Signed: what it did to the balance. */
  pieces: number
  stands: boolean
}

interface Model {
  held: number
  documents: Kept[]
}

type Step =
  | { what: 'issue' | 'receipt' | 'return' | 'refund'; pieces: number }
  | { what: 'adjust'; pieces: number }
  | { what: 'undo' | 'revert'; place: number }

const pieces = fc.integer({ min: 1, max: 6 })
const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ what: fc.constantFrom('issue', 'issue', 'receipt', 'return', 'refund'), pieces }) as fc.Arbitrary<Step>,
  fc.record({ what: fc.constant('adjust'), pieces: fc.constantFrom(-3, -1, 1, 2) }) as fc.Arbitrary<Step>,
  fc.record({ what: fc.constantFrom('undo', 'undo', 'revert'), place: fc.nat(20) }) as fc.Arbitrary<Step>,
)

/** Does what a step says; tells what it did to the balance when it worked, and where the document is. */
async function send(book: KegBook, asked: Exclude<Step, { place: number }>) {
  const lines = [{ deposit_id: book.keg50, pieces: String(asked.pieces) }]
  const at = { warehouse_id: book.main, partner_id: book.pub, lines }
  switch (asked.what) {
    case 'adjust':
      return {
        moves: asked.pieces,
        path: '',
        reply: await book.api.post('/packaging-adjustments', {
          partner_id: book.pub,
          reason: 'Inventura',
          lines,
        }),
      }
    case 'return':
    case 'refund': {
      const refund = asked.what === 'refund' ? { refund: { method: 'cash' } } : {}
      const reply = await book.api.post('/packaging-returns', { ...at, ...refund })
      return { moves: -asked.pieces, path: `/packaging-returns/${reply.body.id}`, reply }
    }
    default: {
      const isIssue = asked.what === 'issue'
      const line = { item: isIssue ? book.full50 : book.shell50, quantity: String(asked.pieces), unit: 'pcs' }
      const head = { partner_id: book.pub, ...(isIssue ? {} : { movement_purpose: 'packaging_return' }) }
      const draft = await (isIssue ? book.issue([line], head) : book.receipt([line], head))
      const path = `/${isIssue ? 'stock-issues' : 'goods-receipts'}/${draft.body.id}`
      return { moves: isIssue ? asked.pieces : -asked.pieces, path, reply: await book.run(path, 'confirm') }
    }
  }
}

async function take(book: KegBook, model: Model, asked: Step): Promise<void> {
  if ('place' in asked) {
    const document = model.documents[asked.place % Math.max(model.documents.length, 1)]
    if (!document?.stands) return
    const key = asked.what === 'revert' && !document.path.startsWith('/packaging') ? 'revert_to_draft' : 'cancel'
    const reply = await book.run(document.path, key)
    const isOpen = model.held - document.pieces >= 0
    expect([reply.status, isOpen ? undefined : reply.body.code], reply.text).toEqual(
      isOpen ? [200, undefined] : [409, 'sale_kegs_partially_returned'],
    )
    if (!isOpen) return
    document.stands = false
    model.held -= document.pieces
    return
  }
  const { reply, moves, path } = await send(book, asked)
  const isOpen = model.held + moves >= 0
  expect(reply.status < 300, reply.text).toBe(isOpen)
  if (!isOpen) {
    expect(reply.body.code).toBe('packaging_return_exceeds_balance')
    return
  }
  model.held += moves
  if (path) model.documents.push({ path, pieces: moves, stands: true })
}

test(
  'any history of kegs leaves the balance the rules say, which is the sum of its movements',
  async () => {
    const from = performance.now()
    let done = 0
    const history = fc.asyncProperty(fc.array(step, { minLength: 10, maxLength: 30, size: 'max' }), async steps => {
      if (performance.now() - from > longestMs) return
      const book = await kegBook(service)
      const model: Model = { held: 0, documents: [] }
      for (const each of steps) {
        await take(book, model, each)
        expect(await book.held()).toBe(`${model.held} / 0`)
        done += 1
      }
      const rows = await book.movements()
      expect(rows.reduce((sum: number, row: Told) => sum + Number(row.pieces), 0)).toBe(model.held)
      expect(rows.every((row: Told) => Number(row.balance_after) >= 0)).toBe(true)
    })
    await fc.assert(history, { numRuns: runs, endOnFailure: true })
    expect(done).toBeGreaterThan(5)
  },
  longestMs + 60_000,
)
