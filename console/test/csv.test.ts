/** What a spreadsheet gets. */
import { expect, test } from 'vitest'
import { toCsv } from '../src/format/csv.ts'

test('opens in columns, with numbers that are numbers, and runs nothing', () => {
  const columns = [{ label: 'Název' }, { label: 'Verze' }, { label: 'Cena', isNumber: true }]
  const rows = [
    ['Pivo "U Lípy"; sud', '1.2', '-1619.34'],
    ['=1+1', '', '80'],
  ]
  const lines = (language: 'cs' | 'en') => toCsv(columns, rows, language).slice(1).split('\r\n')
  expect(lines('en')).toEqual(['Název,Verze,Cena', '"Pivo ""U Lípy""; sud",1.2,-1619.34', "'=1+1,,80", ''])
  // In Czech a comma stands in numbers, so columns are parted by semicolons.
  expect(lines('cs')).toEqual(['Název;Verze;Cena', '"Pivo ""U Lípy""; sud";1.2;-1619,34', "'=1+1;;80", ''])
})
