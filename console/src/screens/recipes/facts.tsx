/** What a recipe is for, and the figures of its newest version. */
import type { Recipe } from '@cellarbook/sdk'
import { Facts } from '../../kit/facts.tsx'
import { Link } from '../../kit/link.tsx'
import { Badge } from '../../kit/state.tsx'
import { useFormat } from '../../words/use-format.ts'
import { useWords } from '../../words/use-words.ts'

export function RecipeFacts({ recipe }: { recipe: Recipe }) {
  const { facts, state } = useWords('recipes')
  const { quantity, percent, decimal, count } = useFormat()
  return (
    <div className="panel">
      <Facts
        facts={[
          [facts.beer, <Link key="beer" to={`/items/${recipe.item.id}`} children={recipe.item.name} />],
          [facts.code, recipe.code],
          [facts.version, count(recipe.version)],
          [
            facts.state,
            <Badge key="state" tone={recipe.is_active ? 'good' : 'quiet'}>
              {recipe.is_active ? state.active : state.inactive}
            </Badge>,
          ],
          [facts.volume, quantity(recipe.batch_volume_l, 'l')],
          [facts.og_plato, recipe.og_plato && quantity(recipe.og_plato, '°P')],
          [facts.fg_plato, recipe.fg_plato && quantity(recipe.fg_plato, '°P')],
          [facts.abv, recipe.abv && percent(recipe.abv)],
          [facts.ibu, recipe.ibu && decimal(recipe.ibu)],
          [facts.ebc, recipe.ebc && decimal(recipe.ebc)],
          [facts.boil, recipe.boil_minutes === null ? '' : facts.minutes(count(recipe.boil_minutes))],
          [facts.notes, recipe.notes],
        ]}
      />
    </div>
  )
}
