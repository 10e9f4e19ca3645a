/** What a person prefers: kept by the service, so that it follows them to other browsers, and applied here at once. */
import type { Language } from '../format/numbers.ts'
import { setLanguage } from '../words/language.ts'
import { patch } from './client.ts'
import { queryClient } from './queries.ts'
import { type Session, sessionQuery } from './session.ts'
import { applyTheme, type Theme } from './theme.ts'

export type Preferences = Session['preferences']

export function applyPreferences({ language, theme }: Preferences): void {
  if (language) setLanguage(language)
  if (theme) applyTheme(theme)
}

export async function prefer(preferences: Preferences): Promise<void> {
  applyPreferences(preferences)
  await patch('/profile', { body: { preferences } })
  await queryClient.invalidateQueries(sessionQuery)
}

export const preferLanguage = (language: string): Promise<void> => prefer({ language: language as Language })
export const preferTheme = (theme: string): Promise<void> => prefer({ theme: theme as Theme })
