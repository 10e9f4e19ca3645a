/** Where somebody may be led after signing in. */
import { expect, test } from 'vitest'
import { safeNext } from '../src/screens/sign-in/next.ts'

test('inside the console alone, whatever an address asks for', () => {
  const inside = ['/live', '/test/orders?status=draft', '/settings/users', '/console/profile']
  expect(inside.map(safeNext)).toEqual(['/live', '/test/orders?status=draft', '/settings/users', '/profile'])
  const elsewhere = [
    '//elsewhere.example',
    'https://elsewhere.example/',
    '/developers',
    '/liver',
    '/\\elsewhere.example',
    '',
    undefined,
  ]
  for (const next of elsewhere) expect(safeNext(next), next).toBe('/')
})
