/** Whether a user may come in. */
import type { User } from '../../data/generated/persons.ts'
import { Badge, type Tone } from '../../kit/state.tsx'
import { useWords } from '../../words/use-words.ts'

const tones: Record<User['status'], Tone> = { active: 'good', invited: 'news', deactivated: 'quiet' }

export function UserState({ status }: Pick<User, 'status'>) {
  const { states } = useWords('users')
  return <Badge tone={tones[status]}>{states[status]}</Badge>
}
