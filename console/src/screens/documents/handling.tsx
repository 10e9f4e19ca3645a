/** Receiving and picking on a phone: one line at a time, what is really there is saved at once. */
import type { StockLine } from '@cellarbook/sdk'
import { useState } from 'react'
import { useRecord } from '../../data/queries.ts'
import { readDecimal } from '../../format/decimal.ts'
import { newId } from '../../format/ids.ts'
import { Button } from '../../kit/button.tsx'
import { Bar, Skeleton } from '../../kit/facts.tsx'
import { Link } from '../../kit/link.tsx'
import { LotField } from '../../patterns/lot-field.tsx'
import { OutboxBar, useOutbox } from '../../patterns/outbox.tsx'
import { useActionName } from '../../patterns/record-actions.tsx'
import { RecordProblem } from '../../patterns/record-problem.tsx'
import { useRouteId } from '../../patterns/route-id.ts'
import { Screen } from '../../patterns/screen.tsx'
import { Progress, Tally } from '../../patterns/tally.tsx'
import { useFormat } from '../../words/use-format.ts'
import { useWords } from '../../words/use-words.ts'
import './documents.css'
import { type Family, familyOf, issues, receipts, type StockDocument } from './family.ts'

export const ReceivingScreen = () => <Handling family={receipts} />

export const PickingScreen = () => <Handling family={issues} />

function Handling({ family }: { family: Family }) {
  const { loading } = useWords('frame')
  const document = useRecord<StockDocument>(`${family.path}/${useRouteId()}`)
  if (document.data) return <Loaded document={document.data.body} />
  return document.isError ? <RecordProblem error={document.error} /> : <Skeleton label={loading} />
}

function Loaded({ document }: { document: StockDocument }) {
  const { handling: words } = useWords('documents')
  const all = (
    <Link to={`${familyOf(document).screen}/${document.id}`} look="normal">
      {words.overview}
    </Link>
  )
  return (
    <Screen title={document.number} actions={all}>
      {document.status === 'draft' ? <Lines document={document} /> : <Bar>{words.closed}</Bar>}
    </Screen>
  )
}

interface Said {
  quantity: string
  lotId: string
}

const saidOf = (line: StockLine | undefined): Said => ({
  quantity: line?.issued_quantity ?? line?.quantity ?? '',
  lotId: line?.lot_id ?? '',
})

function Lines({ document }: { document: StockDocument }) {
  const { handling: words, ...all } = useWords('documents')
  const path = `${familyOf(document).path}/${document.id}`
  const outbox = useOutbox([path])
  const [done, setDone] = useState<readonly string[]>([])
  const [at, setAt] = useState(0)
  const line = document.lines[at]
  const [said, setSaid] = useState(() => saidOf(line))
  const go = (to: number) => {
    setAt(to)
    setSaid(saidOf(document.lines[to]))
  }
  const save = (of: StockLine) => {
    const lot = document.object === 'stock_issue' ? { lot_id: said.lotId || null } : {}
    const body = { issued_quantity: readDecimal(said.quantity)!, ...lot }
    outbox.push({ key: newId(), method: 'PATCH', path: `${path}/lines/${of.id}`, body, about: of.item.name })
    setDone(now => [...new Set([...now, of.id])])
    go(at + 1)
  }
  return (
    <div className="handling">
      <Progress label={words.progress} about={document.warehouse.name} done={done.length} all={document.lines.length} />
      <OutboxBar
        outbox={outbox}
        onShow={({ save: { path: refused } }) => go(document.lines.findIndex(({ id }) => refused.endsWith(id)))}
      />
      {line ? (
        <Tally
          key={line.id}
          label={all[document.object].handled}
          value={said.quantity}
          onChange={quantity => setSaid(now => ({ ...now, quantity }))}
          onSave={() => save(line)}
          onSkip={() => go(at + 1)}
          places={line.unit.decimals ?? undefined}
        >
          <What document={document} line={line} said={said} onLot={lotId => setSaid(now => ({ ...now, lotId }))} />
        </Tally>
      ) : (
        <Finished document={document} isSaved={outbox.now.waiting.length === 0} onAgain={() => go(0)} />
      )}
    </div>
  )
}

interface WhatProps {
  document: StockDocument
  line: StockLine
  said: Said
  onLot: (lotId: string) => void
}

function What({ document, line, said, onLot }: WhatProps) {
  const { handling: words, lines, lot } = useWords('documents')
  const { quantity, day } = useFormat()
  const { item, lot_number, expiry_date } = line
  const marks = [item.code, lot_number, expiry_date && lot.until(day(expiry_date))]
  return (
    <>
      <h2>{item.name}</h2>
      <p className="quiet">{marks.filter(Boolean).join(' · ')}</p>
      <p className="spread">
        <span className="quiet">{words.wanted}</span>
        <strong>{quantity(line.quantity, line.unit.symbol)}</strong>
      </p>
      {line.notes && <p>{line.notes}</p>}
      {document.object === 'stock_issue' && (
        <LotField
          label={lines.lot}
          path="lot_id"
          itemId={item.id}
          warehouseId={document.warehouse.id}
          value={said.lotId}
          onChange={onLot}
        />
      )}
    </>
  )
}

interface FinishedProps {
  document: StockDocument
  /** Before, there is nothing to confirm. */
  isSaved: boolean
  onAgain: () => void
}

function Finished({ document, isSaved, onAgain }: FinishedProps) {
  const { handling: words } = useWords('documents')
  const actionOf = useActionName(document.object)
  return (
    <div className="stack-close">
      <Bar tone="good">{words.finished}</Bar>
      <div className="tally-end">
        <Button onClick={onAgain}>{words.again}</Button>
        {isSaved && (
          <Link to={`${familyOf(document).screen}/${document.id}?action=confirm`} look="main">
            {actionOf('confirm')}
          </Link>
        )}
      </div>
    </div>
  )
}
