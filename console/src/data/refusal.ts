/** What the service answers instead of a result. */
import type { Problem } from '@cellarbook/sdk'

export interface ProblemRow {
  field: string
  code: string
  message: string
  reason?: string
  params?: Readonly<Record<string, string>>
}

export class Refusal extends Error {
  readonly problem: Problem
  readonly headers: Headers

  constructor(problem: Problem, headers: Headers) {
    super(problem.detail ?? problem.title)
    this.problem = problem
    this.headers = headers
  }

  get code(): string {
    return this.problem.code
  }
  get rows(): readonly ProblemRow[] {
    return (this.problem as { errors?: readonly ProblemRow[] }).errors ?? []
  }
  /** The person has to prove who they are, then the same call goes through. */
  get asksForProof(): boolean {
    return this.headers.get('x-service-confirm') === 'required'
  }
}

/** No answer came: the line is down, or the service is. */
export class Unreachable extends Error {}

export const isRefusal = (error: unknown, code?: string): error is Refusal =>
  error instanceof Refusal && (code === undefined || error.code === code)

/** The person may not do this, or may not see it. */
export const isNoRight = (error: unknown): error is Refusal =>
  isRefusal(error, 'insufficient_scope') || isRefusal(error, 'forbidden')
