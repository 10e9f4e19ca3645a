/** Which addresses a webhook may be registered with: every closed range, every spelling, every DNS answer. */
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addressFault, resolvedFault } from '../../src/domains/webhooks/address.ts'
import { webhookGuard } from '../../src/domains/webhooks/guard.ts'
import { dnsLookup } from '../../src/domains/webhooks/names.ts'
import { addressBytes, isPublicAddress } from '../../src/lib/public-addresses.ts'
import { type NameServer, openNameServer } from '../support/name-server.ts'

const strict = webhookGuard([])
const open = webhookGuard(['127.0.0.0/8', '10.1.0.0/16', 'fd00:1::/32'])

const notPublic =
  'The address must lead to the public internet. For receivers in a private network the operator of the service lists ' +
  'their ranges in WEBHOOK_ALLOW_CIDRS.'

describe('closed ranges', () => {
  /** First and last address of the range, and its public neighbours where it has them. */
  test.for<[string, string[], string[]]>([
    ['0/8', ['0.0.0.0', '0.255.255.255'], ['1.0.0.0']],
    ['10/8', ['10.0.0.0', '10.255.255.255'], ['9.255.255.255', '11.0.0.0']],
    ['100.64/10', ['100.64.0.0', '100.127.255.255', '100.100.100.200'], ['100.63.255.255', '100.128.0.0']],
    ['127/8', ['127.0.0.0', '127.0.0.1', '127.255.255.255'], ['126.255.255.255', '128.0.0.0']],
    ['Azure', ['168.63.129.16'], ['168.63.129.15', '168.63.129.17']],
    ['169.254/16', ['169.254.0.0', '169.254.169.254', '169.254.255.255'], ['169.253.255.255', '169.255.0.0']],
    ['172.16/12', ['172.16.0.0', '172.31.255.255'], ['172.15.255.255', '172.32.0.0']],
    ['192.0.0/24', ['192.0.0.0', '192.0.0.192', '192.0.0.255'], ['191.255.255.255', '192.0.1.0']],
    ['192.0.2/24', ['192.0.2.0', '192.0.2.255'], ['192.0.1.255', '192.0.3.0']],
    ['192.88.99/24', ['192.88.99.0', '192.88.99.255'], ['192.88.98.255', '192.88.100.0']],
    ['192.168/16', ['192.168.0.0', '192.168.255.255'], ['192.167.255.255', '192.169.0.0']],
    ['198.18/15', ['198.18.0.0', '198.19.255.255'], ['198.17.255.255', '198.20.0.0']],
    ['198.51.100/24', ['198.51.100.0', '198.51.100.255'], ['198.51.99.255', '198.51.101.0']],
    ['203.0.113/24', ['203.0.113.0', '203.0.113.255'], ['203.0.112.255', '203.0.114.0']],
    ['224/4 and 240/4', ['224.0.0.0', '239.255.255.255', '240.0.0.0', '255.255.255.255'], ['223.255.255.255']],
    ['unspecified and loopback', ['::', '::1', '0:0:0:0:0:0:0:1'], []],
    ['compatible', ['::127.0.0.1', '::7f00:1', '::8.8.8.8', '::ffff:ffff'], []],
    ['mapped', ['::ffff:127.0.0.1', '::ffff:7f00:1', '::ffff:a9fe:a9fe'], ['::ffff:8.8.8.8', '::FFFF:0808:0808']],
    ['mapped with zeros', ['::ffff:0:127.0.0.1', '::ffff:0:8.8.8.8'], []],
    ['NAT64', ['64:ff9b::7f00:1', '64:ff9b::10.0.0.1', '64:ff9b::1:0:0'], ['64:ff9b::8.8.8.8', '64:ff9b::808:808']],
    ['NAT64 of one network', ['64:ff9b:1::', '64:ff9b:1::8.8.8.8', '64:ff9b:1:ffff:ffff:ffff:ffff:ffff'], []],
    ['100::/64', ['100::', '100::ffff:ffff:ffff:ffff'], []],
    ['Teredo', ['2001::', '2001:0:4136:e378:8000:63bf:3fff:fdd2', '2001:0:ffff:ffff:ffff:ffff:ffff:ffff'], []],
    ['2001::/23', ['2001:1::1', '2001:2::', '2001:20::', '2001:1ff:ffff::'], ['2001:200::', '2000:ffff::']],
    ['2001:db8::/32', ['2001:db8::', '2001:db8:ffff::1'], ['2001:db7:ffff::', '2001:db9::']],
    ['6to4', ['2002::', '2002:7f00:1::', '2002:808:808::1', '2002:ffff::'], ['2003::']],
    ['3fff::/20', ['3fff::', '3fff:fff:ffff::1'], ['3fff:1000::', '3ffe:ffff::']],
    ['5f00::/16', ['5f00::', '5f00:ffff::1'], []],
    ['fc00::/7', ['fc00::', 'fd00:ec2::254', 'fdff:ffff::1'], []],
    ['fe80::/10', ['fe80::', 'febf::1', 'fe80::1%eth0', 'fe80::1%1'], []],
    ['fec0::/10', ['fec0::', 'feff::1'], []],
    ['ff00::/8', ['ff00::', 'ff02::1', 'ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff'], []],
    ['outside 2000::/3', ['1fff:ffff::', '4000::', '8000::1'], ['2000::', '2606:4700:4700::1111', '2a00:1450::1']],
    ['with a zone', ['2606:4700:4700::1111%eth0', '8.8.8.8%eth0'], []],
    [
      'unreadable',
      ['', 'localhost', '1.2.3', '1.2.3.4.5', '01.2.3.4', '256.1.1.1', '0x7f.1', ':::', '[::1]', ' 8.8.8.8'],
      [],
    ],
  ])('%s', ([, closed, reachable]) => {
    expect(closed.filter(isPublicAddress)).toEqual([])
    expect(reachable.filter(address => !isPublicAddress(address))).toEqual([])
  })

  test('any spelling of an IPv6 address is read as the URL parser reads it', () => {
    const spelled = (text: string) => new URL(`https://[${text}]`).hostname
    fc.assert(
      fc.property(fc.ipV6(), text => {
        const bytes = addressBytes(text)!
        expect(bytes).toHaveLength(16)
        const groups = Array.from({ length: 8 }, (_, index) =>
          (bytes[index * 2]! * 256 + bytes[index * 2 + 1]!).toString(16),
        )
        expect(spelled(groups.join(':'))).toBe(spelled(text))
      }),
      { numRuns: 2_000 },
    )
  })

  test('every IPv4 address is judged alike when it is wrapped', () => {
    fc.assert(
      fc.property(fc.ipV4(), address => {
        expect(isPublicAddress(`::ffff:${address}`)).toBe(isPublicAddress(address))
        expect(isPublicAddress(`64:ff9b::${address}`)).toBe(isPublicAddress(address))
      }),
    )
  })
})

