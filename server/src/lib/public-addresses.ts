/** Which IP addresses lead to the public internet; decided by bytes, because one address has many spellings. */
import { isIPv4, isIPv6 } from 'node:net'

interface Range {
  network: readonly number[]
  bits: number
}

/** What is not listed is public. */
const closedIpv4 = [
  '0.0.0.0/8', // this network; Linux takes 0.0.0.0 for the machine itself
  '10.0.0.0/8',
  '100.64.0.0/10', // carrier NAT, and the metadata services of some clouds
  '127.0.0.0/8',
  '168.63.129.16/32', // a public number, but Azure answers it on the virtual machine itself
  '169.254.0.0/16', // link-local, and the metadata services of most clouds
  '172.16.0.0/12',
  '192.0.0.0/24', // protocol assignments
  '192.0.2.0/24', // documentation
  '192.88.99.0/24', // 6to4 relays
  '192.168.0.0/16',
  '198.18.0.0/15', // benchmarks
  '198.51.100.0/24', // documentation
  '203.0.113.0/24', // documentation
  '224.0.0.0/4', // multicast
  '240.0.0.0/4', // reserved, with the broadcast address
].map(range)

/** Only global unicast is public, so ::, ::1, fc00::/7, fe80::/10, ff00::/8 and all unassigned space need no mention. */
const globalUnicast = range('2000::/3')

const closedIpv6 = [
  '2001::/23', // protocol assignments, Teredo among them: its packets end at an IPv4 address of the sender's choice
  '2001:db8::/32', // documentation
  '2002::/16', // 6to4: a tunnel to an IPv4 address of the sender's choice, given up in 2015
  '3fff::/20', // documentation
].map(range)

/** Both stand for the IPv4 address in their last four bytes: as sockets report it, and on hosts with IPv6 only. */
const wrappedIpv4 = ['::ffff:0:0/96', '64:ff9b::/96'].map(range)

/** False also for what cannot be read, and for addresses with a zone: a zone names an interface of this machine. */
export function isPublicAddress(address: string): boolean {
  const bytes = addressBytes(address)
  if (!bytes) return false
  return bytes.length === 4 ? isPublicIpv4(bytes) : isPublicIpv6(bytes)
}

const isPublicIpv4 = (bytes: readonly number[]): boolean => !closedIpv4.some(closed => isWithin(bytes, closed))

function isPublicIpv6(bytes: readonly number[]): boolean {
  if (wrappedIpv4.some(wrapped => isWithin(bytes, wrapped))) return isPublicIpv4(bytes.slice(12))
  return isWithin(bytes, globalUnicast) && !closedIpv6.some(closed => isWithin(bytes, closed))
}

/** Four or sixteen bytes; undefined for what is no plain address. */
export function addressBytes(address: string): number[] | undefined {
  if (isIPv4(address)) return ipv4Bytes(address)
  return isIPv6(address) && !address.includes('%') ? ipv6Bytes(address) : undefined
}

function ipv4Bytes(address: string): number[] {
  return address.split('.').map(Number)
}

/** At most one `::` stands for the zeros that fill the address up; the end may be written as IPv4. */
function ipv6Bytes(address: string): number[] {
  const [head = '', tail] = address.split('::')
  const front = groupBytes(head)
  const back = groupBytes(tail ?? '')
  return [...front, ...new Array<number>(16 - front.length - back.length).fill(0), ...back]
}

function groupBytes(groups: string): number[] {
  if (groups === '') return []
  return groups.split(':').flatMap(group => {
    if (group.includes('.')) return ipv4Bytes(group)
    const value = Number.parseInt(group, 16)
    return [value >> 8, value & 0xff]
  })
}

function range(text: string): Range {
  const [network = '', bits] = text.split('/')
  return { network: isIPv4(network) ? ipv4Bytes(network) : ipv6Bytes(network), bits: Number(bits) }
}

function isWithin(bytes: readonly number[], { network, bits }: Range): boolean {
  return network.every((byte, index) => {
    const counted = Math.min(Math.max(bits - index * 8, 0), 8)
    const mask = (0xff << (8 - counted)) & 0xff
    return ((bytes[index]! ^ byte) & mask) === 0
  })
}
