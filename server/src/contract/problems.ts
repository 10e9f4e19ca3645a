/** Every refusal the service can give: its code, its words, its members, and the document a client receives. */
import { Type } from 'typebox'
import { assert } from '../lib/assert.ts'
import { accessProblems } from './problems/catalogue-access.ts'
import { breweryPosProblems } from './problems/catalogue-brewery-pos.ts'
import { eventProblems } from './problems/catalogue-events.ts'
import { fileProblems } from './problems/catalogue-files.ts'
import { requestProblems } from './problems/catalogue-requests.ts'
import { salesFinanceProblems } from './problems/catalogue-sales-finance.ts'
import { stockProblems } from './problems/catalogue-stock.ts'
import { type ProblemSpec, reasonMembers } from './problems/define.ts'
import type { Reason } from './problems/reason-texts.ts'
import { type AnyShape, OneOf, Shape, type TSchema, type Typed } from './schema.ts'

export type { LockReason } from './problems/catalogue-requests.ts'
export type { ProblemSpec } from './problems/define.ts'

export const problemCatalogue = Object.freeze({
  ...accessProblems,
  ...requestProblems,
  ...stockProblems,
  ...salesFinanceProblems,
  ...fileProblems,
  ...breweryPosProblems,
  ...eventProblems,
})

export type ProblemCode = keyof typeof problemCatalogue

export const problemCodes = Object.freeze(Object.keys(problemCatalogue) as ProblemCode[])

/** Own keys only, so that `constructor` is not taken for a code. */
export const isProblemCode = (value: string): value is ProblemCode => Object.hasOwn(problemCatalogue, value)

export const problemSpec = (code: ProblemCode): ProblemSpec => problemCatalogue[code]

/** An object type that asks for nothing. */
type NoMembers = Record<never, never>

/** Computed once for all codes: a conditional type at every call would cost seconds of compile time. */
type MembersByCode = {
  [Code in ProblemCode]: (typeof problemCatalogue)[Code]['members'] extends infer Members extends Typed<unknown>
    ? NonNullable<Members['~static']>
    : NoMembers
}

export const rowCodes = Object.freeze({
  entity_pair_required: 'The two fields must be sent together, or neither.',
  exactly_one_of: 'Exactly one of the fields must be sent.',
  invalid_reference: 'The referenced record does not exist in this account, or it cannot be used here.',
  not_allowed: 'The value has the wrong type, length, format or range, or is not one of the allowed values.',
  required: 'The field is missing.',
  unexpected_field: 'The field is known, but it does not belong to this form of the body.',
  unit_required: 'The quantity comes without its unit.',
  unknown_event_type: 'No event type has this name or matches this pattern.',
  unknown_field: 'The operation does not know this field.',
})

export type RowCode = keyof typeof rowCodes

/** One offending field, written `lines[3].unit.unit_code`; a fault of the whole body has the field `''`. */
export interface ProblemRow {
  field: string
  code: RowCode
  message: string
  reason?: Reason
  params?: Record<string, string>
}

/** The codes whose document carries `errors`. */
export type RowsCode = 'validation_failed' | 'unknown_field'

/** Of one document. */
export const maximumRows = 100

const carriesRows = (code: ProblemCode): code is RowsCode => code === 'validation_failed' || code === 'unknown_field'

interface ProblemParts {
  detail?: string | undefined
  headers?: Readonly<Record<string, string>> | undefined
  members?: Readonly<Record<string, unknown>>
  rows?: readonly ProblemRow[] | undefined
}

/** A refusal on its way to the client. Throwing it rolls the write back. */
export class Problem extends Error {
  override readonly name = 'Problem'
  readonly code: ProblemCode
  readonly status: number
  readonly detail: string | undefined
  readonly members: Readonly<Record<string, unknown>>
  readonly rows: readonly ProblemRow[]
  /** Response headers such as Location, Retry-After, Allow or WWW-Authenticate. */
  readonly headers: Readonly<Record<string, string>>

