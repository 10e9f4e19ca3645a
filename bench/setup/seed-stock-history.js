/** The past of the books of the stock parts: confirmed receipts and issues, and everything they moved. */

/** The rounds spread over so many days up to yesterday. */
const days = 1_095
/** The layers of the last rounds still hold something; those before are used up. */
const openRounds = 5

/** What of the layer is left to be issued, and what it is worth. */
const halfOf = 'div(m.received, 2)'

/** A receipt, and later on that day an issue, of as many items as a document has lines. */
const documents = `
  create temp table history on commit drop as
  select d.*, t.movement_type, t.at, uuidv7(t.at - clock_timestamp()) as id, p.id as partner_id
    from (select b.book_id, round, w.id as warehouse_id, block,
                 current_date - ${days} + (round * ${days - 10} / b.rounds) + block % 8 as date,
                 (w.place * 100 + block) * interval '1 minute' as hour,
                 (round * 31 + block * 7 + w.place) % greatest(b.partners, 1) as partner
            from wanted b
           cross join generate_series(0, b.rounds - 1) round
            join numbered_warehouses w on w.book_id = b.book_id
           cross join generate_series(0, b.items / b.per_document - 1) block) d
   cross join lateral (values ('receipt', d.date + d.hour), ('issue', d.date + d.hour + interval '12 hours'))
           t (movement_type, at)
    left join numbered_partners p on p.book_id = d.book_id and p.place = d.partner
   order by at`

/** One row for each layer: the lines that brought it and took from it. */
const moves = `
  create temp table moves on commit drop as
  select m.*, case when m.is_open then ${halfOf} else m.received end as issued
    from (select r.book_id, r.warehouse_id, r.block, i.id as item_id, r.id as receipt_id, o.id as issue_id,
                 i.place % b.per_document + 1 as line_order, r.date as day,
                 r.at as received_at, o.at as issued_at, uuidv7(r.at - clock_timestamp()) as lot_id,
                 uuidv7(o.at - clock_timestamp()) as line_id, (b.quantity + i.place * 3)::numeric as received,
                 10 + i.place % 50 as price, r.round >= b.rounds - ${openRounds} as is_open,
                 case when i.place % 3 = 0 then 'L' || r.round || '-' || i.place end as lot_number
            from history r
            join history o on o.book_id = r.book_id and o.warehouse_id = r.warehouse_id and o.round = r.round
                          and o.block = r.block and o.movement_type = 'issue'
            join wanted b on b.book_id = r.book_id
            join numbered_items i on i.book_id = r.book_id and i.place / b.per_document = r.block
           where r.movement_type = 'receipt'
           order by r.at, i.place) m`

const costs = `
  create temp table costs on commit drop as
  select receipt_id as id, sum(received * price) as cost from moves group by 1
   union all
  select issue_id, sum(issued * price) from moves group by 1`

const insertDocuments = `
  insert into stock_documents (book_id, id, version, movement_type, number, movement_purpose, status, date,
                               warehouse_id, warehouse_name, partner_id, partner_name, additional_cost, total_cost,
                               posted_at, search_text, created_at, updated_at)
  select h.book_id, h.id, 2, h.movement_type, n.number, case h.movement_type when 'receipt' then 'purchase' else 'sale'
           end, 'confirmed', h.date, h.warehouse_id, w.name, h.partner_id, p.name, 0, c.cost, h.at, lower(n.number),
         h.at, h.at
    from (select *, row_number() over (partition by book_id, movement_type, extract(year from date) order by at, id)
                      as place
            from history) h
    join number_series s on s.book_id = h.book_id
                        and s.document_kind = case h.movement_type when 'receipt' then 'goods_receipt' else 'stock_issue'
                            end
   cross join lateral (select s.prefix || extract(year from h.date) || lpad(h.place::text, s.digits, '0') as number) n
    join costs c on c.id = h.id
    join warehouses w on w.book_id = h.book_id and w.id = h.warehouse_id
    left join partners p on p.book_id = h.book_id and p.id = h.partner_id
   order by h.at`

const insertLines = `
  insert into stock_lines (book_id, id, document_id, line_order, item_id, quantity, unit_price, value, lot_number,
                           created_at, updated_at, item_code, item_name, unit_symbol, unit_decimals)
  select m.*, i.code, i.name, u.symbol, u.decimals
    from (select book_id, lot_id, receipt_id, line_order, item_id, received, price, received * price, lot_number,
                 received_at, received_at
            from moves
           union all
          select book_id, line_id, issue_id, line_order, item_id, issued, null, issued * price, null, issued_at,
                 issued_at
            from moves) m
    join items i on i.book_id = m.book_id and i.id = m.item_id
    join units u on u.book_id = i.book_id and u.id = i.unit_id`

/** Triggers rest while books are seeded. */
const dayOf = instant => `(${instant} at time zone 'UTC')::date`

const insertLots = `
  insert into stock_lots (book_id, id, document_id, item_id, warehouse_id, received_on, posted_at, line_order,
                          received_quantity, remaining_quantity, received_value, remaining_value, unit_price, lot_number,
                          created_at, updated_at, updated_on, is_open)
  select book_id, lot_id, receipt_id, item_id, warehouse_id, day, received_at, line_order, received,
         received - issued, received * price, (received - issued) * price, price, lot_number, received_at, issued_at,
         ${dayOf('issued_at')}, received > issued
    from moves`

const insertAllocations = `
  insert into stock_allocations (book_id, line_id, lot_id, document_id, quantity, value)
  select book_id, line_id, lot_id, issue_id, issued, issued * price
    from moves`

const insertLevels = `
  insert into stock_levels (book_id, id, item_id, warehouse_id, quantity, reserved_quantity, value, created_at,
                            updated_at, updated_on)
  select book_id, uuidv7(min(received_at) - clock_timestamp()), item_id, warehouse_id, sum(received - issued), 0,
         sum((received - issued) * price), min(received_at), max(issued_at), ${dayOf('max(issued_at)')}
    from moves
   group by book_id, item_id, warehouse_id
   order by min(received_at)`

const insertDays = `
  insert into stock_days (book_id, warehouse_id, item_id, day, quantity, value)
  select book_id, warehouse_id, item_id, day, sum(received - issued), sum((received - issued) * price)
    from moves
   group by book_id, warehouse_id, item_id, day
   order by book_id, warehouse_id, item_id, day`

const insertMonths = `
  insert into stock_months (book_id, warehouse_id, item_id, month, quantity, value)
  select y.book_id, y.warehouse_id, y.item_id, date_trunc('month', y.day)::date, sum(y.quantity), sum(y.value)
    from stock_days y
    join wanted b on b.book_id = y.book_id
   group by 1, 2, 3, 4
   order by 1, 2, 3, 4`

export const historyStatements = [
  documents,
  'analyze history',
  moves,
  costs,
  'analyze moves, costs',
  ...[insertDocuments, insertLines, insertLots, insertAllocations, insertLevels, insertDays, insertMonths],
]
