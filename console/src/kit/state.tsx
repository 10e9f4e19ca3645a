/** States and other short words with a dot. */
import { useWords } from '../words/use-words.ts'
import './state.css'

export type Tone = 'quiet' | 'news' | 'good' | 'warn' | 'bad'

/** The colour of a state says the same as its word, never more. */
const tones: Record<string, Tone> = {
  draft: 'quiet',
  confirmed: 'news',
  in_preparation: 'news',
  shipped: 'news',
  issued: 'news',
  running: 'news',
  open: 'news',
  pending: 'news',
  brewing: 'news',
  fermentation: 'news',
  lagering: 'news',
  packaging: 'news',
  occupied: 'news',
  called: 'news',
  waiting_external: 'news',
  delivered: 'good',
  invoiced: 'good',
  paid: 'good',
  finished: 'good',
  enabled: 'good',
  active: 'good',
  succeeded: 'good',
  settled: 'good',
  completed: 'good',
  filed: 'good',
  sorted: 'good',
  waiting: 'warn',
  retrying: 'warn',
  disabled: 'warn',
  cleaning: 'warn',
  handed_over: 'warn',
  cancelled: 'bad',
  dead: 'bad',
  failed: 'bad',
  revoked: 'bad',
  rejected: 'bad',
  settlement_failed: 'bad',
}

export function Badge({ tone = 'quiet', children }: { tone?: Tone; children: string }) {
  return <span className={`state state-${tone}`}>{children}</span>
}

/** Says the state of a record in words. */
export function useStateWord(): (of: string, value: string) => string {
  const { states } = useWords('records')
  return (of, value) => (states as Record<string, Record<string, string>>)[of]?.[value] ?? value.replaceAll('_', ' ')
}

export function State({ of, value }: { of: string; value: string }) {
  const stateWord = useStateWord()
  return <Badge tone={tones[value] ?? 'quiet'}>{stateWord(of, value)}</Badge>
}
