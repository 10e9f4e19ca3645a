/** SQL as tagged text: values are always parameters. */
import { raw } from 'sql-template-tag'

export { default as sql, empty, join, raw, type Sql } from 'sql-template-tag'

/**
 * Stands in a statement whose best plan depends on its values, such as a search. Prepared, one costly search would make
 * PostgreSQL keep the plan for any word on that connection from then on, and that one walks the whole book.
 */
export const unprepared = raw('/* unprepared */')
