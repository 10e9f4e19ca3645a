/** SQL as tagged text: values are always parameters. */
export { default as sql, empty, join, raw, type Sql } from 'sql-template-tag'
