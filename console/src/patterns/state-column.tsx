/** The state of a record as its list has it: a badge on the page, its word in CSV. */
import { State, useStateWord } from '../kit/state.tsx'
import type { ListColumn } from './list-screen.tsx'

export function useStateColumn(label: string): ListColumn<{ object: string; status: string }> {
  const stateWord = useStateWord()
  return {
    key: 'state',
    label,
    cell: ({ object, status }) => <State of={object} value={status} />,
    csv: ({ object, status }) => stateWord(object, status),
  }
}
