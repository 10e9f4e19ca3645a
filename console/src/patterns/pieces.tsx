/** How many empties of each kind: − and + for a thumb, a number for a crate full of them. */

import type { Deposit } from '@cellarbook/sdk'
import { type Page, useLoaded } from '../data/queries.ts'
import { stepDecimal } from '../format/decimal.ts'
import { Icon } from '../kit/icon.tsx'
import { useFormat } from '../words/use-format.ts'
import { useWords } from '../words/use-words.ts'
import './pieces.css'

export type Pieces = Readonly<Record<string, string>>

interface PiecesProps {
  value: Pieces
  onChange: (pieces: Record<string, string>) => void
  /** What the partner has of each deposit, where that is known. */
  held?: Pieces
}

export function PiecesOfDeposits({ value, onChange, held = {} }: PiecesProps) {
  const { pieces: words } = useWords('packaging')
  const deposits = useLoaded<Page<Deposit>>('/deposits').data.filter(({ is_active }) => is_active)
  if (deposits.length === 0) return <p className="quiet">{words.none}</p>
  return (
    <ul className="pieces">
      {deposits.map(deposit => (
        <Row
          key={deposit.id}
          deposit={deposit}
          pieces={value[deposit.id] ?? '0'}
          held={held[deposit.id]}
          onChange={pieces => onChange({ ...value, [deposit.id]: pieces })}
        />
      ))}
    </ul>
  )
}

interface RowProps {
  deposit: Deposit
  pieces: string
  held: string | undefined
  onChange: (pieces: string) => void
}

function Row({ deposit, pieces, held, onChange }: RowProps) {
  const { pieces: words } = useWords('packaging')
  const { money, quantity } = useFormat()
  return (
    <li>
      <div>
        <strong>{deposit.name}</strong>
        <p className="quiet small">
          {words.each(money(deposit.amount, deposit.currency))}
          {held !== undefined && `, ${words.held(quantity(held))}`}
        </p>
      </div>
      <div className="pieces-steps">
        <button
          type="button"
          className="pieces-step"
          aria-label={words.less(deposit.name)}
          onClick={() => onChange(stepDecimal(pieces, -1))}
        >
          <Icon name="minus" />
        </button>
        <input
          className="input pieces-count"
          inputMode="numeric"
          autoComplete="off"
          maxLength={6}
          aria-label={words.of(deposit.name)}
          value={pieces}
          onFocus={event => event.target.select()}
          onChange={event => onChange(event.target.value.replace(/\D/g, ''))}
        />
        <button
          type="button"
          className="pieces-step"
          aria-label={words.more(deposit.name)}
          onClick={() => onChange(stepDecimal(pieces, 1))}
        >
          <Icon name="plus" />
        </button>
      </div>
    </li>
  )
}

/** Kinds of which there are none are not sent. */
export const linesOfPieces = (pieces: Pieces): { deposit_id: string; pieces: string }[] =>
  Object.entries(pieces)
    .filter(([, count]) => count !== '' && !/^0+$/.test(count))
    .map(([deposit_id, count]) => ({ deposit_id, pieces: count }))
