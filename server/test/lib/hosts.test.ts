/** Addresses of PostgreSQL that name several hosts. */
import { expect, test } from 'vitest'
import { addressesOf, addressFor } from '../../src/db/hosts.ts'
import { readConfig } from '../../src/process/config.ts'

test('each host is an address of its own, with the same user, name and options', () => {
  expect(addressesOf('postgres://u:p@one:5432,two/db?sslmode=require&target_session_attrs=read-write')).toEqual([
    'postgres://u:p@one:5432/db?sslmode=require',
    'postgres://u:p@two/db?sslmode=require',
  ])
  expect(addressesOf('postgresql://one/db?target_session_attrs=primary')).toEqual(['postgresql://one/db'])
})

test('another user gets the same hosts', () => {
  const url = addressFor('postgres://u:p@one,two:6000/db', { user: 'ser/vice', password: 'p@ss' })
  expect(url).toBe('postgres://ser%2Fvice:p%40ss@one,two:6000/db')
})

test('DATABASE_URL takes several hosts, and refuses one that is none', () => {
  const several = 'postgres://u:p@one:5432,two:5432/db'
  expect(readConfig({ DATABASE_URL: several }).databaseUrl).toBe(several)
  expect(() => readConfig({ DATABASE_URL: 'postgres://u:secret@one:5432,two:x/db' })).toThrow(
    /^DATABASE_URL=(?!.*secret)/,
  )
})
