/** Whatever is measured, late, again and marked: a batch shows what all its valid measurements say, read once more. */
import fc from 'fast-check'
import { beforeAll, expect, test } from 'vitest'
import { type Brewhouse, brewhouse } from '../support/brewery.ts'
import { measurementsOf, noonsOf } from '../support/measurements.ts'
import { useService } from '../support/service.ts'

const service = useService()
const daysAgo = noonsOf(service)
let book: Brewhouse
let tank: string

beforeAll(async () => {
  book = await brewhouse(service)
  tank = await book.vessel()
})

interface Listed {
  id: string
  phase: string
  measured_at: string
  is_valid: boolean
  gravity_plato: string | null
  ph: string | null
}

/** How many days ago the phases begin, said before or after anything is measured. */
const begins = { brewing: 10, fermentation: 9, lagering: 5, completed: 2 } as const

const measured = fc.record({
  /** Hours before yesterday's noon: so few that instants meet. */
  hours: fc.integer({ min: 0, max: 43 }).map(value => value * 6),
  gravity: fc.option(fc.integer({ min: -30, max: 180 }), { freq: 4 }),
  ph: fc.option(fc.integer({ min: 30, max: 60 }), { freq: 1 }),
})

const commands = fc.array(
  fc.oneof(
    { weight: 4, arbitrary: fc.array(measured, { minLength: 1, maxLength: 5 }).map(several => ({ several })) },
    { weight: 2, arbitrary: fc.nat(99).map(marked => ({ marked })) },
    { weight: 1, arbitrary: fc.constantFrom('advance' as const) },
  ),
  { minLength: 4, maxLength: 14 },
)

const tenths = (value: number) => String(value / 10)

/** Null where there is none. */
function plainly(measurements: readonly Listed[]) {
  const valid = measurements
    .filter(({ is_valid }) => is_valid)
    .toSorted((one, other) => one.measured_at.localeCompare(other.measured_at))
  const gravities = (...phases: string[]) =>
    valid.filter(({ gravity_plato, phase }) => gravity_plato !== null && phases.includes(phase))
  const all = valid.filter(({ gravity_plato }) => gravity_plato !== null)
  const gravityOf = (found: Listed | undefined) => found?.gravity_plato ?? null
  return {
    og_plato: gravityOf(gravities('brewing').at(-1) ?? gravities('fermentation')[0]),
    fg_plato: gravityOf(gravities('lagering', 'completed').at(-1)),
    current: gravityOf(all.at(-1)),
    ph: valid.filter(({ ph }) => ph !== null).at(-1)?.ph ?? null,
  }
}

async function story(given: readonly (typeof commands extends fc.Arbitrary<infer C> ? C : never)[number][]) {
  const { id } = (await book.batch()).body
  const { takeMany, mark, batch } = measurementsOf(book, id)
  const steps = Object.entries(begins)
  const advance = async () => {
    const [phase, day] = steps.shift() ?? []
    if (!phase || !day) return
    const vessel = phase === 'fermentation' || phase === 'lagering' ? { vessel_id: tank, volume_l: '100' } : {}
    const body = { phase, occurred_at: daysAgo(day), ...vessel }
    expect((await book.act(`/batches/${id}`, 'advance_phase', body)).status).toBe(200)
  }
  const list = async (): Promise<Listed[]> =>
    (await book.api.get(`/batches/${id}/measurements?limit=200`)).body.data.toReversed()
  for (const command of given) {
    if (command === 'advance') await advance()
    else if ('several' in command) {
      const sent = command.several.map(({ hours, gravity, ph }) => ({
        measured_at: daysAgo(1, -hours * 60),
        type: gravity === null ? 'ph' : 'gravity',
        ...(gravity !== null && { gravity_plato: tenths(gravity) }),
        ...((ph !== null || gravity === null) && { ph: tenths(ph ?? 45) }),
      }))
      expect((await takeMany(...sent)).status).toBe(201)
    } else {
      const measurements = await list()
      const chosen = measurements[command.marked % Math.max(1, measurements.length)]
      if (chosen) await mark(chosen.id, { is_valid: !chosen.is_valid })
    }
    const { og_plato, fg_plato, latest } = await batch()
    const { gravity_plato, ph } = latest
    expect({ og_plato, fg_plato, current: gravity_plato?.value ?? null, ph: ph?.value ?? null }).toEqual(
      plainly(await list()),
    )
  }
  while (steps.length > 0) await advance()
}

// The end of the file verifies all books, where phases are compared with stays and what is kept with all there is.
test('og, fg and latest are those of a plain recomputation', async () => {
  await fc.assert(fc.asyncProperty(commands, story), { numRuns: Number(process.env.MODEL_RUNS ?? 5) })
})
