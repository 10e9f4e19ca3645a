/** Counting on a phone: one line at a time, by scanner or by thumb, with or without a connection. */
import type { InventoryCount, Item } from '@cellarbook/sdk'
import { useState } from 'react'
import { get } from '../../data/client.ts'
import { type Page, useRecord } from '../../data/queries.ts'
import { readDecimal } from '../../format/decimal.ts'
import { fieldId } from '../../format/field-paths.ts'
import { Bar, Skeleton } from '../../kit/facts.tsx'
import { Link } from '../../kit/link.tsx'
import { OutboxBar } from '../../patterns/outbox.tsx'
import { RecordProblem } from '../../patterns/record-problem.tsx'
import { useRouteId } from '../../patterns/route-id.ts'
import { Screen } from '../../patterns/screen.tsx'
import { Progress, Tally, tallyField } from '../../patterns/tally.tsx'
import { useWords } from '../../words/use-words.ts'
import { useCodes } from './codes.ts'
import './counts.css'
import { Find } from './find.tsx'
import { Off, What } from './shown.tsx'
import { type Countable, keyOf, useTally } from './tally-state.ts'

export function CountingScreen() {
  const { loading } = useWords('frame')
  const count = useRecord<InventoryCount>(`/inventory-counts/${useRouteId()}`)
  if (count.data) return <Counting count={count.data.body} />
  return count.isError ? <RecordProblem error={count.error} /> : <Skeleton label={loading} />
}

function Counting({ count }: { count: InventoryCount }) {
  const { counting: words } = useWords('counts')
  const back = (
    <Link to={`/counts/${count.id}`} look="normal">
      {words.back}
    </Link>
  )
  return (
    <Screen title={count.number} actions={back}>
      {count.status === 'running' ? <Running count={count} /> : <Bar>{words.noLine}</Bar>}
    </Screen>
  )
}

function Running({ count }: { count: InventoryCount }) {
  const {
    counting: words,
    lines: { none },
  } = useWords('counts')
  const tally = useTally(count)
  const { lines, outbox } = tally
  const { current, typed, setTyped, show } = useCurrent(lines)
  const byCode = useCode(lines, line => tally.add(line))
  const onCode = async (code: string) => {
    const line = await byCode(code)
    show(line ? keyOf(line) : current && keyOf(current))
    return line !== undefined
  }
  const save = (line: Countable) => {
    tally.save(line, readDecimal(typed)!)
    const now = lines.map(one => (one === line ? { ...one, counted: typed } : one))
    show(nextOf(line, now))
  }
  const done = lines.filter(({ counted }) => counted !== null).length
  return (
    <div className="counting">
      <Progress label={words.progress} about={words.about(count.warehouse.name)} done={done} all={lines.length} />
      <OutboxBar outbox={outbox} onShow={({ save: { about } }) => show(keyNamed(lines, about, tally.unsay))} />
      <Find lines={lines} onChoose={line => show(keyOf(line))} onCode={onCode} />
      {current ? (
        <Tally
          label={words.counted}
          value={typed}
          onChange={setTyped}
          onSave={() => save(current)}
          onSkip={() => show(nextOf(current, lines))}
          places={current.unit.decimals ?? undefined}
          note={<Off countId={count.id} line={current} typed={typed} isDown={outbox.now.isDown} />}
        >
          <What line={current} />
        </Tally>
      ) : (
        <Bar tone={lines.length === 0 ? 'news' : 'good'}>{lines.length === 0 ? none : words.finished}</Bar>
      )}
    </div>
  )
}

/** The line that is shown: the chosen one, else the first that is not counted. */
function useCurrent(lines: readonly Countable[]) {
  const [at, setAt] = useState<string>()
  const [typed, setTyped] = useState('')
  const current = lines.find(line => keyOf(line) === at) ?? lines.find(({ counted }) => counted === null)
  const show = (key: string | undefined) => {
    setAt(key)
    setTyped('')
    focusNumber()
  }
  return { current, typed, setTyped, show }
}

/** The next one that is not counted, round and round. */
function nextOf(after: Countable, lines: readonly Countable[]): string | undefined {
  const from = lines.findIndex(line => keyOf(line) === keyOf(after))
  const order = [...lines.slice(from + 1), ...lines.slice(0, from)]
  const next = [...order, lines[from]!].find(({ counted }) => counted === null)
  return next && keyOf(next)
}

/** It is drawn first. */
const focusNumber = (): void => void requestAnimationFrame(() => document.getElementById(fieldId(tallyField))?.focus())

function keyNamed(lines: readonly Countable[], name: string, unsay: (key: string) => void): string | undefined {
  const line = lines.find(({ item }) => item.name === name)
  if (line) unsay(keyOf(line))
  return line && keyOf(line)
}

/** By lot number or code of the lines; then by the codes read before; then by asking, which needs a line. */
function useCode(lines: readonly Countable[], add: (line: Countable) => void) {
  const codes = useCodes()
  return async (code: string): Promise<Countable | undefined> => {
    const wanted = code.toLowerCase()
    const isNamed = ({ lot_number, item }: Countable) =>
      [lot_number, item.code].some(one => one?.toLowerCase() === wanted)
    const named = lines.find(isNamed)
    if (named) return named
    const known = codes.get(wanted)
    const ofItem = (id: string) => lines.find(({ item }) => item.id === id)
    if (known && ofItem(known)) return ofItem(known)
    const item = await askForItem(code).catch(() => undefined)
    if (!item) return undefined
    return ofItem(item.id) ?? added(item, add)
  }
}

async function askForItem(code: string): Promise<Item | undefined> {
  const { body } = await get<Page<Item>>('/items', { query: { search: code, limit: 2 } })
  return body.data.length === 1 ? body.data[0] : undefined
}

/** Something is here that nobody expected. */
function added({ id, code, name, unit }: Item, add: (line: Countable) => void): Countable {
  const item = { id, code, name }
  const line = { id: undefined, item, unit, lot_number: null, expiry_date: null, expected: null, counted: null }
  add(line)
  return line
}
