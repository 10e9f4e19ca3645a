/** International bank account numbers: the check digits of ISO 13616. */

/** Check digits are 02 to 98: 00, 01 and 99 would leave 1 as well. */
const shape = /^[A-Z]{2}(?!00|01|99)\d{2}[A-Z0-9]{11,30}$/

/** The letters count from A = 10; the whole, with the first four moved to the end, leaves 1 when divided by 97. */
export function isIban(text: string): boolean {
  if (!shape.test(text)) return false
  const digits = [...text.slice(4), ...text.slice(0, 4)].map(character => Number.parseInt(character, 36)).join('')
  return BigInt(digits) % 97n === 1n
}
