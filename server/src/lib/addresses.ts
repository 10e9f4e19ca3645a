/** Client addresses and the lists (addresses and CIDR) they are held against. */
import { BlockList, isIP, isIPv4 } from 'node:net'

/** `::ffff:a.b.c.d` counts as IPv4. */
export const plainAddress = (address: string): string => {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1]
  return mapped && isIPv4(mapped) ? mapped : address
}

const family = (address: string) => (isIPv4(address) ? 'ipv4' : 'ipv6')

/** Undefined when an entry is neither an address nor a CIDR range. */
export function addressList(entries: readonly string[]): BlockList | undefined {
  const list = new BlockList()
  for (const entry of entries) if (!addEntry(list, entry)) return undefined
  return list
}

function addEntry(list: BlockList, entry: string): boolean {
  const [network, bits, ...rest] = entry.split('/')
  const address = plainAddress(network ?? '')
  if (rest.length > 0 || !isIP(address)) return false
  if (bits === undefined) list.addAddress(address, family(address))
  else if (!/^\d{1,3}$/.test(bits) || Number(bits) > (isIPv4(address) ? 32 : 128)) return false
  else list.addSubnet(address, Number(bits), family(address))
  return true
}

export const isListed = (list: BlockList, address: string): boolean =>
  isIP(address) !== 0 && list.check(address, family(address))

/**
 * Whom an address belongs to: an IPv4 address to itself, an IPv6 address to its /64, which is what one customer gets.
 * What is no address shares one name, so that nobody makes up names of any length.
 */
export function networkOf(address: string): string {
  const plain = plainAddress(address)
  if (isIPv4(plain)) return plain
  if (!isIP(plain)) return 'unknown'
  const [head = '', tail] = plain.split('%', 1)[0]!.split('::')
  const groups = head === '' ? [] : head.split(':')
  // `::` stands for as many zeros as are missing; a dotted end takes the place of two groups.
  const behind = tail ? tail.split(':').length + (tail.includes('.') ? 1 : 0) : 0
  const zeros = tail === undefined ? 0 : 8 - groups.length - behind
  const all = [...groups, ...Array<string>(zeros).fill('0'), ...(tail ? tail.split(':') : [])]
  return `${all
    .slice(0, 4)
    .map(group => Number.parseInt(group, 16).toString(16))
    .join(':')}::/64`
}
