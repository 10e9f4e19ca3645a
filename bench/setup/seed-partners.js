/** The partners of the seeded book. */

/** A word that half of the names carry, and one that a thousandth of them carries. */
export const commonWord = 'pivovar'
export const selectiveWord = number => `lot${String(number % 1_000).padStart(3, '0')}x`

export const partners = {
  insert: `
    insert into partners (book_id, id, version, name, is_customer, is_supplier, ico, dic, email, phone, mobile, web,
                          street, city, zip, country_id, payment_terms, price_list_id, notes, external_system,
                          external_id, is_active, search_text, ico_key, created_at, updated_at)
    select $1::uuid, uuidv7(s.at - clock_timestamp()), 1, s.name, s.n % 10 <> 0, s.n % 3 = 0, s.ico, 'CZ' || s.ico,
           'office' || s.n || '@example.com', '+420 377 ' || lpad((s.n % 1000)::text, 3, '0'), null,
           'https://example.com/' || s.n, 'Dlouha ' || s.n % 200, 'Plzen', '301 00', c.id, 14, l.id, null,
           'seed', s.n::text, s.n % 20 <> 0, lower(s.name || ' ' || s.ico || ' CZ' || s.ico),
           business_id_key(c.code, s.ico), s.at, s.at
      from (select n, lpad(n::text, 8, '0') as ico,
                   $2::timestamptz + n * $3 * interval '1 millisecond' as at,
                   case when n % 2 = 0 then 'Pivovar ' else 'Hostinec ' end
                     || 'Lot' || lpad((n % 1000)::text, 3, '0') || 'x ' || n as name
              from generate_series(1, $4::int) n) s
      join countries c on c.code = 'CZ'
      left join price_lists l on l.book_id = $1 and l.code = 'SEED' || s.n % 5`,
  kind: {
    object: 'partner',
    table: 'partners',
    fields: `
      'name', r.name, 'is_customer', r.is_customer, 'is_supplier', r.is_supplier, 'ico', r.ico, 'dic', r.dic,
      'email', r.email, 'phone', r.phone, 'mobile', r.mobile, 'web', r.web,
      'address', json_build_object('street', r.street, 'city', r.city, 'zip', r.zip, 'country_id', r.country_id),
      'payment_terms', r.payment_terms, 'price_list_id', r.price_list_id, 'notes', r.notes`,
  },
  counted: 'update books set partner_count = partner_count + $2 where id = $1',
}
