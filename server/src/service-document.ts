/** The whole interface: every endpoint, the one that describes them included, and its OpenAPI document. */
import { openApiDocument } from './contract/openapi.ts'
import { endpoints } from './domains/index.ts'
import { openApiEndpoint } from './domains/openapi.ts'
import type { Endpoint } from './kernel/endpoint.ts'

export function serviceEndpoints(baseUrl: string): Endpoint[] {
  const all: Endpoint[] = [...endpoints, openApiEndpoint(() => openApiDocument({ endpoints: all, baseUrl }))]
  return all
}

export const serviceDocument = (baseUrl: string): object =>
  openApiDocument({ endpoints: serviceEndpoints(baseUrl), baseUrl })
