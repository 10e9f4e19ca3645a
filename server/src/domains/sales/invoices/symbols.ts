/** Variable symbols: ten digits by which a payment finds its invoice, each given once a year. */
import type { WriteContext } from '../../../kernel/context.ts'
import { type Day, yearOf } from '../../../lib/days.ts'
import { listTakenSymbols } from './store.ts'

const maxDigits = 10
const beyond = 10n ** BigInt(maxDigits)

/** Banks compare numbers: zeros in front say nothing. */
const bare = (symbol: string): string => symbol.replace(/^0+/, '')

/** The last ten digits of the number; taken ones with a digit in front, then counted on. Zero is none. */
export function* symbolChoices(number: string): Generator<string[], never> {
  const own = number.replace(/\D/g, '').slice(-maxDigits)
  const fronted = own.length < maxDigits ? Array.from({ length: 9 }, (_, index) => `${index + 1}${own}`) : []
  yield [own, ...fronted].filter(symbol => bare(symbol) !== '')
  for (let next = BigInt(own) + 1n; ; next += 100n) {
    const counted = Array.from({ length: 100 }, (_, index) => String((next + BigInt(index)) % beyond))
    yield counted.map(symbol => symbol.padStart(own.length, '0')).filter(symbol => bare(symbol) !== '')
  }
}

/** Under the book's lock nobody else takes the same. */
export async function takeSymbol(ctx: WriteContext, number: string, day: Day): Promise<string> {
  const year = yearOf(day)
  const choices = symbolChoices(number)
  for (;;) {
    const some = choices.next().value
    const taken = await listTakenSymbols(ctx.tx, ctx.account.book.id, { year, symbols: some.map(bare) })
    const free = some.find(symbol => !taken.includes(bare(symbol)))
    if (free !== undefined) return free
  }
}
