/** What lists have in common wherever they stand: the link of a row, and why there are none. */
import { isNoRight } from '../data/refusal.ts'
import { Link } from '../kit/link.tsx'
import type { Column } from '../kit/table.tsx'
import { useWords } from '../words/use-words.ts'
import { Grants, ProblemAlert } from './problem.tsx'

/** The first cell is the link. */
export function withLink<Row>(columns: readonly Column<Row>[], open: (row: Row) => string): readonly Column<Row>[] {
  const [first, ...others] = columns
  if (!first) return columns
  return [{ ...first, cell: row => <Link to={open(row)}>{first.cell(row)}</Link> }, ...others]
}

export function ListProblem({ error }: { error: Error }) {
  const { problem } = useWords('frame')
  if (!isNoRight(error)) return <ProblemAlert error={error} />
  return (
    <div role="alert">
      <p>{problem.noRight}</p>
      <Grants refusal={error} />
    </div>
  )
}
