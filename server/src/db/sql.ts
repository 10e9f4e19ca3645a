/** SQL as tagged text: values are always parameters. */
export { default as sql, empty, join, type Sql } from 'sql-template-tag'
