/** Which of the names we know was probably meant: by edit distance, within bounds that make the cost tiny. */

/** Longer names are nobody's slip of the pen, and cost nothing. */
const longestName = 40

/** Slips a name of this length may have: a letter too many, one missing, a wrong one, or two that changed places. */
const slipsAllowed = (length: number): number => (length < 3 ? 0 : length < 6 ? 1 : 2)

/** Case and joints do not count: `partnerId` is `partner_id`. */
const lettersOf = (name: string): string => name.toLowerCase().replace(/[^a-z0-9]/g, '')

/** The nearest of the known names, the first of equally near ones; undefined when none is near. */
export function nearestOf(name: string, known: Iterable<string>): string | undefined {
  let nearest: string | undefined
  let least = Number.POSITIVE_INFINITY
  for (const each of known) {
    const slips = slipsBetween(name, each)
    if (slips >= least) continue
    nearest = each
    least = slips
  }
  return nearest
}

/** How many slips lie between a name and a known one; Infinity when they are too many to speak of. */
export function slipsBetween(name: string, known: string): number {
  if (name.length > longestName || known.length > longestName) return Number.POSITIVE_INFINITY
  const sent = lettersOf(name)
  const meant = lettersOf(known)
  if (sent === '' || meant === '') return Number.POSITIVE_INFINITY
  const allowed = slipsAllowed(Math.min(sent.length, meant.length))
  if (Math.abs(sent.length - meant.length) > allowed) return Number.POSITIVE_INFINITY
  const slips = distance(sent, meant, allowed)
  return slips <= allowed ? slips : Number.POSITIVE_INFINITY
}

/** Edit distance with swaps of neighbours. Only the diagonal is walked that `allowed` slips can reach: linear. */
function distance(a: string, b: string, allowed: number): number {
  const far = allowed + 1
  let before: number[] = []
  let above = Array.from({ length: b.length + 1 }, (_, column) => Math.min(column, far))
  for (let row = 1; row <= a.length; row++) {
    const here = new Array<number>(b.length + 1).fill(far)
    if (row <= allowed) here[0] = row
    for (let column = Math.max(1, row - allowed); column <= Math.min(b.length, row + allowed); column++) {
      const isSame = a[row - 1] === b[column - 1]
      const isSwap = row > 1 && column > 1 && a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1]
      const changed = above[column - 1]! + (isSame ? 0 : 1)
      const swapped = isSwap ? before[column - 2]! + 1 : far
      here[column] = Math.min(changed, swapped, above[column]! + 1, here[column - 1]! + 1)
    }
    before = above
    above = here
  }
  return above[b.length]!
}

/** ` Did you mean partner_id?`, or nothing. */
export function didYouMean(name: string, known: Iterable<string>): string {
  const nearest = nearestOf(name, known)
  return nearest === undefined || nearest === name ? '' : ` Did you mean ${nearest}?`
}
