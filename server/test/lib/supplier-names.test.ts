/** Names of firms and numbers of accounts: when two ways of writing mean the same. */
import { expect, test } from 'vitest'
import { isSameName } from '../../src/domains/core/partners/names.ts'
import { isSameAccount } from '../../src/lib/bank-accounts.ts'

test.each<[string, string]>([
  ['Pivovar Novák', 'Pivovar Novák'],
  ['Pivovar Novák', 'PIVOVAR NOVAK'],
  ['Pivovar Novák s.r.o.', 'Pivovar Novák, spol. s r. o.'],
  ['Pivovar Novák, s. r. o.', 'Pivovar Novák sro'],
  ['Pivovar Novák', 'Pivovar Novák společnost s ručením omezeným'],
  ['Chmel a.s.', 'CHMEL, akciová společnost'],
  ['Chmel a. s.', 'Chmel'],
  ['„Sladovna“ Záhlinice - družstvo', 'Sladovna Záhlinice'],
  ['Malz GmbH & Co. KG', 'Malz GmbH'],
  ['Malz Gesellschaft mbH', 'MALZ'],
  ['Hops Ltd.', 'Hops Limited'],
  ['Słód sp. z o.o.', 'Slod Sp. z o. o.'],
  ['Bryggeri A/S', 'Bryggeri AS'],
  ['Weißbier AG', 'Weissbier'],
  ['Firma A s.r.o.', 'Firma A, spol. s r.o.'],
  ['Novák & syn', 'Novák a syn'],
  ['AlfaBeta s.r.o.', 'Alfa Beta'],
  ['Novák Jan', 'Jan Novák'],
  ['Makro', 'MAKRO Cash & Carry ČR s.r.o.'],
  ['Пивоварня', 'ПИВОВАРНЯ'],
  ['Ltd', 'ltd.'],
  ['***', '***'],
])('%s is %s', (one, other) => {
  expect([isSameName(one, other), isSameName(other, one)]).toEqual([true, true])
})

test.each<[string, string]>([
  ['Pivovar Novák', 'Evil Ltd'],
  ['Pivovar Novák s.r.o.', 'Pivovar Dvořák s.r.o.'],
  ['Pivovar Novák', 'Pivovar Nováček'],
  ['Firma A s.r.o.', 'Firma B s.r.o.'],
  ['a.s.', 's.r.o.'],
  ['Ltd', 'Evil Ltd'],
  ['Chmel', 'Slad'],
  ['***', 'Evil'],
  ['Пивоварня', 'Солод'],
])('%s is not %s', (one, other) => {
  expect([isSameName(one, other), isSameName(other, one)]).toEqual([false, false])
})

const account = (text: string) =>
  /^[A-Z]{2}/.test(text) ? { account: null, iban: text } : { account: text, iban: null }

test.each<[string, string, boolean]>([
  ['19-2000145399/0800', '19-2000145399/0800', true],
  ['19-2000145399/0800', '000019-2000145399 / 0800', true],
  ['19-2000145399/0800', 'CZ6508000000192000145399', true],
  ['2000145399/0800', '19-2000145399/0800', false],
  ['19-2000145399/0800', '19-2000145399/0100', false],
  ['CZ6508000000192000145399', 'CZ6508000000192000145399', true],
  ['CZ6508000000192000145399', 'SK0808000000192000145399', false],
  ['DE89370400440532013000', 'DE89370400440532013000', true],
  ['DE89370400440532013000', 'CZ6508000000192000145399', false],
  ['4711 0815', '47110815', true],
  ['4711', '4712', false],
])('account %s and %s: %s', (one, other, isSame) => {
  expect(isSameAccount(account(one), account(other))).toBe(isSame)
  expect(isSameAccount(account(other), account(one))).toBe(isSame)
})
