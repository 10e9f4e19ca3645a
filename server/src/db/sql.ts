/** SQL as tagged text: values are always parameters. */
import tag, { raw, type Sql } from 'sql-template-tag'

export { default as sql, empty, join, raw, type Sql } from 'sql-template-tag'

/** What is asked of PostgreSQL. */
export interface Statement {
  readonly text: string
  readonly values: readonly unknown[]
}

/**
 * Stands in a statement whose best plan depends on its values, such as a search. Prepared, one costly search would make
 * PostgreSQL keep the plan for any word on that connection from then on, and that one walks the whole book.
 */
export const unprepared = raw('/* unprepared */')

/**
 * A value that PostgreSQL does not look at when it plans. What it plans for the values it was given then costs as much as
 * the plan it keeps, and it keeps that one: to plan a look into a long table takes longer than the look.
 */
export const unseen = (value: Sql): Sql => tag`(select ${value})`
