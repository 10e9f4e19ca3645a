/** Turns any error into a problem, in one place: what is not foreseen becomes `internal_error` and says nothing more. */
import { Problem, problem, validationFailed } from '../contract/problems.ts'
import { isUnavailable } from '../db/errors.ts'

const unavailable = () => problem('api_unavailable', { headers: { 'Retry-After': '1' } })

export function asProblem(error: unknown): Problem {
  if (error instanceof Problem) return error
  if (isUnavailable(error)) return unavailable()
  const code = (error as { code?: string }).code ?? ''
  if (code === 'FST_ERR_CTP_BODY_TOO_LARGE') return problem('payload_too_large')
  // HPE_: the client broke the protocol in the middle of its body.
  if (code.startsWith('FST_ERR_CTP_') || code.startsWith('HPE_')) return unreadableBody()
  return problem('internal_error')
}

export const unreadableBody = () =>
  validationFailed([{ field: '', code: 'not_allowed', message: 'The body could not be read.' }])
