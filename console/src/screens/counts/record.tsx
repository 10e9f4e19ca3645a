/** One count: what was expected, what was counted, what differs and what that is worth. */
import type { InventoryCount } from '@cellarbook/sdk'
import { useRights } from '../../data/session.ts'
import { Button } from '../../kit/button.tsx'
import { Bar, Facts } from '../../kit/facts.tsx'
import { later } from '../../kit/later.tsx'
import { Link } from '../../kit/link.tsx'
import type { Section } from '../../kit/tabs.tsx'
import { RecordScreen } from '../../patterns/record-screen.tsx'
import { Related } from '../../patterns/related.tsx'
import { useRouteId } from '../../patterns/route-id.ts'
import { useFormat } from '../../words/use-format.ts'
import { useWords } from '../../words/use-words.ts'
import './counts.css'
import { CountLines } from './lines.tsx'
import { CountingSheet } from './sheet.tsx'
import { stages } from './stages.ts'

const Differences = later(async () => (await import('./differences.tsx')).Differences)

export function CountRecord() {
  const id = useRouteId()
  const sections = useSections()
  return (
    <RecordScreen<InventoryCount>
      path={`/inventory-counts/${id}`}
      stages={stages}
      mainActions={['start', 'finish']}
      hasHistory={false}
      tools={count => <Tools count={count} />}
      overview={count => (
        <>
          <CountFacts count={count} />
          <CountingSheet count={count} />
        </>
      )}
      sections={(count, { etag }) => sections(count, etag)}
    />
  )
}

function useSections(): (count: InventoryCount, etag: string | undefined) => Section[] {
  const { record } = useWords('frame')
  const { differences } = useWords('counts')
  return (count, etag) => [
    { key: 'lines', label: record.lines, content: <CountLines count={count} etag={etag} /> },
    ...(count.status === 'running'
      ? [{ key: 'differences', label: differences.title, content: <Differences count={count} etag={etag} /> }]
      : []),
    {
      key: 'related',
      label: record.related,
      content: (
        <Related
          records={[
            { object: 'stock_issue', id: count.stock_issue_id },
            { object: 'goods_receipt', id: count.goods_receipt_id },
          ]}
        />
      ),
    },
  ]
}

function Tools({ count: { id, status } }: { count: InventoryCount }) {
  const words = useWords('counts')
  const mayWrite = useRights().has('stock:write')
  if (status !== 'running') return null
  return (
    <>
      <Button onClick={() => print()}>{words.sheet}</Button>
      {mayWrite && (
        <Link to={`/counts/${id}/counting`} look="normal">
          {words.count}
        </Link>
      )}
    </>
  )
}

function CountFacts({ count }: { count: InventoryCount }) {
  const { facts, scopes, locked, uncounted } = useWords('counts')
  const left = count.lines.filter(line => line.counted_quantity === null).length
  const { day } = useFormat()
  return (
    <>
      {count.status === 'running' && (
        <Bar tone="warn">
          {locked} {left > 0 && <strong>{uncounted(left)}</strong>}
        </Bar>
      )}
      <div className="panel">
        <Facts
          facts={[
            [facts.warehouse, count.warehouse.name],
            [facts.day, day(count.date)],
            [facts.what, scopes[count.scope]],
            [facts.notes, count.notes],
          ]}
        />
      </div>
    </>
  )
}
