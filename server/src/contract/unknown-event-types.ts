/** What is said of a name or pattern that stands for no event type. */
import { didYouMean } from '../lib/nearest.ts'
import { eventTypes } from './events.ts'

/** Of many, the first is told what was probably meant. */
export function noEventType(patterns: readonly string[]): string {
  const [first = ''] = patterns
  const prefixes = new Set(eventTypes.map(type => `${type.split('.', 1)[0]}.*`))
  const known = first.endsWith('*') ? prefixes : eventTypes
  const names = patterns.map(pattern => JSON.stringify(pattern.slice(0, 100)))
  return `No event type matches ${names.join(', ')}.${didYouMean(first, known)}`
}
