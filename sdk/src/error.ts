/** What can go wrong with a call. */
import type { ProblemMembers } from './generated/problems.ts'
import type { ProblemRow } from './generated/types.ts'

export type ProblemCode = keyof ProblemMembers

interface ProblemHead<Code extends ProblemCode> {
  /** Leads to the explanation of the code. */
  type: string
  title: string
  status: number
  code: Code
  detail?: string
  /** The request id. */
  instance: string
}

/** The problem document (RFC 9457) of one code, or of any of several. */
export type ProblemOf<Code extends ProblemCode> = { [One in Code]: ProblemHead<One> & ProblemMembers[One] }[Code]

export type Problem = ProblemOf<ProblemCode>

const shownRows = 3

/** The code, what it means, and the first fields. */
function messageOf(problem: Problem): string {
  const rows = 'errors' in problem ? problem.errors.slice(0, shownRows) : []
  const fields = rows.map(({ field, message }) => `${field || 'body'}: ${message}`).join('; ')
  return `${problem.code}: ${problem.detail ?? problem.title}${fields && ` (${fields})`}`
}

/** The service refused. Branch on `code`; `problem` has the members of that code. */
export class CellarbookError<Code extends ProblemCode = ProblemCode> extends Error {
  override readonly name = 'CellarbookError'
  readonly problem: ProblemOf<Code>
  readonly headers: Headers
  /** The key the write was sent with: the same call with the same key is the same write. */
  readonly idempotencyKey: string | undefined

  constructor(problem: ProblemOf<Code>, headers: Headers, idempotencyKey?: string) {
    super(messageOf(problem as Problem))
    this.problem = problem
    this.headers = headers
    this.idempotencyKey = idempotencyKey
  }

  get code(): Code {
    return this.problem.code
  }

  get status(): number {
    return this.problem.status
  }

  get requestId(): string {
    return this.problem.instance
  }

  /** One row for each offending field; empty unless the code is `validation_failed` or `unknown_field`. */
  get errors(): readonly ProblemRow[] {
    return (this.problem as { errors?: ProblemRow[] }).errors ?? []
  }
}

/** `isProblem(error, 'stale_version')`: narrows to the codes, or to any problem without them. */
export const isProblem = <Code extends ProblemCode = ProblemCode>(
  error: unknown,
  ...codes: readonly Code[]
): error is CellarbookError<Code> =>
  error instanceof CellarbookError && (codes.length === 0 || (codes as readonly string[]).includes(error.code))

/** No answer, or not the whole of it, after all attempts. A write may have happened: repeat it with its key. */
export class ConnectionError extends Error {
  override readonly name = 'ConnectionError'
  readonly idempotencyKey: string | undefined

  constructor(message: string, options: { cause?: unknown; idempotencyKey?: string | undefined } = {}) {
    super(message, { cause: options.cause })
    this.idempotencyKey = options.idempotencyKey
  }
}

/** An answer that is not the service's, such as the page of a proxy. */
export class UnexpectedAnswerError extends Error {
  override readonly name = 'UnexpectedAnswerError'
  readonly status: number
  readonly headers: Headers
  /** The beginning of the answer. */
  readonly text: string

  constructor(status: number, headers: Headers, text: string) {
    super(`unexpected answer ${status}: ${text.slice(0, 200)}`)
    this.status = status
    this.headers = headers
    this.text = text.slice(0, 2_000)
  }
}
