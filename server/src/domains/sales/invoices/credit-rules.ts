/** What a credit note takes back of an invoice: credits of the whole, in any parts, are exactly the whole. Pure. */
import { type Decimal, decimal, round, sum, zero } from '../../../lib/decimal.ts'
import { groupBy } from '../../../lib/group-by.ts'
import { spread } from '../../../lib/spread.ts'

/** A line of the invoice, or what a credit note took of one. Never negative. */
export interface Share {
  /** The line of the invoice; null on credit notes of older versions that fit none. */
  lineId: string | null
  ratePct: Decimal
  quantity: Decimal
  base: Decimal
  vat: Decimal
  pieces: Decimal
  deposit: Decimal
}

/** A line of the invoice. */
export type SoldLine = Share & { lineId: string }

export interface Wanted {
  lineId: string
  /** Zero for packaging alone. */
  quantity: Decimal
  /** Null for the share of the quantity credited so far. */
  pieces: Decimal | null
}

type Amount = 'quantity' | 'base' | 'vat' | 'pieces' | 'deposit'

const atLeastZero = (value: Decimal): Decimal => (value.lt(0) ? zero : value)

const total = (shares: readonly Share[], amount: Amount): Decimal => sum(shares.map(share => share[amount]))

const ofRate = (shares: readonly Share[], ratePct: Decimal): Share[] =>
  shares.filter(share => share.ratePct.eq(ratePct))

/** What is left of each line that is not credited whole. */
export function restOf(
  sold: readonly SoldLine[],
  taken: readonly Share[],
): { lineId: string; quantity: Decimal; pieces: Decimal }[] {
  const takenOf = groupBy(taken, ({ lineId }) => lineId)
  return sold.flatMap(({ lineId, quantity, pieces }) => {
    const before = takenOf.get(lineId) ?? []
    const rest = {
      lineId,
      quantity: atLeastZero(quantity.minus(total(before, 'quantity'))),
      pieces: atLeastZero(pieces.minus(total(before, 'pieces'))),
    }
    return rest.quantity.eq(0) && rest.pieces.eq(0) ? [] : [rest]
  })
}

/** One share for each wish, in its order: quantity and base by line, VAT by rate (V2), shown on the lines by V3. */
export function shareCredits(
  sold: readonly SoldLine[],
  taken: readonly Share[],
  wanted: readonly Wanted[],
): SoldLine[] {
  const lines = new Map(sold.map(line => [line.lineId, line]))
  const takenOf = groupBy(taken, ({ lineId }) => lineId)
  const parts = wanted.map(wish => {
    const before = takenOf.get(wish.lineId) ?? []
    const part = shareOf(lines.get(wish.lineId)!, before, wish)
    takenOf.set(wish.lineId, [...before, part])
    return part
  })
  const vats = new Map<Share, Decimal>()
  for (const ratePct of ratesOf(parts)) {
    const own = ofRate(parts, ratePct)
    const vat = vatOf(ratePct, { sold: ofRate(sold, ratePct), taken: ofRate(taken, ratePct), parts: own })
    const bases = own.map(({ base }) => base)
    for (const [index, shown] of spread(vat, bases, 2).entries()) vats.set(own[index]!, shown)
  }
  return parts.map(part => ({ ...part, vat: vats.get(part)! }))
}

const ratesOf = (shares: readonly Share[]): Decimal[] =>
  shares.map(({ ratePct }) => ratePct).filter((rate, index, all) => all.findIndex(other => other.eq(rate)) === index)

function shareOf(line: SoldLine, before: readonly Share[], wish: Wanted): SoldLine {
  const quantity = total(before, 'quantity').plus(wish.quantity)
  const pieces =
    wish.pieces ?? part({ whole: line.pieces, of: line.quantity, upTo: quantity, before: total(before, 'pieces') }, cut)
  return {
    lineId: line.lineId,
    ratePct: line.ratePct,
    quantity: wish.quantity,
    base: wish.quantity.eq(0)
      ? zero
      : part({ whole: line.base, of: line.quantity, upTo: quantity, before: total(before, 'base') }, halers),
    vat: zero,
    pieces,
    deposit: part(
      {
        whole: line.deposit,
        of: line.pieces,
        upTo: total(before, 'pieces').plus(pieces),
        before: total(before, 'deposit'),
      },
      halers,
    ),
  }
}

const halers = (value: Decimal): Decimal => round(value, 2)
const cut = (value: Decimal): Decimal => value.round(0, 'cut')

/** Counted on what is credited so far and this together, so that the last part takes the rest. */
function part(
  { whole, of, upTo, before }: { whole: Decimal; of: Decimal; upTo: Decimal; before: Decimal },
  round: (value: Decimal) => Decimal,
): Decimal {
  const due = upTo.gte(of) ? whole : round(whole.times(upTo).div(of))
  // Credit notes called off in between leave shares that were rounded for other sums.
  return between(due.minus(before), atLeastZero(whole.minus(before)))
}

const between = (value: Decimal, most: Decimal): Decimal => (value.gt(most) ? most : atLeastZero(value))

/** The tax left before, less the tax of the base that is left after. No tax without a base. */
function vatOf(
  ratePct: Decimal,
  { sold, taken, parts }: { sold: readonly Share[]; taken: readonly Share[]; parts: readonly Share[] },
): Decimal {
  const base = total(parts, 'base')
  if (base.eq(0)) return zero
  const vatBefore = atLeastZero(total(sold, 'vat').minus(total(taken, 'vat')))
  const baseAfter = atLeastZero(total(sold, 'base').minus(total(taken, 'base')).minus(base))
  return between(vatBefore.minus(halers(baseAfter.times(ratePct).div(decimal(100)))), vatBefore)
}
