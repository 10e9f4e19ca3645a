/**
 * The script of the developers pages. Everything can be read without it; it adds search, copying and trying. It shares no
 * file with the console: its own has a fixed address.
 */
import { button } from './element.ts'
import { operationsOf } from './operations.ts'
import { offerSearch } from './search.ts'
import { offerToTry } from './try-it.ts'

const navigation = document.querySelector('nav.site')
if (navigation) offerSearch(navigation)

/** On plain http browsers have no clipboard, and then there is no button. */
function offerToCopy(block: HTMLElement): void {
  const copy = button('Copy', () => {
    void navigator.clipboard.writeText(block.textContent ?? '').then(() => {
      copy.textContent = 'Copied'
    })
  })
  copy.className = 'copy'
  block.before(copy)
}

if (navigator.clipboard) for (const block of document.querySelectorAll<HTMLElement>('main pre')) offerToCopy(block)

for (const operation of operationsOf(document)) offerToTry(operation)
