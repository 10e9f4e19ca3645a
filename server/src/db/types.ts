/** What becomes of a value that PostgreSQL sends as text, by its type. */
import pg from 'pg'

export type Parser = (text: string) => unknown

export const types = {
  getTypeParser(oid: number, format?: 'text' | 'binary') {
    if (oid === pg.types.builtins.TIMESTAMPTZ) return instantOfPostgres
    if (oid === pg.types.builtins.DATE) return String
    return pg.types.getTypeParser(oid, format as 'text')
  },
}

/** What `pg` does with texts, and with every type it does not know. */
const leave = pg.types.getTypeParser(pg.types.builtins.TEXT, 'text')

/** Undefined for what stays the text it is. */
export function parserOf(oid: number): Parser | undefined {
  const parser: Parser = types.getTypeParser(oid, 'text')
  return parser === String || parser === leave ? undefined : parser
}

const named = {
  bool: 16,
  bytea: 17,
  int8: 20,
  int4: 23,
  text: 25,
  json: 114,
  float8: 701,
  date: 1082,
  timestamptz: 1184,
  numeric: 1700,
  uuid: 2950,
  jsonb: 3802,
  'bool[]': 1000,
  'int4[]': 1007,
  'text[]': 1009,
  'int8[]': 1016,
  'date[]': 1182,
  'timestamptz[]': 1185,
  'numeric[]': 1231,
  'uuid[]': 2951,
}

/** What PostgreSQL calls its types, by the numbers it gives them. */
export const typeNames: ReadonlyMap<number, string> = new Map(Object.entries(named).map(([name, oid]) => [oid, name]))

/** `2026-09-17 10:00:00.5+00` as PostgreSQL writes it in UTC becomes `2026-09-17T10:00:00.500Z`. */
function instantOfPostgres(text: string): string {
  // Milliseconds, as almost always.
  if (text.length === 26) return `${text.slice(0, 10)}T${text.slice(11, 23)}Z`
  const fraction = text.slice(20, -3)
  return `${text.slice(0, 10)}T${text.slice(11, 19)}.${fraction.padEnd(3, '0')}Z`
}
