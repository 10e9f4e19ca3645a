/** What is typed behind an option, checked: each refuses in one line. */
import { addressList } from '../../lib/addresses.ts'
import { type Day, isDay } from '../../lib/days.ts'
import { parseInstant } from '../../lib/instants.ts'
import { parseStrictJson } from '../../lib/strict-json.ts'
import { Refusal } from './command.ts'

const refuse = (message: string): never => {
  throw new Refusal(message)
}

export const commaList = (value: string): string[] =>
  value
    .split(',')
    .map(part => part.trim())
    .filter(part => part !== '')

/** An option that may be given several times. */
export const collected = (value: string, before: string[] = []): string[] => [...before, value]

export const flag =
  (name: string) =>
  (value: string): boolean =>
    value === 'true' || value === 'false' ? value === 'true' : refuse(`${name} takes true or false, not ${value}.`)

export const wholeNumber =
  (name: string, least = 0, most?: number) =>
  (value: string): number => {
    const number = Number(value)
    const isFine = /^\d{1,9}$/.test(value) && number >= least
    if (!isFine) return refuse(`${name} takes a whole number from ${least} on, not ${value}.`)
    return most === undefined || number <= most ? number : refuse(`${name} takes at most ${most}.`)
  }

export const oneOf =
  <T extends string>(name: string, allowed: readonly T[]) =>
  (value: string): T =>
    allowed.find(item => item === value) ?? refuse(`${name} takes one of ${allowed.join(', ')}, not ${value}.`)

export const someOf =
  <T extends string>(name: string, allowed: readonly T[]) =>
  (value: string): T[] => {
    const list = commaList(value)
    return list.length > 0 ? list.map(oneOf(name, allowed)) : refuse(`${name} takes at least one value.`)
  }

export const day =
  (name: string) =>
  (value: string): Day =>
    isDay(value) ? value : refuse(`${name} takes a day such as 2027-01-31, not ${value}.`)

export const instant =
  (name: string) =>
  (value: string): string =>
    parseInstant(value) ?? refuse(`${name} takes an instant such as 2027-01-31T12:00:00Z, not ${value}.`)

export const text =
  (name: string, longest: number) =>
  (value: string): string =>
    value.trim() === '' || value.length > longest ? refuse(`${name} takes 1 to ${longest} characters.`) : value

export const slug =
  (name: string) =>
  (value: string): string =>
    /^[a-z0-9][a-z0-9-]{0,62}$/.test(value)
      ? value
      : refuse(`${name} takes lower-case letters, digits and hyphens, not ${value}.`)

/** An address of the web, without what does not belong to a place to call. */
export const webAddress =
  (name: string) =>
  (value: string): string => {
    const url = URL.canParse(value) ? new URL(value) : undefined
    const isFine = url && /^https?:$/.test(url.protocol) && !url.username && !url.hash
    return isFine ? value : refuse(`${name} takes an address such as http://127.0.0.1:8080, not ${value}.`)
  }

export const signingSecret =
  (name: string) =>
  (value: string): string =>
    /^whsec_[A-Za-z0-9+/]{16,}={0,2}$/.test(value) ? value : refuse(`${name} takes a secret that begins with whsec_.`)

export const addresses =
  (name: string) =>
  (value: string): string[] => {
    const list = commaList(value)
    // An empty list would be a key for every address.
    const isFine = list.length > 0 && addressList(list)
    return isFine ? list : refuse(`${name} takes addresses or CIDR ranges, not ${value}.`)
  }

export const jsonObject =
  (name: string, mostKilobytes: number) =>
  (value: string): Record<string, unknown> => {
    const bytes = Buffer.from(value)
    if (bytes.length > mostKilobytes * 1_024) return refuse(`${name} takes at most ${mostKilobytes} kB.`)
    const json = readJson(bytes)
    const isObject = typeof json === 'object' && json !== null && !Array.isArray(json)
    return isObject ? (json as Record<string, unknown>) : refuse(`${name} takes a JSON object.`)
  }

function readJson(bytes: Buffer): unknown {
  try {
    return parseStrictJson(bytes)
  } catch {
    return undefined
  }
}
