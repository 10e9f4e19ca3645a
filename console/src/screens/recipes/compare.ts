/** PURE: what a version of a recipe says otherwise than the one before. */
import type { RecipeVersion } from '@cellarbook/sdk'

export interface Difference {
  key: string
  /** Of an ingredient or a step; figures are named by their key. */
  name?: string
  before: string | undefined
  now: string | undefined
  unit?: string
}

const figures = ['batch_volume_l', 'og_plato', 'fg_plato', 'abv', 'ibu', 'ebc', 'boil_minutes', 'notes'] as const

const said = (value: string | number | null): string | undefined => (value === null ? undefined : String(value))

export function differencesOf(before: RecipeVersion, now: RecipeVersion): Difference[] {
  const all = [
    ...figures.map(key => ({ key, before: said(before[key]), now: said(now[key]) })),
    ...pair(ingredientsOf(before), ingredientsOf(now)),
    ...pair(stepsOf(before), stepsOf(now)),
  ]
  return all.filter(one => one.before !== one.now)
}

interface Named {
  name: string
  value: string
  unit?: string
}

/** The same item may be used twice: in another phase, for another use, or once more. */
function ingredientsOf({ ingredients }: RecipeVersion): Map<string, Named> {
  const found = new Map<string, Named>()
  for (const { item, quantity, unit, phase, use, minutes } of ingredients) {
    const first = `${item.id} ${phase} ${use} ${minutes}`
    const key = found.has(first) ? `${first} ${found.size}` : first
    found.set(key, { name: item.name, value: quantity, unit: unit.symbol })
  }
  return found
}

const stepsOf = ({ steps }: RecipeVersion): Map<string, Named> =>
  new Map(
    steps.map(({ name, temperature_c, minutes }, index) => [
      `step ${index} ${name}`,
      { name, value: [temperature_c && `${temperature_c} °C`, minutes && `${minutes} min`].filter(Boolean).join(', ') },
    ]),
  )

function pair(before: Map<string, Named>, now: Map<string, Named>): Difference[] {
  const keys = [...new Set([...before.keys(), ...now.keys()])]
  return keys.map(key => {
    const one = now.get(key) ?? before.get(key)!
    return {
      key,
      name: one.name,
      before: before.get(key)?.value,
      now: now.get(key)?.value,
      ...(one.unit !== undefined && { unit: one.unit }),
    }
  })
}
