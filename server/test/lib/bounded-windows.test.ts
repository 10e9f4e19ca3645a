/** Windows that count by name: by a clock of their own, and never more than they may keep. */
import { expect, test } from 'vitest'
import { networkOf } from '../../src/lib/addresses.ts'
import { boundedWindows } from '../../src/lib/bounded-windows.ts'

function windows(most = 3) {
  const clock = { ms: 0 }
  return { clock, counted: boundedWindows({ windowMs: 60_000, most, now: () => clock.ms }) }
}

test('a window begins with its first count and ends a minute later', () => {
  const { clock, counted } = windows()
  expect(counted.peek('a')).toEqual({ count: 0, leftMs: 60_000 })
  expect(counted.count('a')).toEqual({ count: 1, leftMs: 60_000 })
  clock.ms = 59_999
  expect(counted.count('a')).toEqual({ count: 2, leftMs: 1 })
  expect(counted.peek('a')).toEqual({ count: 2, leftMs: 1 })
  clock.ms = 60_000
  expect(counted.peek('a').count).toBe(0)
  expect(counted.count('a')).toEqual({ count: 1, leftMs: 60_000 })
})

test('a window that begins has its length left, whatever fraction the clock is at', () => {
  const { clock, counted } = windows(1_000)
  for (let name = 0; name < 1_000; name++) {
    clock.ms = name * 7.123
    expect(counted.count(`name ${name}`)).toEqual({ count: 1, leftMs: 60_000 })
  }
})

test('ended windows are forgotten, and above the most the oldest', () => {
  const { clock, counted } = windows()
  for (const name of ['a', 'b', 'c']) counted.count(name)
  clock.ms = 1
  counted.count('a')
  counted.count('d')
  expect(counted.size).toBe(3)
  expect(['a', 'b', 'c', 'd'].map(name => counted.peek(name).count)).toEqual([0, 1, 1, 1])
  clock.ms = 60_000
  counted.count('e')
  expect(counted.size).toBe(2)
})

test('a flood of names stays within the bound', () => {
  const { counted } = windows(1_000)
  for (let name = 0; name < 50_000; name++) counted.count(`name ${name}`)
  expect(counted.size).toBe(1_000)
})

test.for([
  ['203.0.113.7', '203.0.113.7'],
  ['::ffff:203.0.113.7', '203.0.113.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:DB8:0001:2::', '2001:db8:1:2::/64'],
  ['2001:db8:1:2::9', '2001:db8:1:2::/64'],
  ['2001:db8::9', '2001:db8:0:0::/64'],
  ['1::3:4:5:6:7:8', '1:0:3:4::/64'],
  ['::1', '0:0:0:0::/64'],
  ['64:ff9b::1.2.3.4', '64:ff9b:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['nonsense', 'unknown'],
  ['x'.repeat(30_000), 'unknown'],
])('the address %s belongs to %s', ([address, network]) => {
  expect(networkOf(address!)).toBe(network)
})
