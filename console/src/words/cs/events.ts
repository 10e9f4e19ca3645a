import type { words as en } from '../en/events.ts'

export const words: typeof en = {
  types: {},
  columns: { type: 'Událost', when: 'Kdy', who: 'Kdo', request: 'Požadavek', sequence: 'Číslo' },
  actors: { api_key: 'API klíč', user: 'Člověk', system: 'Systém' },
}
