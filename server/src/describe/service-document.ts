/** The whole interface: every endpoint, the one that describes them included, and its OpenAPI document. */

import { house } from '../domains/index.ts'
import type { Endpoint } from '../kernel/endpoint.ts'
import { openApiDocument, openApiSteps } from './openapi.ts'
import { openApiEndpoint } from './openapi-endpoint.ts'

export function serviceEndpoints(baseUrl: string): Endpoint[] {
  const all: Endpoint[] = [
    ...house.endpoints,
    openApiEndpoint(() => openApiSteps({ endpoints: described(all), baseUrl })),
  ]
  return all
}

/** Those there is something to say about. */
export const described = (all: readonly Endpoint[]): Endpoint[] => all.filter(endpoint => !endpoint.isHidden)

export const serviceDocument = (baseUrl: string): object =>
  openApiDocument({ endpoints: described(serviceEndpoints(baseUrl)), baseUrl })
