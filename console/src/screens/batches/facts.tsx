/** What a batch is, how it stands, and what became of its extract. */
import type { Batch } from '@cellarbook/sdk'
import { Facts } from '../../kit/facts.tsx'
import { Link } from '../../kit/link.tsx'
import { useFormat } from '../../words/use-format.ts'
import { useWords } from '../../words/use-words.ts'
import './batches.css'

export function BatchFacts({ batch }: { batch: Batch }) {
  const { facts } = useWords('batches')
  const { day, quantity, count } = useFormat()
  const { recipe, vessel, derived } = batch
  return (
    <div className="panel stack batch-facts">
      <Facts
        facts={[
          [facts.name, batch.name],
          [facts.beer, <Link key="item" to={`/items/${batch.item.id}`} children={batch.item.name} />],
          [
            facts.recipe,
            recipe && (
              <Link to={`/recipes/${recipe.id}?version=${recipe.version}`}>
                {facts.version(recipe.name, recipe.version)}
              </Link>
            ),
          ],
          [facts.vessel, vessel && <Link to={`/vessels/${vessel.id}`}>{vessel.name}</Link>],
          [facts.brewed, day(batch.brew_date)],
          [facts.inProcess, batch.volume_l && quantity(batch.volume_l, 'l')],
          [facts.planned, quantity(batch.planned_volume_l, 'l')],
          [facts.days, derived.days_in_phase === null ? '' : count(derived.days_in_phase)],
          [facts.warehouse, batch.warehouse.name],
          [
            facts.parent,
            batch.parent_batch_id && <Link to={`/batches/${batch.parent_batch_id}`}>{facts.parentLink}</Link>,
          ],
          [facts.notes, batch.notes],
        ]}
      />
      <Extract batch={batch} />
    </div>
  )
}

function Extract({ batch }: { batch: Batch }) {
  const { facts } = useWords('batches')
  const { quantity, percent } = useFormat()
  const { derived } = batch
  if (batch.og_plato === null && derived.current_gravity_plato === null) return null
  const plato = (value: string | null) => value && quantity(value, '°P')
  return (
    <Facts
      facts={[
        [facts.og, plato(batch.og_plato)],
        [facts.gravity, plato(derived.current_gravity_plato)],
        [facts.fg, plato(batch.fg_plato)],
        [facts.apparent, derived.apparent_attenuation_pct && percent(derived.apparent_attenuation_pct)],
        [facts.real, derived.real_attenuation_pct && percent(derived.real_attenuation_pct)],
        [facts.abv, batch.abv && percent(batch.abv)],
      ]}
    />
  )
}
