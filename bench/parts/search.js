/** `GET /partners?search=` for words that few, many and no partners carry. */
import { commonWord, selectiveWord } from '../setup/seed-partners.js'
import { searches } from './searches.js'

const words = [
  { title: 'search, selective word', wordOf: selectiveWord, least: 1 },
  { title: 'search, common word', wordOf: () => commonWord, least: 50 },
  { title: 'search, two letters', wordOf: () => 'ot', least: 50 },
  { title: 'search, no match', wordOf: number => `nothing${number}`, least: 0 },
]

export const search = ({ client }) => searches(client, { collection: '/partners', words })
