/** Changes between the live book and the sandbox. */
import { useNavigate } from '@tanstack/react-router'
import { type Book, currentBook, rememberBook } from '../data/book.ts'
import { Menu, MenuChoice } from '../kit/menu.tsx'
import { useWords } from '../words/use-words.ts'

/** The book is in the address, so another one is another address: its first screen of the same kind. */
export function BookMenu() {
  const { book: words } = useWords('frame')
  const navigate = useNavigate()
  const book = currentBook()
  const choose = (next: string) => {
    rememberBook(next as Book)
    const [, , named, screen = ''] = location.pathname.split('/')
    if (named === book) void navigate({ to: `/${next}${screen && `/${screen}`}` })
    else location.reload()
  }
  return (
    <Menu label={words.button(words[book])} button={<span className="frame-book">{words[book]}</span>}>
      <MenuChoice
        label={words.label}
        value={book}
        onChange={choose}
        options={[
          { value: 'live', label: words.live },
          { value: 'test', label: words.test },
        ]}
      />
    </Menu>
  )
}
