/**
 * Several who share a transaction and never depend on each other ask for the same things at the same time, with other values.
 * Their statements become one: PostgreSQL then starts it, reads the rules of its table and checks its plan once.
 */
import { together } from '../lib/together.ts'
import { joined, kindOf } from './alike.ts'
import type { Fellow, Prepare, Query } from './queryable.ts'
import type { Statement } from './sql.ts'
import type { Answer } from './wave.ts'

interface Ways {
  ask: Query
  prepare: Prepare
  /** Calls before anything else is asked, and at the latest when what was asked in this turn of the loop leaves. */
  later: (call: () => void) => void
}

interface Asked {
  statement: Statement
  kind: object | undefined
  resolve(answer: Answer): void
  reject(error: unknown): void
}

/** Statements of many are planned once, not five times for given values first. */
const plannedOnce = { name: 'planned once', text: 'set local plan_cache_mode = force_generic_plan', sent: [] }

export function fellowsOf({ ask, prepare, later }: Ways, count: number): Fellow[] {
  ask(plannedOnce).catch(() => {})
  const asked: Asked[][] = Array.from({ length: count }, () => [])
  let isCalled = false

  function leave(): void {
    isCalled = false
    const gathered = asked.map(own => own.splice(0))
    for (const alike of together(gathered)) void askAll(alike as [Asked, ...Asked[]])
  }

  async function askAll(alike: readonly [Asked, ...Asked[]]): Promise<void> {
    try {
      if (alike.length === 1) alike[0].resolve(await ask(prepare(alike[0].statement)))
      else {
        const { parts } = await ask(joined(alike.map(({ statement }) => statement)))
        for (const [place, { resolve }] of alike.entries()) resolve(answerOf(parts![place]!))
      }
    } catch (error) {
      for (const { reject } of alike) reject(error)
    }
  }

  return asked.map(own => {
    const query = (statement: Statement, kind?: object): Promise<Answer> =>
      new Promise((resolve, reject) => {
        if (!isCalled) later(leave)
        isCalled = true
        own.push({ statement, kind, resolve, reject })
      })
    return {
      many: async statement => (await query(statement, kindOf(statement))).rows,
      maybe: async statement => (await query(statement, kindOf(statement))).rows[0],
      // Of one for many nobody knows how many rows were whose.
      run: async statement => (await query(statement)).rowCount,
      send: statement => {
        query(statement, kindOf(statement)).catch(() => {})
      },
    }
  })
}

const answerOf = (rows: Answer['rows']): Answer => ({ rows, rowCount: rows.length })
