/** Which issues of the partner the invoice takes over. */
import type { Invoice, StockIssueListItem } from '@cellarbook/sdk'
import { useList } from '../../data/queries.ts'
import { Check, Group } from '../../kit/choices.tsx'
import { Skeleton } from '../../kit/facts.tsx'
import type { PanelProps } from '../../patterns/action-panels.ts'
import { ListEnd } from '../../patterns/list-end.tsx'
import { ProblemAlert } from '../../patterns/problem.tsx'
import { useFormat } from '../../words/use-format.ts'
import { useWords } from '../../words/use-words.ts'

export function GroupPanel({ value, onChange, record }: PanelProps) {
  const { group: words } = useWords('invoices')
  const { loading } = useWords('frame')
  const { day } = useFormat()
  const { partner } = record as Invoice
  const query = { partner_id: partner.id, status: 'confirmed', movement_purpose: 'sale' }
  const list = useList<StockIssueListItem>('/stock-issues', query)
  if (list.isError) return <ProblemAlert error={list.error} />
  if (list.isPending) return <Skeleton label={loading} />
  // What was sold over the counter is paid for.
  const issues = list.data.pages.flatMap(page => page.body.data).filter(({ pos_sale_id }) => pos_sale_id === null)
  if (issues.length === 0 && !list.hasNextPage) return <p className="quiet">{words.none}</p>
  const chosen = (value as { stock_issue_ids?: string[] } | undefined)?.stock_issue_ids ?? []
  const set = (id: string, isChosen: boolean) => {
    const others = chosen.filter(one => one !== id)
    onChange({ stock_issue_ids: isChosen ? [...others, id] : others })
  }
  return (
    <>
      <Group label={words.label} path="stock_issue_ids">
        {issues.map(({ id, number, date, warehouse }) => (
          <Check
            key={id}
            label={words.text(number, day(date), warehouse.name)}
            isChecked={chosen.includes(id)}
            onChange={isChosen => set(id, isChosen)}
          />
        ))}
      </Group>
      {list.hasNextPage && <ListEnd count={issues.length} list={list} />}
    </>
  )
}
