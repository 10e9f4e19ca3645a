/** Changes the head of a draft in place. */
import type { Order } from '@cellarbook/sdk'
import { EditForm } from '../../patterns/edit-form.tsx'
import { OrderHead } from './form.tsx'

export function EditOrder({ order, etag, onDone }: { order: Order; etag: string | undefined; onDone: () => void }) {
  return (
    <EditForm
      path={`/orders/${order.id}`}
      etag={etag}
      stored={{
        partner_id: order.partner.id,
        delivery_date: order.delivery_date ?? '',
        warehouse_id: order.warehouse_id ?? '',
        notes: order.notes ?? '',
      }}
      onDone={onDone}
    >
      {(draft, change) => <OrderHead draft={draft} change={change} />}
    </EditForm>
  )
}
