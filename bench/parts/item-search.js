/** `GET /items?search=` for words that few, many and no items carry, and for a whole code and EAN. */
import { codeOf, commonItemWord, eanOf, numberWithEan, selectiveItemWord } from '../setup/seed-items.js'
import { searches } from './searches.js'

const limitMs = 20

const words = [
  { title: 'selective word', wordOf: selectiveItemWord, least: 1 },
  { title: 'common word', wordOf: () => commonItemWord, least: 50 },
  { title: 'two letters', wordOf: () => 'at', least: 50 },
  { title: 'code', wordOf: number => codeOf(number + 1), least: 1 },
  { title: 'EAN', wordOf: number => eanOf(numberWithEan(number)), least: 1 },
  { title: 'no match', wordOf: number => `nothing${number}`, least: 0 },
].map(word => ({ ...word, title: `item search, ${word.title}` }))

export const itemSearch = ({ client }) => searches(client, { collection: '/items', words, limitMs })
