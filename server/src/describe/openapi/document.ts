/** The parts of an OpenAPI document, as far as this service writes them. */
import type { EndpointSpec } from '../../contract/endpoint.ts'
import type { AnyShape } from '../../contract/schema.ts'

/** An endpoint without its code, which is all a description needs. */
export type DescribedEndpoint = EndpointSpec & { readonly params?: AnyShape }

/** A type alias, because an interface would not pass for a `Part`. */
export type Reference = { readonly $ref: string }

/** A piece of the document; its keys are those of the OpenAPI specification. */
export type Part = { readonly [key: string]: unknown }

export interface Operation extends Part {
  readonly operationId: string
  readonly summary: string
  readonly tags: readonly string[]
  readonly responses: Readonly<Record<string, Part>>
}

export type PathItem = Readonly<Record<string, Operation>>

export interface OpenApiDocument {
  readonly openapi: string
  readonly info: Part
  readonly externalDocs: Part
  readonly servers: readonly Part[]
  readonly security: readonly Part[]
  readonly tags: readonly Part[]
  readonly paths: Readonly<Record<string, PathItem>>
  readonly webhooks: Readonly<Record<string, PathItem>>
  readonly components: Readonly<Record<string, Readonly<Record<string, Part>>>>
}
