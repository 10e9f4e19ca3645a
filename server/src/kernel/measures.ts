/** What a domain tells of its state in figures, for whoever watches the service. */
import type { Queryable } from '../db/pool.ts'

export interface Measure {
  /** As Prometheus names it, without `cellarbook_`. */
  name: string
  help: string
  /** What tells its figures apart, when there are several. */
  label?: string
  /** Asked for at most once in a while: it may cost a statement over all books. */
  read(db: Queryable): Promise<Figure[]>
}

export interface Figure {
  value: number
  label?: string
}
