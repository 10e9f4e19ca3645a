/** The words of a screen group in the language of the page, loaded when first asked for. */
import { use } from 'react'
import type { Language } from '../format/numbers.ts'
import type { Catalogue } from './catalogue.ts'
import { useLanguage } from './language.ts'

type Group = keyof Catalogue

const files = import.meta.glob<{ words: unknown }>(['./en/*.ts', './cs/*.ts'])
const asked = new Map<string, Promise<{ words: unknown }>>()

function load(language: Language, group: Group): Promise<{ words: unknown }> {
  const path = `./${language}/${group}.ts`
  const known = asked.get(path)
  if (known) return known
  const loading = files[path]!()
  asked.set(path, loading)
  loading.catch(() => asked.delete(path))
  return loading
}

/** Suspends until they are there; `preloadWords` makes that rare. */
export function useWords<G extends Group>(group: G): Catalogue[G] {
  return use(load(useLanguage(), group)).words as Catalogue[G]
}

export const preloadWords = (language: Language, groups: readonly Group[]): Promise<unknown> =>
  Promise.all(groups.map(group => load(language, group)))
