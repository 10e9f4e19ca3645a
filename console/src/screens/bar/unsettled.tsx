/** Sales that were paid and are not in the books yet: red, and settled from here. */
import type { PosSaleListItem } from '@cellarbook/sdk'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { perform } from '../../data/actions.ts'
import { currentBook } from '../../data/book.ts'
import { type Page, refresh, useRecord } from '../../data/queries.ts'
import { Refusal } from '../../data/refusal.ts'
import { newId } from '../../format/ids.ts'
import { Button } from '../../kit/button.tsx'
import { Icon } from '../../kit/icon.tsx'
import { later } from '../../kit/later.tsx'
import { Link } from '../../kit/link.tsx'
import { toast } from '../../kit/toast.tsx'
import { ProblemAlert } from '../../patterns/problem.tsx'
import { useFormat } from '../../words/use-format.ts'
import { useWords } from '../../words/use-words.ts'
import { useDeskRights } from './rights.ts'
import { soldPaths } from './till.ts'

const Reason = later(async () => (await import('./refused.tsx')).Reason)

/** `deskId` leaves out the other desks. */
export function UnsettledBar({ deskId }: { deskId?: string }) {
  const { unsettled: words } = useWords('bar')
  const query = { status: 'settlement_failed', limit: 20, ...(deskId && { cash_desk_id: deskId }) }
  const sales = useRecord<Page<PosSaleListItem>>('/pos-sales', query).data?.body.data ?? []
  if (sales.length === 0) return null
  return (
    <section className="desk-alarm" aria-label={words.title(sales.length)}>
      <div className="stack-close">
        <strong className="desk-alarm-title">
          <Icon name="warn" /> {words.title(sales.length)}
        </strong>
        <p>{words.text}</p>
      </div>
      <ul className="desk-alarm-list">
        {sales.map(sale => (
          <Unsettled key={sale.id} sale={sale} />
        ))}
      </ul>
    </section>
  )
}

function Unsettled({ sale }: { sale: PosSaleListItem }) {
  const { money } = useFormat()
  const failure = sale.settlement.failure
  return (
    <li>
      <div>
        <Link to={`/bar/sales/${sale.id}`}>{sale.number}</Link> {money(sale.totals.payable, sale.currency)}
        {failure && <Reason failure={failure} />}
      </div>
      <RetryButton sale={sale} />
    </li>
  )
}

export function RetryButton({ sale }: { sale: Pick<PosSaleListItem, 'id' | 'number'> }) {
  const { unsettled: words } = useWords('bar')
  const [key, setKey] = useState(newId)
  const { isSelling } = useDeskRights()
  const retrying = useMutation({
    mutationFn: () => perform({ path: `/pos-sales/${sale.id}`, key: 'retry_settlement', body: {} }, key),
    onSuccess: () => {
      toast(words.done(sale.number))
      void refresh(currentBook(), soldPaths)
    },
    onError: error => error instanceof Refusal && setKey(newId()),
  })
  if (!isSelling) return null
  return (
    <div className="stack-close">
      <Button look="alarm" isOff={retrying.isPending} onClick={() => retrying.mutate()}>
        {words.retry}
      </Button>
      <ProblemAlert error={retrying.error} />
    </div>
  )
}
