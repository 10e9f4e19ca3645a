/** What a spreadsheet gets. */
import { expect, test } from 'vitest'
import { toCsv } from '../src/format/csv.ts'
import { csvTime } from '../src/format/instants.ts'

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

test('a moment is what clocks showed where the account is, as a spreadsheet reads it', () => {
  const inPrague = ['2026-11-15T06:30:00.123Z', '2026-03-29T00:59:59Z', '2026-03-29T01:00:00Z', '2026-12-31T23:30:00Z']
  const times = ['2026-11-15 07:30:00', '2026-03-29 01:59:59', '2026-03-29 03:00:00', '2027-01-01 00:30:00']
  expect(inPrague.map(instant => csvTime(instant, 'Europe/Prague'))).toEqual(times)
  expect(toCsv([{ label: 'Přišlo' }], [[times[0]!]], 'cs')).toContain('\r\n2026-11-15 07:30:00\r\n')
})
