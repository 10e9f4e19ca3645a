/** What a run is short of, told together: whoever fetches crown caps should hear of the labels, too. */
import { Problem } from '../../../contract/problems.ts'

/** Keeps a conflict for later; any other refusal is the answer at once, unless a conflict came before it. */
export async function unlessShort<Result>(
  shortages: Problem[],
  take: () => Promise<Result>,
): Promise<Result | undefined> {
  try {
    return await take()
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    if (error.code === 'conflict') shortages.push(error)
    else if (shortages.length === 0) throw error
    return undefined
  }
}

/** One conflict, with the blockers of all, each once: both may be about the batch. */
export function together([first, ...others]: readonly Problem[]): Problem {
  if (others.length === 0) return first!
  const all = [first!, ...others]
  const details = new Set(all.map(({ detail }) => detail))
  const blockers = all
    .flatMap(({ members }) => members.blockers ?? [])
    .map(blocker => [JSON.stringify(blocker), blocker])
  const members = { blockers: [...new Map(blockers as [string, unknown][]).values()] }
  return new Problem('conflict', { detail: [...details].join(' '), members })
}
