/** Issues that wait for their confirmation, each line for one piece out of the default warehouse. */

const shortLines = 5
/** As many as a document may have. */
export const longLines = 500

/** Their numbers follow those of the history in the same year. */
const drafts = `
  create temp table drafts on commit drop as
  select b.book_id, n, uuidv7() as id, n <= b.long_drafts as is_long, w.id as warehouse_id,
         clock_timestamp() - interval '1 hour' + n * interval '1 millisecond' as at,
         s.prefix || extract(year from current_date)
           || lpad((coalesce(h.documents, 0) + n)::text, s.digits, '0') as number
    from wanted b
   cross join generate_series(1, b.drafts + b.long_drafts) n
    join numbered_warehouses w on w.book_id = b.book_id and w.place = 0
    join number_series s on s.book_id = b.book_id and s.document_kind = 'stock_issue'
    left join (select book_id, count(*) as documents
                 from history
                where movement_type = 'issue' and extract(year from date) = extract(year from current_date)
                group by book_id) h on h.book_id = b.book_id`

const insertDocuments = `
  insert into stock_documents (book_id, id, version, movement_type, number, movement_purpose, status, date,
                               warehouse_id, warehouse_name, additional_cost, total_cost, search_text, created_at,
                               updated_at)
  select d.book_id, d.id, 1, 'issue', d.number, 'sale', 'draft', current_date, d.warehouse_id, w.name, 0, 0,
         lower(d.number), d.at, d.at
    from drafts d
    join warehouses w on w.book_id = d.book_id and w.id = d.warehouse_id`

const insertLines = `
  insert into stock_lines (book_id, id, document_id, line_order, item_id, quantity, created_at, updated_at,
                           item_code, item_name, unit_symbol, unit_decimals)
  select d.book_id, uuidv7(), d.id, k, i.id, 1, d.at, d.at, t.code, t.name, u.symbol, u.decimals
    from drafts d
    join wanted b on b.book_id = d.book_id
   cross join generate_series(1, case when d.is_long then ${longLines} else ${shortLines} end) k
    join numbered_items i on i.book_id = d.book_id and i.place = (d.n * ${shortLines} + k - 1) % b.items
    join items t on t.book_id = i.book_id and t.id = i.id
    join units u on u.book_id = t.book_id and u.id = t.unit_id`

export const draftStatements = [drafts, 'analyze drafts', insertDocuments, insertLines]

/** For each book, in the order of `books`, its issues of five lines and its long ones. */
export async function draftsOf(client, books) {
  const { rows } = await client.query(
    `select d.book_id, d.id, count(*) > ${shortLines} as is_long
       from stock_documents d
       join stock_lines l on l.book_id = d.book_id and l.document_id = d.id
      where d.book_id = any ($1::uuid[]) and d.status = 'draft'
      group by d.book_id, d.id`,
    [books.map(book => book.book_id)],
  )
  const idsIn = (book, isLong) =>
    rows.filter(row => row.book_id === book.book_id && row.is_long === isLong).map(row => row.id)
  return books.map(book => ({ drafts: idsIn(book, false), longDrafts: idsIn(book, true) }))
}
