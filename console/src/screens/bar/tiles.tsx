/** What is sold here, as tiles for a thumb: by kind, by a word, or by a scanned code. */
import type { CashDesk, KegTap, PosItem } from '@cellarbook/sdk'
import { useState } from 'react'
import { type Page, useRecord } from '../../data/queries.ts'
import { isZero } from '../../format/decimal.ts'
import { useFormat } from '../../words/use-format.ts'
import { useWords } from '../../words/use-words.ts'
import type { BasketLine } from './basket.ts'
import { type Category, categories, categoryOf, isFound, isScanned, useShelf } from './shelf.ts'

interface TilesProps {
  desk: CashDesk
  isOff: boolean
  /** What the basket holds: each tile shows its own. */
  lines: readonly BasketLine[]
  onChoose: (item: PosItem) => void
}

export function Tiles({ desk, isOff, lines, onChoose }: TilesProps) {
  const { shelf: words } = useWords('bar')
  const items = useShelf(desk.id)
  const isKegAtEnd = useKegAtEnd(desk)
  const [category, setCategory] = useState<Category>()
  const [search, setSearch] = useState('')
  const known = categories.filter(each => items.some(item => categoryOf(item) === each))
  const found = items
    .filter(item => !category || categoryOf(item) === category)
    .filter(item => isFound(item, search))
    .sort((one, other) => categories.indexOf(categoryOf(one)) - categories.indexOf(categoryOf(other)))
  const scan = () => {
    const item = items.find(each => isScanned(each, search)) ?? (found.length === 1 ? found[0] : undefined)
    if (!item || isOff || !isSold(item, desk, isKegAtEnd)) return
    onChoose(item)
    setSearch('')
  }
  return (
    <section className="shelf" aria-label={words.items}>
      <div className="shelf-head">
        <Scan search={search} onChange={setSearch} onEnter={scan} />
        {known.length > 1 && <Kinds known={known} value={category} onChange={setCategory} />}
      </div>
      {items.length === 0 && <Nothing title={words.empty} text={words.emptyText} />}
      {items.length > 0 && found.length === 0 && <Nothing title={words.nothing} />}
      <ul className="tiles">
        {found.map(item => (
          <Tile
            key={item.id}
            item={item}
            isOff={isOff || !isSold(item, desk, isKegAtEnd)}
            wanted={lines.find(line => line.item.id === item.id)?.quantity}
            onChoose={() => onChoose(item)}
          />
        ))}
      </ul>
    </section>
  )
}

interface ScanProps {
  search: string
  onChange: (search: string) => void
  onEnter: () => void
}

function Scan({ search, onChange, onEnter }: ScanProps) {
  const { shelf: words } = useWords('bar')
  return (
    <input
      type="search"
      className="input shelf-search"
      aria-label={words.search}
      placeholder={words.search}
      autoComplete="off"
      enterKeyHint="done"
      value={search}
      onChange={event => onChange(event.target.value)}
      onKeyDown={event => event.key === 'Enter' && onEnter()}
    />
  )
}

interface KindsProps {
  known: readonly Category[]
  value: Category | undefined
  onChange: (category: Category | undefined) => void
}

function Kinds({ known, value, onChange }: KindsProps) {
  const { categories: words } = useWords('bar')
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would need a legend in sight
    <div role="group" aria-label={words.label} className="choices">
      {[undefined, ...known].map(each => (
        <button
          key={each ?? 'all'}
          type="button"
          className="choice"
          aria-pressed={each === value}
          onClick={() => onChange(each)}
        >
          {each ? words[each] : words.all}
        </button>
      ))}
    </div>
  )
}

function Nothing({ title, text }: { title: string; text?: string }) {
  return (
    <div className="empty">
      <strong>{title}</strong>
      {text && <p className="quiet">{text}</p>}
    </div>
  )
}

/**
 * Without a price, a drop in the kegs or a piece in stock it would only be refused. A keg the book has at its end may
 * have a few glasses more; how many, the service knows.
 */
function isSold({ unit_price, is_draft, available_quantity }: PosItem, desk: CashDesk, isKegAtEnd: boolean): boolean {
  if (unit_price === null) return false
  if (available_quantity === null || !isZero(available_quantity)) return true
  return is_draft ? isKegAtEnd : !desk.sells_only_in_stock
}

/** Whether one is still on tap that the book has nothing left of. */
function useKegAtEnd(desk: CashDesk): boolean {
  const path = `/cash-desks/${desk.taps_of_id ?? desk.id}/taps`
  const tapped = useRecord<Page<KegTap>>(path, { status: 'tapped', limit: 100 }).data?.body.data ?? []
  return tapped.some(keg => isZero(keg.remaining_quantity))
}

interface TileProps {
  item: PosItem
  isOff: boolean
  /** How many of it the basket holds. */
  wanted: string | undefined
  onChoose: () => void
}

function Tile({ item, isOff, wanted, onChoose }: TileProps) {
  const { money, quantity } = useFormat()
  const note = useNote(item)
  return (
    <li>
      <button
        type="button"
        className={`tile tile-${categoryOf(item)}`}
        aria-disabled={isOff || undefined}
        onClick={() => !isOff && onChoose()}
      >
        <span className="tile-name">{item.item.name}</span>
        {wanted && (
          <span className="tile-count" aria-hidden="true">
            {quantity(wanted)}
          </span>
        )}
        <span className="tile-foot">
          {item.unit_price !== null && <strong className="tile-price">{money(item.unit_price, item.currency)}</strong>}
          {note && <span className="tile-note">{note}</span>}
        </span>
      </button>
    </li>
  )
}

function useNote(item: PosItem): string {
  const { shelf: words } = useWords('bar')
  const { quantity } = useFormat()
  if (item.unit_price === null) return words.noPrice
  if (item.available_quantity === null) return ''
  if (isZero(item.available_quantity)) return item.is_draft ? words.dry : words.none
  return words.left(quantity(item.available_quantity, item.unit.symbol))
}
