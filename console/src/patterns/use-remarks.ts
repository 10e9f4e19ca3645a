/** The note of a file, as people of this page's language read it. */
import { useLanguage } from '../words/language.ts'
import { useWords } from '../words/use-words.ts'
import { remarksOf } from './remarks.ts'

export function useRemarks(): (note: string | null) => string {
  const language = useLanguage()
  const { titles } = useWords('problems')
  return note => remarksOf(language, note, titles).join(' ')
}
