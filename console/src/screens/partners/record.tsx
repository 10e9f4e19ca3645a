/** One partner: who it is, whom to call, what it ordered, owes and holds. */
import type { Partner } from '@cellarbook/sdk'
import type { Answer } from '../../data/client.ts'
import { useRights } from '../../data/session.ts'
import type { Section } from '../../kit/tabs.tsx'
import { EditForm } from '../../patterns/edit-form.tsx'
import { useEditing } from '../../patterns/editing.tsx'
import { RecordScreen } from '../../patterns/record-screen.tsx'
import { useRouteId } from '../../patterns/route-id.ts'
import { useWords } from '../../words/use-words.ts'
import { Contacts } from './contacts.tsx'
import { InvoicesOfPartner, OrdersOfPartner } from './documents.tsx'
import { bodyOfPartner, draftOfPartner, type PartnerDraft } from './draft.ts'
import { PartnerFacts } from './facts.tsx'
import { PartnerFields } from './fields.tsx'
import { PackagingOfPartner } from './packaging.tsx'
import { PricesOfPartner } from './prices.tsx'

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

function EditPartner({ answer: { body, etag }, onDone }: { answer: Answer<Partner>; onDone: () => void }) {
  const path = `/partners/${body.id}`
  return (
    <EditForm<PartnerDraft> {...{ path, etag, onDone }} stored={draftOfPartner(body)} bodyOf={bodyOfPartner}>
      {(draft, change) => <PartnerFields draft={draft} change={change} />}
    </EditForm>
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
    ...(isSales || isStock
      ? [{ key: 'packaging', label: words.packaging, content: <PackagingOfPartner partnerId={id} /> }]
      : []),
    { key: 'prices', label: words.prices, content: <PricesOfPartner partnerId={id} /> },
  ]
}
