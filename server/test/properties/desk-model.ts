/** A day at a desk on paper: crowns, bottles, pieces, millilitres. It says what each step comes to, or why it is refused. */

export interface PaperKeg {
  tap: number
  status: 'tapped' | 'removed' | 'emptied' | 'returned'
  sold: number
  beyond: number
  left: number
  wasted: number
}

interface Draw {
  keg: PaperKeg
  quantity: number
  beyond: number
}

/** Bottles that came together, in the order in which they leave. */
interface Lot {
  came: number
  left: number
}

/** What came back of a sale, all of it at once. */
interface PaperRefund {
  lot: Lot
  session: number | null
}

export interface PaperSale {
  bottles: number
  taken: { lot: Lot; quantity: number }[]
  amount: number
  isCash: boolean
  isKnown: boolean
  draws: Draw[]
  session: number | null
  state: 'settled' | 'refunded' | 'cancelled'
  refund?: PaperRefund
}

/** What may be sold: its price, and the deposit on a bottle. */
export const prices = { bottle: 40, deposit: 3, glass: 10 }
const glassMl = 500
const kegMl = 30_000
/** 5 %. */
const toleranceMl = 1_500

export class Day {
  readonly #lots: Lot[] = []
  empties = 0
  fullKegs = 0
  /** What lies in the drawer. */
  drawer = 5_000
  /** Pieces the partner holds, and the anonymous row. */
  held = { partner: 0, anonymous: 0 }
  sessions = 0
  isOpen = false
  readonly sales: PaperSale[] = []
  /** In the order in which they were tapped last. */
  kegs: PaperKeg[] = []

  get bottles(): number {
    return this.#lots.reduce((total, { left }) => total + left, 0)
  }

  receive(bottles: number): Lot {
    const lot = { came: bottles, left: bottles }
    this.#lots.push(lot)
    return lot
  }

