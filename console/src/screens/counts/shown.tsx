/** What is being counted, and how far the number is off. */
import type { InventoryCountLine } from '@cellarbook/sdk'
import { useQuery } from '@tanstack/react-query'
import { currentBook } from '../../data/book.ts'
import { call } from '../../data/client.ts'
import { isNegative, isZero, readDecimal } from '../../format/decimal.ts'
import { Button } from '../../kit/button.tsx'
import { Bar } from '../../kit/facts.tsx'
import { usePaused } from '../../patterns/paused.ts'
import { useParams, useSetParams } from '../../patterns/search-params.ts'
import { useFormat } from '../../words/use-format.ts'
import { useWords } from '../../words/use-words.ts'
import { bodyOf, type Countable, pathOf } from './tally-state.ts'

/** Those who count blind see no expectation. */
const useBlind = (): boolean => useParams().blind === 'true'

export function What({ line }: { line: Countable }) {
  const { counting: words } = useWords('counts')
  const { quantity, day } = useFormat()
  const isBlind = useBlind()
  const { item, lot_number, expiry_date, unit } = line
  const marks = [item.code, lot_number && words.lot(lot_number), expiry_date && words.until(day(expiry_date))]
  return (
    <>
      <h2>{item.name}</h2>
      <p className="quiet">{marks.filter(Boolean).join(' · ')}</p>
      {!isBlind && (
        <p className="spread">
          <span className="quiet">{line.expected === null ? words.fresh : words.expected}</span>
          {line.expected !== null && <strong>{quantity(line.expected, unit.symbol)}</strong>}
        </p>
      )}
      {line.counted !== null && (
        <p className="spread">
          <span className="quiet">{words.before}</span>
          <strong>{quantity(line.counted, unit.symbol)}</strong>
        </p>
      )}
      <Blind isBlind={isBlind} />
    </>
  )
}

function Blind({ isBlind }: { isBlind: boolean }) {
  const { counting: words } = useWords('counts')
  const setParams = useSetParams()
  const turn = () => setParams({ blind: isBlind ? '' : 'true' }, { replace: true })
  return (
    <Button look="plain" aria-pressed={isBlind} onClick={turn}>
      {words.hide}
    </Button>
  )
}

interface OffProps {
  countId: string
  line: Countable
  typed: string
  /** Then nobody can be asked. */
  isDown: boolean
}

/** The service says how far it is off: the save is rehearsed. */
export function Off({ countId, line, typed, isDown }: OffProps) {
  const settled = usePaused(readDecimal(typed), 300)
  const isBlind = useBlind()
  const isAsked = settled !== undefined && line.id !== undefined && line.expected !== null
  const rehearsed = useQuery({
    queryKey: [currentBook(), 'rehearsal', countId, line.id, settled],
    queryFn: ({ signal }) =>
      call<InventoryCountLine>('PATCH', pathOf(countId, line), {
        query: { dry_run: true },
        body: bodyOf(line, settled!),
        signal,
      }),
    enabled: isAsked && !isBlind && !isDown && typed !== '',
    retry: false,
    gcTime: 0,
  })
  const difference = rehearsed.data?.body.difference
  if (!difference || typed === '') return null
  return <Difference difference={difference} symbol={line.unit.symbol} />
}

function Difference({ difference, symbol }: { difference: string; symbol: string }) {
  const { counting: words } = useWords('counts')
  const { quantity } = useFormat()
  if (isZero(difference)) return <Bar tone="good">{words.same}</Bar>
  const off = quantity(difference.replace(/^-/, ''), symbol)
  return <Bar tone="warn">{isNegative(difference) ? words.less(off) : words.more(off)}</Bar>
}
