/** GET /openapi.json: the service describes itself. */
import { Type } from 'typebox'
import { definePublicEndpoint } from '../kernel/endpoint.ts'
import { publicDocument } from '../kernel/public-document.ts'
import type { Steps } from '../lib/steps.ts'

export const openApiEndpoint = (document: () => Steps<object>) =>
  definePublicEndpoint({
    id: 'openapi.get',
    method: 'GET',
    path: '/openapi.json',
    summary: 'Get this API as an OpenAPI 3.1 document',
    description: 'Needs no key.',
    returns: { status: 200, schema: Type.Unsafe<object>({ type: 'object', additionalProperties: true }) },
    errors: ['rate_limited'],
    document: publicDocument('application/json; charset=utf-8', function* () {
      return JSON.stringify(yield* document())
    }),
  })
