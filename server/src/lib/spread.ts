/** An amount split into parts that add up to it exactly. */
import { cutQuotient, type Decimal, decimal, round, sum, zero } from './decimal.ts'

/**
 * By weight, with the largest remainder: each part is cut to the place, and what is left goes in steps of the last
 * place to the parts that lost most, the earlier first. No part is ever negative.
 */
export function spread(amount: Decimal, weights: readonly Decimal[], places: number): Decimal[] {
  const whole = sum(weights)
  if (whole.eq(0)) return weights.map(() => zero)
  const shares = weights.map(weight => amount.times(weight))
  const parts = shares.map(share => cutQuotient(share, whole, places))
  const step = decimal(10).pow(-places)
  let left = round(amount.minus(sum(parts)), places)
  // What the cut took, times the whole: as exact as the share, where a quotient would be rounded.
  const sign = whole.lt(0) ? -1 : 1
  const byLoss = shares
    .map((share, index) => ({ place: index, loss: share.minus(parts[index]!.times(whole)).times(sign) }))
    .sort((one, other) => other.loss.cmp(one.loss) || one.place - other.place)
  for (const { place } of byLoss) {
    if (left.lte(0)) break
    parts[place] = parts[place]!.plus(step)
    left = left.minus(step)
  }
  return parts
}

/** By weight, each part rounded half up, one after the other; the last takes the rest, and none more than there is. */
export function spreadInOrder(amount: Decimal, weights: readonly Decimal[], places: number): Decimal[] {
  const whole = sum(weights)
  let left = amount
  return weights.map((weight, index) => {
    const share = round(amount.times(weight).div(whole), places)
    const part = index === weights.length - 1 || share.gt(left) ? left : share
    left = left.minus(part)
    return part
  })
}
