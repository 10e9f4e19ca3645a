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
