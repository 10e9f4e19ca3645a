/** The items of the seeded book: first what is brewed, then what is filled from it, bought and used up. */

/** A word that half of the names carry, and one that a thousandth of them carries. */
export const commonItemWord = 'lezak'
export const selectiveItemWord = number => `vat${String(number % 1_000).padStart(3, '0')}x`
export const codeOf = number => `Z${String(number).padStart(5, '0')}`
/** As GS1 gives them: one prefix for the whole house, the number of the item, a last digit. */
export const eanOf = number => `8594001${String(number).padStart(5, '0')}${number % 10}`
/** Items of these numbers have an EAN: bought ones. */
export const numberWithEan = place => brewed + place * 10 + 5

const brewed = 1_000

/** The code follows the number series of items, as the write path would have given it. */
const insert = `
  with numbered as materialized (
    select n, at, uuidv7(at - clock_timestamp()) as id,
           case when n % 2 = 0 then 'Lezak ' else 'Limonada ' end
             || 'Vat' || lpad((n % 1000)::text, 3, '0') || 'x ' || n as name,
           case when n <= ${brewed} then 'production_item'
                else (array['service', 'base_product', 'base_product', 'base_product', 'base_product',
                            'purchased_sale_item', 'purchased_sale_item', 'packaging', 'brew_material', 'other']
                     )[n % 10 + 1] end as item_type
      from (select n, $2::timestamptz + n * $3 * interval '1 millisecond' as at
              from generate_series(1, $4::int) n) dated),
  described as (
    select s.*, c.prefix || lpad(s.n::text, c.digits, '0') as code,
           case when item_type in ('base_product', 'purchased_sale_item')
                then '8594001' || lpad(n::text, 5, '0') || n % 10 end as ean,
           case when n % 10 = 6 then 'BAR-' || n end as barcode,
           case item_type when 'production_item' then 'l' when 'brew_material' then 'kg' else 'pcs' end as unit_code
      from numbered s
      join number_series c on c.book_id = $1 and c.document_kind = 'item')
  insert into items (book_id, id, version, code, name, brand, item_type, material_type, unit_id, recipe_unit_id,
                     base_item_id, base_item_quantity, packaging_type, volume_l, abv, plato, ean, barcode, sale_price,
                     sale_vat_rate_id, pos_available, web_available, external_system, external_id, is_active,
                     search_text, created_at, updated_at)
  select $1::uuid, s.id, 1, s.code, s.name, 'Znacka ' || s.n % 40, s.item_type,
         case when s.item_type = 'brew_material' then 'malt' end, u.id,
         case when s.item_type = 'brew_material' then recipe.id end,
         base.id, case when base.id is not null then 0.5 end,
         case when s.item_type in ('base_product', 'packaging') then 'bottle_' || s.n % 20 end,
         case when s.item_type = 'base_product' then 0.5 end, 4.8, 12, s.ean, s.barcode,
         case when s.item_type <> 'brew_material' then 10.5 + s.n % 500 end, v.id, s.n % 4 = 0, s.n % 50 = 7,
         'seed', s.n::text, s.n % 20 <> 0, lower(concat_ws(' ', s.name, s.code, s.ean, s.barcode)), s.at, s.at
    from described s
    join units u on u.book_id = $1 and u.code = s.unit_code
    join units recipe on recipe.book_id = $1 and recipe.code = 'g'
    join vat_rates v on v.book_id = $1 and v.is_default
    left join numbered base on s.item_type = 'base_product' and base.n = s.n % ${brewed} + 1
   order by s.n`

const unitOf = alias => `json_build_object(
  'id', ${alias}.id, 'code', ${alias}.code, 'symbol', ${alias}.symbol, 'dimension', ${alias}.dimension,
  'decimals', ${alias}.decimals)`

export const items = {
  insert,
  kind: {
    object: 'item',
    table: 'items',
    from: `items r
      join units u on u.book_id = r.book_id and u.id = r.unit_id
      left join units p on p.book_id = r.book_id and p.id = r.recipe_unit_id`,
    fields: `
      'code', r.code, 'name', r.name, 'brand', r.brand, 'item_type', r.item_type, 'material_type', r.material_type,
      'stock_category', case r.item_type when 'brew_material' then 'material' when 'production_item' then 'semi_product'
        when 'base_product' then 'product' when 'purchased_sale_item' then 'goods' else r.item_type end,
      'unit', ${unitOf('u')}, 'recipe_unit', case when p.id is not null then ${unitOf('p')} end,
      'base_item_id', r.base_item_id, 'base_item_quantity', trim_scale(r.base_item_quantity)::text,
      'is_packaging', r.item_type = 'packaging', 'packaging_type', r.packaging_type,
      'volume_l', trim_scale(r.volume_l)::text, 'abv', trim_scale(r.abv)::text, 'plato', trim_scale(r.plato)::text,
      'ean', r.ean, 'barcode', r.barcode, 'sale_price', trim_scale(r.sale_price)::text,
      'sale_vat_rate_id', r.sale_vat_rate_id, 'pos_available', r.pos_available, 'web_available', r.web_available`,
  },
  counted: `
    insert into number_counters (book_id, document_kind, year, last_number)
    values ($1, 'item', 0, $2)`,
}
