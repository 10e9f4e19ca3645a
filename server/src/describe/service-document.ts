/** The whole interface: every endpoint, the one that describes them included, and its OpenAPI document. */

import '../domains/index.ts'
import type { Addresses } from '../kernel/addresses.ts'
import { theHouse } from '../kernel/domain.ts'
import type { Endpoint } from '../kernel/endpoint.ts'
import { readExamples } from './examples.ts'
import { openApiDocument, openApiSteps } from './openapi.ts'
import { openApiEndpoint } from './openapi-endpoint.ts'

export function serviceEndpoints(addresses: Addresses): Endpoint[] {
  const all: Endpoint[] = [
    ...theHouse().endpoints,
    openApiEndpoint(() => openApiSteps({ endpoints: described(all), addresses, examples: readExamples })),
  ]
  return all
}

/** Those there is something to say about to whoever has a key. */
export const described = (all: readonly Endpoint[]): Endpoint[] =>
  all.filter(({ isHidden, kind, access }) => !isHidden && kind !== 'sign_in' && !isForPersons(access))

/** Those for people who signed in, and for signing in. */
export const forPersons = (all: readonly Endpoint[]): Endpoint[] =>
  all.filter(({ isHidden, kind, access }) => !isHidden && (kind === 'sign_in' || isForPersons(access)))

const isForPersons = (access: Endpoint['access']): boolean => access !== 'public' && access.persons !== undefined

export const serviceDocument = (addresses: Addresses): object =>
  openApiDocument({ endpoints: described(serviceEndpoints(addresses)), addresses, examples: readExamples })
