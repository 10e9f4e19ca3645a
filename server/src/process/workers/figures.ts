/** The figures of all workers: asked for by the leader, for its own port or for a worker that was asked for the page. */
import type { Figures } from '../../metrics/open.ts'

/** A worker that is being replaced is not waited for. */
const patienceMs = 2_000

export interface FiguresRound {
  /** Who asks while a round is under way shares it. */
  gather(): Promise<Figures[]>
  received(number: number, figures: Figures): void
}

export function figuresOfWorkers(numbers: readonly number[], ask: (number: number) => void): FiguresRound {
  let answers = new Map<number, Figures>()
  let underWay: Promise<Figures[]> | undefined
  let end = () => {}

  async function round(): Promise<Figures[]> {
    answers = new Map()
    const complete = new Promise<void>(resolve => {
      end = resolve
    })
    const late = setTimeout(end, patienceMs)
    for (const number of numbers) ask(number)
    await complete
    clearTimeout(late)
    return [...answers.values()]
  }

  return {
    gather() {
      underWay ??= round().finally(() => {
        underWay = undefined
      })
      return underWay
    },
    received(number, figures) {
      answers.set(number, figures)
      if (answers.size === numbers.length) end()
    },
  }
}

/** In a worker: the page of all, from the leader. Those who wait get the next one that comes. */
export function pageFromLeader(ask: () => void) {
  let waiting: ((text: string) => void)[] = []
  return {
    text: () =>
      new Promise<string>(resolve => {
        waiting.push(resolve)
        ask()
      }),
    came(text: string): void {
      const answered = waiting
      waiting = []
      for (const resolve of answered) resolve(text)
    },
  }
}
