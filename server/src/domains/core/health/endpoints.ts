/** Whether the service answers: for people, load balancers and scripts that wait for the start. */
import { Type } from 'typebox'
import { problem } from '../../../contract/problems.ts'
import { apiVersion, InstantText, Shape } from '../../../contract/schema.ts'
import { definePublicEndpoint } from '../../../kernel/endpoint.ts'
import { readVersion } from '../../../kernel/version.ts'
import { toInstant } from '../../../lib/instants.ts'

const Health = Shape({
  object: Type.Literal('health'),
  status: Type.Literal('ok'),
  time: InstantText,
  api_version: Type.String(),
  version: Type.String({ maxLength: 40, description: 'Of the program.' }),
})

/** Read once: the program is another one only after a start. */
const version = readVersion()

export const getHealth = definePublicEndpoint({
  id: 'health.get',
  method: 'GET',
  path: '/health',
  summary: 'Check whether the service is ready',
  description: 'Needs no key. 503 while the database is unreachable or the service is stopping.',
  returns: { status: 200, schema: Health },
  errors: [],
  async handle({ nowMs, isStopping, reachability }) {
    if (isStopping || !(await reachability.check())) {
      throw problem('api_unavailable', { headers: { 'Retry-After': '1' } })
    }
    return { body: { object: 'health', status: 'ok', time: toInstant(nowMs), api_version: apiVersion, version } }
  },
})
