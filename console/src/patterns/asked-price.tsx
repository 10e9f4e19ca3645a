/** Asks the cascade: what a quantity of an item costs a partner today. */
import type { Price } from '@cellarbook/sdk'
import { useRecord } from '../data/queries.ts'
import { readDecimal } from '../format/decimal.ts'
import { Facts, Skeleton } from '../kit/facts.tsx'
import { useFormat } from '../words/use-format.ts'
import { useWords } from '../words/use-words.ts'
import { usePaused } from './paused.ts'
import { ProblemAlert } from './problem.tsx'

interface Asked {
  item_id: string
  /** Empty: anybody. */
  partner_id: string
  quantity: string
}

export function AskedPrice(props: Asked) {
  const asked = usePaused(props, 300)
  if (asked.item_id === '' || readDecimal(asked.quantity) === undefined) return null
  return <Answer {...asked} />
}

function Answer({ item_id, partner_id, quantity: wanted }: Asked) {
  const { prices: words } = useWords('prices')
  const { loading } = useWords('frame')
  const { money, quantity, percent } = useFormat()
  const query = { quantity: wanted, ...(partner_id && { partner_id }) }
  const answer = useRecord<Price>(`/items/${item_id}/prices`, query)
  if (answer.isError) return <ProblemAlert error={answer.error} />
  if (!answer.data) return <Skeleton label={loading} />
  const price = answer.data.body
  return (
    <section aria-label={words.label} aria-live="polite" className="panel">
      <Facts
        facts={[
          [words.unitPrice, <strong key="price">{money(price.unit_price, price.currency)}</strong>],
          [words.source, words.sources[price.price_source]],
          [words.quantity, quantity(price.quantity, price.unit.symbol)],
          [words.base, money(price.base_price, price.currency)],
          [words.discount, price.discount_pct && percent(price.discount_pct)],
        ]}
      />
    </section>
  )
}
