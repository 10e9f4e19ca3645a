/** The client: every endpoint of the API as a method. */
import type { Resources } from './generated/resources.ts'
import { resourcesOf } from './resources.ts'
import { type ClientOptions, transportOf } from './transport.ts'

export type { ClientOptions } from './transport.ts'

/** `new Cellarbook({ key, baseUrl }).orders.list()`. */
export type Cellarbook = Resources

export const Cellarbook = class {
  constructor(options: ClientOptions) {
    if (!options.key || !options.baseUrl) throw new TypeError('a client needs a key and a baseUrl')
    Object.assign(this, resourcesOf(transportOf(options)))
  }
} as new (
  options: ClientOptions,
) => Cellarbook
