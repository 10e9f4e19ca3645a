/** The OpenAPI 3.1 document of the service, made of the same declarations that make its routes and its checks. */

import { apiPrefix } from '../contract/locations.ts'
import type { Addresses } from '../kernel/addresses.ts'
import { atOnce, type Steps } from '../lib/steps.ts'
import { type Examples, noExamples } from './examples.ts'
import { componentRegistry } from './openapi/components.ts'
import type { DescribedEndpoint, OpenApiDocument, Operation, PathItem } from './openapi/document.ts'
import { writeEvents } from './openapi/events.ts'
import { info, securitySchemes, tagsOf } from './openapi/info.ts'
import { type OperationTools, operationOf } from './openapi/operation.ts'
import { namingSteps } from './openapi/shape-names.ts'
import { shapeWriter } from './openapi/shapes.ts'
import { actionsByRecord, shownNames } from './openapi/surroundings.ts'
import { webhooksOf, webhookTag } from './openapi/webhooks.ts'
import { resourceOf } from './openapi/words.ts'

export type { DescribedEndpoint, OpenApiDocument } from './openapi/document.ts'

export interface OpenApiInput {
  readonly endpoints: readonly DescribedEndpoint[]
  readonly addresses: Addresses
  /** Read when the document is written; none for made-up endpoints. */
  readonly examples?: () => Examples
}

/** Pure: the same declarations give the same text, key by key. */
export const openApiDocument = (input: OpenApiInput): OpenApiDocument => atOnce(openApiSteps(input))

/** The same in steps: it takes longer than anybody should wait for a stranger's question. */
const serversOf = ({ baseUrl, altBaseUrl }: Addresses) =>
  [...new Set([baseUrl, altBaseUrl])].map(address => ({ url: `${address}${apiPrefix}` }))

export function* openApiSteps({ endpoints, addresses, examples }: OpenApiInput): Steps<OpenApiDocument> {
  const components = componentRegistry()
  const names = yield* namingSteps(endpoints)
  const shown = yield* shownNames(endpoints, names)
  const writer = shapeWriter({ names, shown, actionsOf: actionsByRecord(endpoints) }, components)
  writeEvents(writer, components)
  yield
  const paths = yield* pathsOf(endpoints, { writer, components, examples: examples?.() ?? noExamples })
  const webhooks = webhooksOf(writer, components)
  const resources = endpoints.map(({ id }) => resourceOf(id))
  return {
    openapi: '3.1.0',
    info,
    externalDocs: { description: 'Every error code, event type and endpoint', url: `${addresses.baseUrl}/developers` },
    servers: serversOf(addresses),
    security: [{ bearer: [] }],
    tags: tagsOf(Object.keys(webhooks).length > 0 ? [...resources, webhookTag] : resources),
    paths,
    webhooks,
    components: { ...components.written(), securitySchemes },
  }
}

/** In the order of the endpoints. */
function* pathsOf(endpoints: readonly DescribedEndpoint[], tools: OperationTools): Steps<Record<string, PathItem>> {
  const paths: Record<string, Record<string, Operation>> = {}
  for (const endpoint of endpoints) {
    paths[endpoint.path] ??= {}
    paths[endpoint.path]![endpoint.method.toLowerCase()] = operationOf(endpoint, tools)
    yield
  }
  return paths
}
