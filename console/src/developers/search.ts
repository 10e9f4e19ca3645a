/** The search over the documentation: its index is made by the service and read when somebody types. */
import { element } from './element.ts'

interface Entry {
  title: string
  /** What it is called otherwise. */
  note: string
  path: string
}

const most = 12
let index: Promise<Entry[]> | undefined

const read = (): Promise<Entry[]> => {
  index ??= fetch('/developers/search.json').then(response => response.json())
  return index
}

/** Every word has to be there; what begins with the first one comes first. */
export function matching(entries: readonly Entry[], typed: string): Entry[] {
  const words = typed.toLowerCase().split(/\s+/).filter(Boolean)
  if (words.length === 0) return []
  const found = entries.filter(({ title, note }) => {
    const text = `${title} ${note}`.toLowerCase()
    return words.every(word => text.includes(word))
  })
  const rank = ({ title }: Entry) => (title.toLowerCase().startsWith(words[0]!) ? 0 : 1)
  return found.sort((one, other) => rank(one) - rank(other)).slice(0, most)
}

export function offerSearch(navigation: Element): void {
  const label = 'Search the documentation'
  const box = element('input', { type: 'search', 'aria-label': label, placeholder: label, autocomplete: 'off' })
  const hits = element('ul', { class: 'hits', 'aria-live': 'polite' })
  box.addEventListener('input', async () => {
    const found = matching(await read(), box.value)
    hits.replaceChildren(
      ...found.map(({ title, note, path }) =>
        element('li', {}, element('a', { href: path }, title), note ? element('span', {}, ` ${note}`) : ''),
      ),
    )
  })
  navigation.querySelector('.name')?.after(element('div', { class: 'search' }, box, hits))
}
