/** What a document is for, in words. */
import type { Option } from '../../kit/field.tsx'
import { useWords } from '../../words/use-words.ts'
import type { Purpose } from './family.ts'

export function usePurposeName(): (purpose: Purpose) => string {
  const values: Record<string, string> = useWords('fields').values
  return purpose => values[purpose] ?? purpose.replaceAll('_', ' ')
}

export function usePurposeOptions(purposes: readonly Purpose[]): readonly Option[] {
  const nameOf = usePurposeName()
  return purposes.map(value => ({ value, label: nameOf(value) }))
}