describe('the text of an address', () => {
  test.for([
    'https://hooks.example.com/cellarbook',
    'https://hooks.example.com:8443/?a=b@c',
    'HTTPS://Hooks.Example.COM',
    'https://hooks.example.com./',
    'https://pivovar-žižkov.cz/háček',
    'https://8.8.8.8/',
    'https://[2606:4700:4700::1111]:444/',
    'https://localhost.example.com/',
    'https://internal.example.com/',
    `https://a.cz/${'x'.repeat(1_987)}`,
  ])('%s may be registered', url => expect(addressFault(url, strict)).toBeUndefined())

  const hosts = [
    ...['127.0.0.1', '127.1', '0x7f.1', '0x7f000001', '2130706433', '0177.1', '017700000001', '127.0.0.1.', '0'],
    ...['１２７.０.０.１', '１２７。０。０。１', '%31%32%37.0.0.1', '⑯⑨。②⑤④。⑯⑨｡②⑤④', '3232235777'],
    ...[
      '[::1]',
      '[::]',
      '[::ffff:127.0.0.1]',
      '[::ffff:7f00:1]',
      '[::127.0.0.1]',
      '[64:ff9b::7f00:1]',
      '[2002:7f00:1::]',
    ],
    ...['[0:0:0:0:0:ffff:10.0.0.1]', '[fe80::1]', '[fd00::1]', '10.1.2.4', '192.168.1.1', '169.254.169.254'],
    ...['localhost', 'LOCALHOST', 'localhost.', 'a.localhost', 'printer.local', 'printer.local.', 'ｌocalhost'],
    ...['metadata.google.internal', 'router.home.arpa', 'home.arpa', 'intranet', 'intranet.', 'local', 'com'],
    ...['hooks.test', 'hooks.example', 'Hooks.EXAMPLE.', 'hooks.invalid', 'hooks.onion', 'hooks.alt', 'INTRANET'],
    ...['1.0.0.127.in-addr.arpa', 'ip6.arpa.', 'a.b.c.Internal.', 'ｈooks.ｔest'],
  ]
  test.for(hosts)('invalid_url: host %s is not public', host => {
    expect(addressFault(`https://${host}/hook`, strict)).toBe(notPublic)
    expect(addressFault(`https://${host}:8443`, strict)).toBe(notPublic)
  })

  test.for([
    ['http://hooks.example.com', 'The address must begin with https://.'],
    ['ftp://hooks.example.com', 'The address must begin with https://.'],
    ['hooks.example.com', 'The address must begin with https://.'],
    ['https:hooks.example.com', 'The address must begin with https://.'],
    ['https:/hooks.example.com', 'The address must begin with https://.'],
    [' https://hooks.example.com', 'The address must begin with https://.'],
    ['https://hooks.example.com/ ', 'The address must not contain spaces, backslashes or control characters.'],
    ['https://hooks.exam\nple.com', 'The address must not contain spaces, backslashes or control characters.'],
    [
      'https://hooks.example.com\\@127.0.0.1/',
      'The address must not contain spaces, backslashes or control characters.',
    ],
    ['https://hooks.example.com/\u0000', 'The address must not contain spaces, backslashes or control characters.'],
    ['https://user:password@hooks.example.com', 'The address must contain no user name or password.'],
    ['https://user@hooks.example.com', 'The address must contain no user name or password.'],
    ['https://@hooks.example.com', 'The address must contain no user name or password.'],
    ['https://:@hooks.example.com', 'The address must contain no user name or password.'],
    ['https://hooks.example.com@127.0.0.1/', 'The address must contain no user name or password.'],
    ['https://hooks.example.com/#part', 'The address must have no fragment (#).'],
    ['https://hooks.example.com/#', 'The address must have no fragment (#).'],
    ['https://', 'The address cannot be read.'],
    ['https://hooks.example.com:0/', 'The address cannot be read.'],
    ['https://hooks.example.com:70000/', 'The address cannot be read.'],
    ['https://256.256.256.256/', 'The address cannot be read.'],
    ['https://[fe80::1%25eth0]/', 'The address cannot be read.'],
    ['https://hooks..example.com/', 'The host name cannot be read.'],
    ['https://hooks.example.com../', 'The host name cannot be read.'],
    [`https://${'a.'.repeat(130)}cz/`, 'The host name cannot be read.'],
    [`https://a.cz/${'x'.repeat(1_988)}`, 'The address must have at most 2000 characters.'],
    [`https://a.cz/${'ž'.repeat(400)}`, 'The address must have at most 2000 characters.'],
  ])('invalid_url: %j', ([url, fault]) => expect(addressFault(url!, strict)).toBe(fault))

  test('ranges of WEBHOOK_ALLOW_CIDRS open their addresses on any port, and localhost where they cover it; nothing else', () => {
    const fault = (host: string) => addressFault(`https://${host}:9443/`, open)
    const allowed = [
      '127.0.0.1',
      '2130706433',
      '[::ffff:127.0.0.1]',
      '10.1.2.3',
      '[fd00:1::5]',
      'localhost',
      'LOCALHOST.',
      'a.localhost',
    ]
    expect(allowed.filter(fault)).toEqual([])
    const closed = [
      '10.2.0.1',
      '0.0.0.0',
      '[::1]',
      '[::127.0.0.1]',
      '[64:ff9b::7f00:1]',
      '[fd00:2::5]',
      '169.254.169.254',
      'receiver',
      'receiver.internal',
      'receiver.local',
      'receiver.test',
    ]
    expect(closed.filter(host => !fault(host))).toEqual([])
    const elsewhere = webhookGuard(['10.1.0.0/16'])
    expect(addressFault('https://localhost/', elsewhere)).toBe(notPublic)
    expect(addressFault('https://localhost/', webhookGuard(['::1/128']))).toBeUndefined()
  })
})

