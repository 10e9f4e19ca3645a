/** What a field of the service is called. */
import { useWords } from '../words/use-words.ts'

export function useFieldName(): (name: string) => string {
  const { names } = useWords('fields')
  return name => (names as Record<string, string>)[name] ?? spoken(name)
}

const spoken = (name: string): string => {
  const text = name.replace(/_id$/, '').replaceAll('_', ' ')
  return text.charAt(0).toUpperCase() + text.slice(1)
}
