/** Filters of a list as conditions of its statement: each one that was asked for, and no other. */
import { type Sql, sql, unprepared } from '../db/sql.ts'

type Value = string | number | boolean

/** How the value of a filter becomes a condition on the row `r`. */
export type FilterRules<Filters> = { [Name in keyof Filters]?: (value: NonNullable<Filters[Name]>) => Sql }

export const conditionsOf = <Filters extends object>(asked: Filters, rules: FilterRules<Filters>): Sql[] =>
  (Object.keys(rules) as (keyof Filters)[]).flatMap(name => {
    const value = asked[name]
    return value === undefined || value === null ? [] : [rules[name]!(value)]
  })

/** The commonest rule: the column is the value. */
export const is =
  (column: Sql) =>
  (value: Value): Sql =>
    sql`${column} = ${value}`

/** The column is one of the values; one alone keeps the order of an index that begins with the column. */
export const isAnyOf =
  (column: Sql) =>
  (values: readonly string[]): Sql =>
    values.length === 1 ? sql`${column} = ${values[0]}` : sql`${column} = any(${values}::text[])`

/** `date_from` and `date_to`, both days included. How much lies between them decides the plan, so none is kept. */
export const betweenDays = (column: Sql) => ({
  date_from: (day: string): Sql => sql`${column} >= ${day}::date ${unprepared}`,
  date_to: (day: string): Sql => sql`${column} <= ${day}::date ${unprepared}`,
})