describe('what the DNS answers', () => {
  let names: NameServer
  beforeAll(async () => {
    names = await openNameServer({
      'public.example.com': ['8.8.8.8', '2606:4700:4700::1111'],
      'private.example.com': ['10.0.0.1'],
      'private6.example.com': ['fd00::1'],
      'mixed.example.com': ['8.8.8.8', '127.0.0.1'],
      'mixed6.example.com': ['8.8.8.8', '::ffff:7f00:1'],
      'empty.example.com': [],
      'silent.example.com': 'silent',
    })
  })
  afterAll(() => names.close())
  const faultOf = (host: string, guard = strict) => resolvedFault(`https://${host}/`, guard, dnsLookup([names.address]))

  test.for(['public', 'empty', 'unknown'])('%s: no refusal', async name =>
    expect(await faultOf(`${name}.example.com`)).toBeUndefined(),
  )

  test.for(['private', 'private6', 'mixed', 'mixed6'])('invalid_url: %s', async name =>
    expect(await faultOf(`${name}.example.com`)).toBe(notPublic),
  )

  test('a name that is never answered is no refusal, and is not waited for', async () => {
    expect(await faultOf('silent.example.com')).toBeUndefined()
  })

  test('a failure of the look-up is no refusal', async () => {
    expect(await resolvedFault('https://a.cz/', strict, () => Promise.reject(new Error('SERVFAIL')))).toBeUndefined()
  })

  test('an opened range counts as public; the name of this machine is looked up as the system does', async () => {
    expect(await faultOf('mixed.example.com', open)).toBeUndefined()
    expect(await faultOf('private.example.com', open)).toBe(notPublic)
    expect(await resolvedFault('https://localhost/', webhookGuard(['127.0.0.0/8', '::1']))).toBeUndefined()
    expect(await resolvedFault('https://localhost/', webhookGuard(['10.0.0.0/8']))).toBe(notPublic)
  })

  test('twenty names with dead servers do not hold up a living one', async () => {
    const lookup = dnsLookup([names.address])
    const limits = Array.from({ length: 20 }, () => new AbortController())
    let ended = 0
    const dead = limits.map(({ signal }) => lookup('silent.example.com', signal).finally(() => ended++))
    const living = await lookup('public.example.com', new AbortController().signal)
    expect(living).toEqual(['8.8.8.8', '2606:4700:4700::1111'])
    expect(ended).toBe(0)
    for (const limit of limits) limit.abort()
    expect(await Promise.all(dead)).toEqual(dead.map(() => []))
  })
})
