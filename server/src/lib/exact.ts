/**
 * A decimal number as a whole number of its last place: `12.50` is 1250 at two places. Sums, differences and products are exact;
 * a quotient has thirty places, of which the last is rounded.
 */

/** What a number may be given as. */
export type Given = string | number | Exact

/** Towards zero, half away from zero, away from zero. */
export type Rounding = 'cut' | 'half_up' | 'up'

/** A quotient of two numbers of the contract is exact enough to be rounded afterwards. */
const quotientPlaces = 30

const shape = /^(-?)(\d*)(?:\.(\d*))?(?:e([+-]?\d{1,3}))?$/i

/** So many digits are read as one number without losing any. */
const safeDigits = 15

/** 10 to the power of its place. */
const powers: bigint[] = Array.from({ length: 64 }, (_, exponent) => 10n ** BigInt(exponent))

const power = (exponent: number): bigint => powers[exponent] ?? 10n ** BigInt(exponent)

const absolute = (value: bigint): bigint => (value < 0n ? -value : value)

export class Exact {
  readonly units: bigint
  readonly places: number

  constructor(units: bigint, places: number) {
    this.units = units
    this.places = places
  }

  static from(given: Given): Exact {
    if (given instanceof Exact) return given
    const text = typeof given === 'string' ? given : String(given)
    return ofShortText(text) ?? ofText(text)
  }

  plus(given: Given): Exact {
    const other = Exact.from(given)
    const places = Math.max(this.places, other.places)
    return new Exact(this.#unitsAt(places) + other.#unitsAt(places), places)
  }

  minus(given: Given): Exact {
    const other = Exact.from(given)
    const places = Math.max(this.places, other.places)
    return new Exact(this.#unitsAt(places) - other.#unitsAt(places), places)
  }

  times(given: Given): Exact {
    const other = Exact.from(given)
    return new Exact(this.units * other.units, this.places + other.places)
  }

  div(given: Given, places = quotientPlaces, rounding: Rounding = 'half_up'): Exact {
    const other = Exact.from(given)
    if (other.units === 0n) throw new RangeError('A number is divided by zero')
    const shift = places + other.places - this.places
    const above = shift < 0 ? this.units : this.units * power(shift)
    const below = shift < 0 ? other.units * power(-shift) : other.units
    return new Exact(quotient(above, below, rounding), places).#short()
  }

  pow(exponent: number): Exact {
    if (exponent < 0) return Exact.from(1).div(this.pow(-exponent))
    return new Exact(this.units ** BigInt(exponent), this.places * exponent)
  }

  abs(): Exact {
    return this.units < 0n ? new Exact(-this.units, this.places) : this
  }

  round(places: number, rounding: Rounding): Exact {
    if (this.places <= places) return this
    return new Exact(quotient(this.units, power(this.places - places), rounding), places)
  }

  /** Below zero when it is less, zero when it is the same. */
  cmp(given: Given): -1 | 0 | 1 {
    const other = Exact.from(given)
    const places = Math.max(this.places, other.places)
    const [one, two] = [this.#unitsAt(places), other.#unitsAt(places)]
    if (one === two) return 0
    return one < two ? -1 : 1
  }

  eq(given: Given): boolean {
    return this.cmp(given) === 0
  }

  gt(given: Given): boolean {
    return this.cmp(given) > 0
  }

  gte(given: Given): boolean {
    return this.cmp(given) >= 0
  }

  lt(given: Given): boolean {
    return this.cmp(given) < 0
  }

  lte(given: Given): boolean {
    return this.cmp(given) <= 0
  }

  /** With so many places, rounded half away from zero. */
  toFixed(places: number): string {
    return textOf(this.round(places, 'half_up').#unitsAt(places), places)
  }

  /** Without superfluous zeros, without an exponent. */
  toString(): string {
    const text = textOf(this.units, this.places)
    if (this.places === 0 || !text.endsWith('0')) return text
    let end = text.length
    while (text.charCodeAt(end - 1) === zeroCode) end -= 1
    return text.slice(0, text.charCodeAt(end - 1) === pointCode ? end - 1 : end)
  }

  #unitsAt(places: number): bigint {
    return places === this.places ? this.units : this.units * power(places - this.places)
  }

  /** The zeros at the end of a quotient would be carried through all that is made of it. */
  #short(): Exact {
    let { units, places } = this
    for (let cut = 16; cut >= 1; cut /= 2) {
      while (places >= cut && units % power(cut) === 0n) {
        units /= power(cut)
        places -= cut
      }
    }
    return new Exact(units, places)
  }
}

const zeroCode = 48
const pointCode = 46
const minusCode = 45

/** What nearly all of them look like: few digits, perhaps a minus, perhaps a point between two of them. */
function ofShortText(text: string): Exact | undefined {
  const isNegative = text.charCodeAt(0) === minusCode
  const first = isNegative ? 1 : 0
  let point = -1
  let units = 0
  for (let at = first; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code >= zeroCode && code < zeroCode + 10) units = units * 10 + (code - zeroCode)
    else if (code === pointCode && point < 0) point = at
    else return undefined
  }
  const digits = text.length - first - (point < 0 ? 0 : 1)
  if (digits === 0 || digits > safeDigits) return undefined
  return new Exact(BigInt(isNegative ? -units : units), point < 0 ? 0 : text.length - point - 1)
}

function ofText(text: string): Exact {
  const [, sign = '', whole = '', part = '', exponent = '0'] = shape.exec(text) ?? []
  if (whole + part === '') throw new TypeError(`${text} is no number`)
  const units = BigInt(sign + (whole + part))
  const places = part.length - Number(exponent)
  return places < 0 ? new Exact(units * power(-places), 0) : new Exact(units, places)
}

function quotient(above: bigint, below: bigint, rounding: Rounding): bigint {
  const cut = above / below
  if (rounding === 'cut') return cut
  const rest = absolute(above % below)
  if (rest === 0n || (rounding === 'half_up' && rest * 2n < absolute(below))) return cut
  return above < 0n === below < 0n ? cut + 1n : cut - 1n
}

function textOf(units: bigint, places: number): string {
  if (places === 0) return units.toString()
  const digits = absolute(units)
    .toString()
    .padStart(places + 1, '0')
  const point = digits.length - places
  return `${units < 0n ? '-' : ''}${digits.slice(0, point)}.${digits.slice(point)}`
}
