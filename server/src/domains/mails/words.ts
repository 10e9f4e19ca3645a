/** What mails say, in the languages of their readers. */
import { type Language, languages } from '../../printing/words.ts'

export interface Words {
  subject: string
  body: string
}

/** Which one is sent is decided where the reader is known. */
export type MailWords = Record<Language, Words>

export const inEach = (say: (language: Language) => Words): MailWords =>
  Object.fromEntries(languages.map(language => [language, say(language)])) as MailWords

/** Titles and names are free text; a line break in them would write a line of ours. */
export const oneLine = (text: string): string => text.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').trim()

const modes = {
  cs: { live: 'ostrý provoz', test: 'zkušební (sandbox)' },
  en: { live: 'live', test: 'test (sandbox)' },
} as const satisfies Record<Language, object>

export const modeWord = (isLive: boolean, language: Language): string => modes[language][isLive ? 'live' : 'test']
