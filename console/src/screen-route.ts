/** What the list of screens says of each: where it is, what it loads, which words it needs. */
import type { ComponentType } from 'react'
import type { Catalogue } from './words/catalogue.ts'

type Loaded<Name extends string> = Promise<Record<Name, ComponentType>>

export interface ScreenRoute {
  path: string
  load: () => Promise<Record<string, ComponentType>>
  /** The component the file exports. */
  name: string
  words: readonly (keyof Catalogue)[]
}

export const screen = <Name extends string>(
  path: string,
  name: Name,
  [load, ...words]: readonly [() => Loaded<Name>, ...(keyof Catalogue)[]],
): ScreenRoute => ({ path, name, load, words })
