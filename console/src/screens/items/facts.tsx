/** What is known of an item. */
import type { Item } from '@cellarbook/sdk'
import { type Fact, Facts } from '../../kit/facts.tsx'
import { Link } from '../../kit/link.tsx'
import { Name } from '../../patterns/name.tsx'
import { useFormat } from '../../words/use-format.ts'
import { useWords } from '../../words/use-words.ts'
import { Offered } from './offered.tsx'

export function ItemFacts({ item }: { item: Item }) {
  const { facts, fields, types, categories } = useWords('items')
  const { external_ref: reference, sale_vat_rate_id: rate } = item
  const { decimal } = useFormat()
  const content = useContent(item)
  const isOffered = item.web_available || item.pos_available || !item.is_active
  return (
    <div className="panel">
      <Facts
        facts={[
          [facts.code, item.code],
          [fields.item_type, types[item.item_type]],
          [facts.category, categories[item.stock_category]],
          [fields.brand, item.brand],
          [fields.unit_id, item.unit.symbol],
          [fields.sale_price, item.sale_price && decimal(item.sale_price, 2)],
          [fields.sale_vat_rate_id, rate && <Name kind="vat_rate" id={rate} />],
          [facts.offered, isOffered && <Offered key="offered" item={item} />],
          ...content,
          [fields.ean, item.ean],
          [fields.barcode, item.barcode],
          [facts.reference, reference && `${reference.system}: ${reference.id}`],
        ]}
      />
    </div>
  )
}

function useContent(item: Item): readonly Fact[] {
  const { fields, days } = useWords('items')
  const { quantity, percent, decimal } = useFormat()
  const { base_item_id: base, shelf_life_days: life } = item
  return [
    [
      fields.base_item_id,
      base && (
        <Link key="base" to={`/items/${base}`}>
          <Name kind="item" id={base} />
        </Link>
      ),
    ],
    [fields.base_item_quantity, item.base_item_quantity && decimal(item.base_item_quantity)],
    [fields.material_type, item.material_type],
    [fields.recipe_unit_id, item.recipe_unit?.symbol],
    [fields.packaging_type, item.packaging_type],
    [fields.volume_l, item.volume_l && quantity(item.volume_l, 'l')],
    [fields.abv, item.abv && percent(item.abv)],
    [fields.plato, item.plato && quantity(item.plato, '°P')],
    [fields.shelf_life_days, life === null ? null : days(life)],
  ]
}
