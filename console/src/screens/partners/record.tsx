/** One partner: who it is, whom to call, what it ordered, owes and holds. */
import type { Partner } from '@cellarbook/sdk'
import { useRights } from '../../data/session.ts'
import { later } from '../../kit/later.tsx'
import type { Section } from '../../kit/tabs.tsx'
import { useEditing } from '../../patterns/editing.tsx'
import { RecordScreen } from '../../patterns/record-screen.tsx'
import { useRouteId } from '../../patterns/route-id.ts'
import { useWords } from '../../words/use-words.ts'
import { InvoicesOfPartner, OrdersOfPartner } from './documents.tsx'
import { PartnerFacts } from './facts.tsx'
import { PackagingOfPartner } from './packaging.tsx'

const Contacts = later(async () => (await import('./contacts.tsx')).Contacts)
const EditPartner = later(async () => (await import('./edit.tsx')).EditPartner)
const PricesOfPartner = later(async () => (await import('./prices.tsx')).PricesOfPartner)

export function PartnerRecord() {
  const id = useRouteId()
  const { record: words } = useWords('frame')
  const mayWrite = useRights().has('core:write')
  const editing = useEditing<Partner>(() => mayWrite)
  const others = useSections(id)
  return (
    <RecordScreen<Partner>
      path={`/partners/${id}`}
      hasActions={false}
      tools={editing.button}
      sections={(partner, answer) => [
        {
          key: 'overview',
          label: words.overview,
          content: editing.isOpen ? (
            <EditPartner answer={answer} onDone={editing.close} />
          ) : (
            <PartnerFacts partner={partner} />
          ),
        },
        ...others,
      ]}
    />
  )
}

/** What the person may not read has no section. */
function useSections(id: string): Section[] {
  const { sections: words } = useWords('partners')
  const rights = useRights()
  const isSales = rights.has('sales:read')
  const isStock = rights.has('stock:read')
  const isFinance = rights.has('finance:read')
  return [
    { key: 'contacts', label: words.contacts, content: <Contacts partnerId={id} /> },
    ...(isSales ? [{ key: 'orders', label: words.orders, content: <OrdersOfPartner partnerId={id} /> }] : []),
    ...(isSales || isFinance
      ? [{ key: 'invoices', label: words.invoices, content: <InvoicesOfPartner partnerId={id} /> }]
      : []),
    ...(isSales || isStock || rights.has('pos:read')
      ? [{ key: 'packaging', label: words.packaging, content: <PackagingOfPartner partnerId={id} /> }]
      : []),
    { key: 'prices', label: words.prices, content: <PricesOfPartner partnerId={id} /> },
  ]
}
