/** What a filter means wherever its declaration does not say it better. */

/** Query parameters. Several filters narrow each other; one that is sent twice, where one is meant, is refused. */
export const meaningsOfFilters: Readonly<Record<string, string>> = {
  batch_id: 'Those of this batch.',
  cash_desk_id: 'Those of this cash desk.',
  date_from: 'From this day on, itself included; a day of the account.',
  date_to: 'Up to this day, itself included; a day of the account.',
  deposit_id: 'Those of this deposit.',
  document_id: 'Those of this document.',
  document_object: 'Those of documents of this kind.',
  document_type: 'Those of this kind.',
  entity_id: 'Those attached to this record.',
  entity_type: 'Those attached to records of this kind.',
  event_id: 'Those with this event.',
  item_id: 'Those that have this item.',
  item_type: 'Those of this type.',
  kind: 'Those of this kind.',
  movement_purpose: 'Those with this purpose.',
  order_id: 'Those of this order.',
  partner_id: 'Those of this partner.',
  pos_sale_id: 'Those of this sale.',
  run_id: 'Those of this run.',
  session_id: 'Those of this session of a cash desk.',
  shop_id: 'Those of this shop.',
  status: 'Those in this state now.',
  type: 'Those of this type.',
  warehouse_id: 'Those of this warehouse.',
}