  /** The oldest first. */
  #take(bottles: number): PaperSale['taken'] {
    let missing = bottles
    return this.#lots.flatMap(lot => {
      const quantity = Math.min(lot.left, missing)
      missing -= quantity
      return quantity === 0 ? [] : [{ lot, quantity }]
    })
  }

  get onTap(): number {
    return this.kegs.reduce((total, { left }) => total + left, 0)
  }

  /** The sale, or the code of its refusal. */
  sell(wanted: { bottles: number; glasses: number; isCash: boolean; isKnown: boolean }): PaperSale | string {
    const draws = this.#draw(wanted.glasses * glassMl)
    if (!draws) return 'no_keg_tapped'
    if (wanted.bottles > this.bottles) return 'item_not_in_stock'
    const amount = wanted.bottles * (prices.bottle + prices.deposit) + wanted.glasses * prices.glass
    const { bottles, isCash, isKnown } = wanted
    const session = this.isOpen ? this.sessions : null
    const taken = this.#take(bottles)
    const sale: PaperSale = { bottles, taken, amount, isCash, isKnown, draws, session, state: 'settled' }
    this.#move(sale, 1)
    if (isCash) this.drawer += amount
    this.sales.push(sale)
    return sale
  }

  /** The oldest keg first, each to its end; what is missing comes from the newest, if that may. */
  #draw(wanted: number): Draw[] | undefined {
    const tapped = this.kegs.filter(({ status }) => status === 'tapped')
    const draws: Draw[] = []
    let missing = wanted
    for (const keg of tapped) {
      const quantity = Math.min(keg.left, missing)
      missing -= quantity
      if (quantity > 0) draws.push({ keg, quantity, beyond: 0 })
    }
    if (missing === 0) return draws
    const keg = tapped.at(-1)
    if (!keg || missing > toleranceMl - keg.beyond) return undefined
    return [...draws, { keg, quantity: 0, beyond: missing }]
  }

  /** Bottles, beer and pieces go out, or come back. */
  #move({ bottles, taken, draws, isKnown }: PaperSale, sign: 1 | -1): void {
    for (const { lot, quantity } of taken) lot.left -= sign * quantity
    this.held[isKnown ? 'partner' : 'anonymous'] += sign * bottles
    for (const { keg, quantity, beyond } of draws) {
      keg.sold += sign * quantity
      keg.left -= sign * quantity
      keg.beyond += sign * beyond
    }
  }

  #lacksPieces({ isKnown, bottles }: PaperSale): boolean {
    return isKnown && this.held.partner < bottles
  }

  /** All of it, for cash; beer does not come back. */
  refund(sale: PaperSale): string | undefined {
    if (sale.state !== 'settled') return 'invalid_transition'
    if (this.#lacksPieces(sale)) return 'sale_kegs_partially_returned'
    this.#move({ ...sale, taken: [], draws: [] }, -1)
    this.drawer -= sale.amount
    sale.state = 'refunded'
    sale.refund = { lot: this.receive(sale.bottles), session: this.isOpen ? this.sessions : null }
    return undefined
  }

  #isClosed(session: number | null): boolean {
    return session !== null && !(this.isOpen && session === this.sessions)
  }

  /** The refund was a mistake: the bottles, if they are all there still, the pieces and the cash go back. */
  undoRefund(sale: PaperSale): string | undefined {
    const { lot, session } = sale.refund!
    if (sale.state !== 'refunded' || this.#isClosed(session)) return 'invalid_transition'
    if (lot.left < lot.came) return 'receipt_has_allocations'
    Object.assign(lot, { came: 0, left: 0 })
    this.#move({ ...sale, taken: [], draws: [] }, 1)
    this.drawer += sale.amount
    sale.state = 'settled'
    return undefined
  }

  cancel(sale: PaperSale): string | undefined {
    if (sale.state !== 'settled' || this.#isClosed(sale.session)) return 'invalid_transition'
    if (this.#lacksPieces(sale)) return 'sale_kegs_partially_returned'
    if (sale.draws.some(({ keg }) => keg.status !== 'tapped')) return 'conflict'
    this.#move(sale, -1)
    if (sale.isCash) this.drawer -= sale.amount
    sale.state = 'cancelled'
    return undefined
  }

  bringBack(pieces: number, isKnown: boolean): string | undefined {
    if (isKnown && pieces > this.held.partner) return 'packaging_return_exceeds_balance'
    this.held[isKnown ? 'partner' : 'anonymous'] -= pieces
    this.empties += pieces
    this.drawer -= pieces * prices.deposit
    return undefined
  }

  #isTaken(tap: number): boolean {
    return this.kegs.some(keg => keg.status === 'tapped' && keg.tap === tap)
  }

  tap(tap: number): PaperKeg | string {
    if (this.#isTaken(tap)) return 'conflict'
    if (this.fullKegs === 0) return 'item_not_in_stock'
    this.fullKegs -= 1
    const keg: PaperKeg = { tap, status: 'tapped', sold: 0, beyond: 0, left: kegMl, wasted: 0 }
    this.kegs.push(keg)
    return keg
  }

  empty(keg: PaperKeg): string | undefined {
    if (keg.status !== 'tapped' && keg.status !== 'removed') return 'invalid_transition'
    Object.assign(keg, { status: 'emptied', wasted: keg.left, left: 0 })
    return undefined
  }

  remove(keg: PaperKeg): string | undefined {
    if (keg.status !== 'tapped') return 'invalid_transition'
    if (keg.sold + keg.beyond > 0) {
      keg.status = 'removed'
      return undefined
    }
    this.fullKegs += 1
    Object.assign(keg, { status: 'returned', left: 0 })
    return undefined
  }

  retap(keg: PaperKeg, tap: number): string | undefined {
    if (keg.status !== 'removed') return 'invalid_transition'
    if (this.#isTaken(tap)) return 'conflict'
    Object.assign(keg, { status: 'tapped', tap })
    this.kegs = [...this.kegs.filter(each => each !== keg), keg]
    return undefined
  }

  open(): string | undefined {
    if (this.isOpen) return 'conflict'
    this.isOpen = true
    this.sessions += 1
    return undefined
  }

  /** So much more or less than expected was counted, and so much of it taken out. */
  close({ difference, withdrawn }: { difference: number; withdrawn: number }): void {
    this.drawer += difference - withdrawn
    this.isOpen = false
  }
}
