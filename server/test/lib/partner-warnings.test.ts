/** Numbers of partners that look mistyped: told, and nothing else. */
import { expect, test } from 'vitest'
import { warningsOf } from '../../src/domains/core/partners/warnings.ts'

const ico = (number: string, country = 'CZ') =>
  warningsOf({ ico: number, dic: null, country }).map(({ field, code }) => `${field} ${code}`)
const dic = (number: string, country = 'CZ') =>
  warningsOf({ ico: null, dic: number, country }).map(({ field, code }) => `${field} ${code}`)

test('the last digit of a Czech business id follows from the others', () => {
  for (const right of ['27082440', '270 82 440', '00006947', '6947', '25596641']) expect(ico(right), right).toEqual([])
  for (const wrong of ['27082441', '27082404', '12345678', '00006946']) {
    expect(ico(wrong), wrong).toEqual(['ico check_digit'])
  }
})

test('another form is told for Czech and Slovak ones, and for no others', () => {
  for (const other of ['123456789', 'CZ27082440', '2708244A', '-']) expect(ico(other), other).toEqual(['ico form'])
  expect(ico('123456789', 'SK')).toEqual(['ico form'])
  expect(ico('12345678', 'SK')).toEqual([])
  expect(ico('HRB 12345', 'DE')).toEqual([])
})

test('a tax id is judged by the country in front of it, wherever the partner is', () => {
  const right = [
    'CZ27082440',
    'cz 270 824 40',
    'CZ699001182',
    'CZ8501011234',
    'SK2020273893',
    'DE811128135',
    'ATU12345678',
  ]
  for (const number of [...right, 'EL123456789', 'XI123456789', 'CHE123456789MWST', 'US12-3456789', 'NL123456789B01']) {
    expect(dic(number, 'PL'), number).toEqual([])
  }
  for (const number of ['CZ1234567', 'CZ12345678901', 'DE12345678', 'AT12345678', 'EL12345678', 'SK12345678']) {
    expect(dic(number), number).toEqual(['dic form'])
  }
  expect(dic('CZ27082441')).toEqual(['dic check_digit'])
  expect(dic('27082440')).toEqual(['dic prefix_missing'])
})

test('a partner without numbers, or with empty ones, has no warnings', () => {
  expect(warningsOf({ ico: null, dic: '', country: 'CZ' })).toEqual([])
})