  constructor(code: ProblemCode, parts: ProblemParts = {}) {
    super(`${code}: ${parts.detail ?? problemCatalogue[code].title}`)
    this.code = code
    this.status = problemCatalogue[code].status
    this.detail = parts.detail
    this.members = parts.members ?? {}
    this.rows = (parts.rows ?? []).slice(0, maximumRows)
    this.headers = parts.headers ?? {}
  }
}

interface CommonOptions {
  detail?: string
  headers?: Readonly<Record<string, string>>
}

/** Detail and headers, the members of the code beside them, and the rows where the code carries some. */
type OptionsByCode = {
  [Code in ProblemCode]: CommonOptions &
    MembersByCode[Code] &
    (Code extends RowsCode ? { rows: readonly ProblemRow[] } : NoMembers)
}

type ArgumentsByCode = {
  [Code in ProblemCode]: NoMembers extends OptionsByCode[Code]
    ? [options?: OptionsByCode[Code]]
    : [options: OptionsByCode[Code]]
}

/** A problem of the catalogue; the compiler asks for the members its code cannot do without. */
export const problem = <Code extends ProblemCode>(code: Code, ...[options]: ArgumentsByCode[Code]): Problem => {
  const given = (options ?? {}) as CommonOptions & { rows?: readonly ProblemRow[] }
  const { detail, headers, rows, ...members } = given
  return new Problem(code, { detail, headers, rows, members })
}

/** A reference that is unknown, of another book, or not usable: the three look alike, so that nothing leaks. */
export const invalidReference = (field: string): ProblemRow => ({
  field,
  code: 'invalid_reference',
  message: 'There is no such record, or it cannot be used here.',
})

/** Only unknown fields are `unknown_field`; any other fault among them makes the whole `validation_failed`. */
export const validationFailed = (rows: readonly ProblemRow[]): Problem => {
  assert(rows.length > 0, 'a validation problem needs at least one row')
  const onlyUnknownFields = rows.every(row => row.code === 'unknown_field')
  return problem(onlyUnknownFields ? 'unknown_field' : 'validation_failed', { rows })
}

export const problemRowSchema = Shape({
  field: Type.String({ description: 'Path such as lines[3].unit.unit_code; empty for the whole body' }),
  code: OneOf(Object.keys(rowCodes) as RowCode[]),
  message: Type.String(),
  ...reasonMembers,
})

const rowsSchema = Type.Array(problemRowSchema, { maxItems: maximumRows })

const documentProperties = (code: TSchema, status: TSchema) => ({
  type: Type.String({ format: 'uri' }),
  title: Type.String({ description: 'For people; the wording may change' }),
  status,
  code,
  detail: Type.Optional(Type.String()),
  instance: Type.String({ description: 'The request id, equal to X-Request-Id' }),
})

/** The problem document (RFC 9457) of one code, complete; without a code, what the documents of all codes share. */
export const problemSchema = (code?: ProblemCode): AnyShape => {
  if (code === undefined) {
    const shared = documentProperties(OneOf(problemCodes), Type.Integer())
    return Type.Object({ ...shared, errors: Type.Optional(rowsSchema) })
  }
  const { status, members } = problemSpec(code)
  return Shape({
    ...documentProperties(Type.Literal(code), Type.Literal(status)),
    ...(carriesRows(code) ? { errors: rowsSchema } : {}),
    ...members?.properties,
  })
}

export interface ProblemDocument {
  type: string
  title: string
  status: number
  code: ProblemCode
  detail?: string
  instance: string
  errors?: readonly ProblemRow[]
  [member: string]: unknown
}

/** The anchor of a code on the developers page; `type` of every problem document leads there. */
export const problemAnchor = (code: ProblemCode): string => `errors-${code}`

export const problemDocument = (
  refusal: Problem,
  at: { readonly baseUrl: string; readonly requestId: string },
): ProblemDocument => ({
  type: `${at.baseUrl}/developers#${problemAnchor(refusal.code)}`,
  title: problemCatalogue[refusal.code].title,
  status: refusal.status,
  code: refusal.code,
  ...(refusal.detail === undefined ? {} : { detail: refusal.detail }),
  instance: at.requestId,
  ...(refusal.rows.length === 0 ? {} : { errors: refusal.rows }),
  ...refusal.members,
})
