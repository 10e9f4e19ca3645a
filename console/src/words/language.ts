/** The language of the page. It lives outside React, since the document's `lang` and the sign-in pages need it first. */
import { useSyncExternalStore } from 'react'
import type { Language } from '../format/numbers.ts'

const listeners = new Set<() => void>()
let current: Language = remembered() ?? (navigator.language.startsWith('cs') ? 'cs' : 'en')

function remembered(): Language | undefined {
  const kept = localStorage.getItem('cellarbook.language')
  return kept === 'en' || kept === 'cs' ? kept : undefined
}

export const currentLanguage = (): Language => current

export function setLanguage(language: Language): void {
  current = language
  localStorage.setItem('cellarbook.language', language)
  document.documentElement.lang = language
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export const useLanguage = (): Language => useSyncExternalStore(subscribe, currentLanguage)
