/** What a partner is to us. */
import type { Partner } from '@cellarbook/sdk'
import { Badge } from '../../kit/state.tsx'
import { useWords } from '../../words/use-words.ts'

/** In words, without the dots. */
export const rolesOf = (partner: Partner, words: Record<'customer' | 'supplier' | 'inactive', string>): string[] => [
  ...(partner.is_customer ? [words.customer] : []),
  ...(partner.is_supplier ? [words.supplier] : []),
  ...(partner.is_active ? [] : [words.inactive]),
]

export function Roles({ partner }: { partner: Partner }) {
  const { roles } = useWords('partners')
  return (
    <span className="row">
      {partner.is_customer && <Badge tone="good">{roles.customer}</Badge>}
      {partner.is_supplier && <Badge tone="news">{roles.supplier}</Badge>}
      {!partner.is_active && <Badge tone="warn">{roles.inactive}</Badge>}
    </span>
  )
}
