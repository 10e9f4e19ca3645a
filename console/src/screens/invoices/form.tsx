/** Writes an invoice by hand. The service counts: totals are the answer of a rehearsed save. */
import type { Invoice, Warehouse } from '@cellarbook/sdk'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { currentBook } from '../../data/book.ts'
import { type Answer, post } from '../../data/client.ts'
import { type Page, recordQuery, refresh } from '../../data/queries.ts'
import { useRights } from '../../data/session.ts'
import { Skeleton } from '../../kit/facts.tsx'
import { toast } from '../../kit/toast.tsx'
import { Form, useDraft } from '../../patterns/form.tsx'
import { usePaused } from '../../patterns/paused.ts'
import { CountedTotals, type RehearsedSave, useRehearsedSave } from '../../patterns/rehearsed-save.tsx'
import { Screen } from '../../patterns/screen.tsx'
import { useWords } from '../../words/use-words.ts'
import { blankInvoice, bodyOfInvoice, type InvoiceDraft, isCountable } from './draft.ts'
import { InvoiceGrid } from './grid.tsx'
import { InvoiceHead } from './head.tsx'

/** Goods leave the default warehouse unless somebody says otherwise. */
export function NewInvoice() {
  const { create } = useWords('invoices')
  const { loading } = useWords('frame')
  const isStock = useRights().has('stock:read')
  const query = recordQuery<Page<Warehouse>>('/warehouses')
  const warehouses = useQuery({ ...query, enabled: isStock, retry: false })
  const usual = warehouses.data?.body.data.find(warehouse => warehouse.is_default)
  return (
    <Screen title={create}>
      {warehouses.isLoading ? <Skeleton label={loading} /> : <InvoiceForm warehouseId={usual?.id ?? ''} />}
    </Screen>
  )
}

function InvoiceForm({ warehouseId }: { warehouseId: string }) {
  const words = useWords('invoices')
  const navigate = useNavigate()
  const [initial] = useState(() => blankInvoice(warehouseId))
  const { draft, isDirty, change, changeBy, forget } = useDraft<InvoiceDraft>(`${currentBook()}.invoice`, initial)
  const counted = useCounted(draft)
  const finish = ({ body: invoice }: Answer<Invoice>) => {
    forget()
    void refresh(currentBook(), ['/invoices'])
    toast(words.created)
    void navigate({ to: `/${currentBook()}/invoices/${invoice.id}` })
  }
  return (
    <Form
      send={idempotencyKey => post<Invoice>('/invoices', { body: bodyOfInvoice(draft), idempotencyKey })}
      onDone={finish}
      submit={words.submit}
      isDirty={isDirty}
      onLeave={forget}
      beside={<CountedTotals counted={counted} />}
    >
      <InvoiceHead draft={draft} change={change} isNew />
      <InvoiceGrid
        draft={draft}
        onChange={how => changeBy(({ lines }) => ({ lines: how(lines) }))}
        counted={counted.data}
      />
    </Form>
  )
}

/** What the service would answer: VAT and totals. Nothing is kept. */
function useCounted(draft: InvoiceDraft): RehearsedSave<Invoice> {
  const settled = usePaused(draft, 350)
  const body = bodyOfInvoice(settled)
  return useRehearsedSave<Invoice>('/invoices', body, isCountable(settled))
}
