/** What payments left in each account; one leads to its documents. */
import { useRecord } from '../../data/queries.ts'
import { Link } from '../../kit/link.tsx'
import { Table } from '../../kit/table.tsx'
import { ProblemAlert } from '../../patterns/problem.tsx'
import { Region } from '../../patterns/region.tsx'
import { useFormat } from '../../words/use-format.ts'
import { useWords } from '../../words/use-words.ts'

interface Balance {
  account_id: string
  name: string
  currency: string
  is_active: boolean
  balance: string
}

export function Balances() {
  const { balances: words, columns, filters } = useWords('cashflow')
  const { money } = useFormat()
  const { data, error } = useRecord<{ data: Balance[] }>('/reports/account_balances')
  const accounts = data?.body.data.filter(({ is_active, balance }) => is_active || !/^-?0\.00$/.test(balance))
  return (
    <Region title={words.label}>
      <ProblemAlert error={error} />
      {accounts?.length === 0 && <p className="quiet">{words.none}</p>}
      {accounts && accounts.length > 0 && (
        <Table
          label={words.label}
          rows={accounts}
          keyOf={({ account_id }) => account_id}
          columns={[
            {
              key: 'name',
              label: filters.account,
              card: 'title',
              cell: ({ account_id, name }) => <Link to={`/cashflow?account_id=${account_id}`}>{name}</Link>,
            },
            {
              key: 'balance',
              label: columns.amount,
              isNumber: true,
              card: 'amount',
              cell: ({ balance, currency }) => money(balance, currency),
            },
          ]}
        />
      )}
    </Region>
  )
}
