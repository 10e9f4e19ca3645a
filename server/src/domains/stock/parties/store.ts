/** SQL of what a delivery note says of others: the parties, the order and where its goods go. */

import type { Queryable } from '../../../db/pool.ts'
import { type Sql, sql } from '../../../db/sql.ts'
import type { Account } from '../../../kernel/account.ts'
import type { Actor } from '../../../kernel/context.ts'
import { type Party, type PartyRows, partiesOf, partyColumns, trimToNull } from '../../core/index.ts'
import type { StockDocument } from '../documents/store.ts'

/** Where goods are brought to: as the order says it, its country in words of its own. */
export interface DeliveryAddress {
  street: string | null
  city: string | null
  zip: string | null
  country: string | null
}

/** Stored with a confirmed stock issue. */
export interface DeliveryParties {
  supplier: Party
  customer: Party | null
  orderNumber: string | null
  /** Where the order wants its goods. */
  deliveryAddress: DeliveryAddress | null
  /** Of the person or the key that confirmed it. */
  issuedBy: string | null
}

export interface DeliveryRows extends PartyRows {
  order: (DeliveryAddress & { number: string }) | null
}

/** The columns of `DeliveryRows`, read beside what else a confirmation asks for. */
export const deliveryColumns = (account: Account, document: StockDocument, actor: Actor | null): Sql => sql`
  ${partyColumns(account, document.partner_id, actor)},
  (select row_to_json(o)
     from (select number, delivery_street as street, delivery_city as city, delivery_zip as zip,
                  delivery_country as country
             from orders
            where book_id = ${account.book.id} and id = ${document.order_id}::uuid) o) as "order"`

export function deliveryPartiesOf(account: Account, rows: DeliveryRows): DeliveryParties {
  const { order } = rows
  return {
    ...partiesOf(account, rows),
    orderNumber: order?.number ?? null,
    deliveryAddress: order && {
      street: trimToNull(order.street),
      city: trimToNull(order.city),
      zip: trimToNull(order.zip),
      country: trimToNull(order.country),
    },
    issuedBy: rows.actor_name,
  }
}

/** As they are now. */
export async function findDeliveryParties(
  db: Queryable,
  account: Account,
  { document, actor = null }: { document: StockDocument; actor?: Actor | null },
): Promise<DeliveryParties> {
  const rows = await db.maybe<DeliveryRows>(sql`select ${deliveryColumns(account, document, actor)}`)
  return deliveryPartiesOf(account, rows!)
}
