/** Three nodes on one PostgreSQL, killed in turn under keyed writes: nothing lost, nothing doubled, no gap in numbers. */
import { expect, test } from 'vitest'
import { useProcesses } from '../support/process.ts'
import { killNodes } from '../support/three-nodes.ts'

useProcesses()

/** KILLS=30 by hand. */
const kills = Number(process.env.KILLS ?? 2)

test(
  'killed in turn: every acknowledged write is there once, and invoices are numbered without a gap',
  async () => {
    const told = await killNodes({ kills })
    expect(told).toMatchObject({ lost: 0, doubled: 0, gaps: 0, verified: true })
    expect(told.writes).toBeGreaterThan(30)
    expect(told.warned).toBe(true)
    console.log(`three nodes, ${told.kills} kills: ${told.writes} writes, ${told.repeated} answered at another node`)
  },
  60_000 + kills * 40_000,
)
