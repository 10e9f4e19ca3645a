/** The ground of every screen: one heading, what can be done, and the title of the page. */
import { type ReactNode, useEffect } from 'react'
import { currentBook } from '../data/book.ts'
import { useWords } from '../words/use-words.ts'
import './screen.css'

interface ScreenProps {
  title: string
  /** Beside the heading, such as a state. */
  beside?: ReactNode
  actions?: ReactNode
  children: ReactNode
}

export function Screen({ title, beside, actions, children }: ScreenProps) {
  usePageTitle(title)
  return (
    <div className="screen">
      <header className="screen-head">
        <div className="row">
          <h1 tabIndex={-1}>{title}</h1>
          {beside}
        </div>
        {actions}
      </header>
      {children}
    </div>
  )
}

export function usePageTitle(title: string): void {
  const { book } = useWords('frame')
  useEffect(() => {
    const parts = [title, 'Cellarbook']
    const isTest = currentBook() === 'test' && location.pathname.startsWith('/console/test')
    document.title = (isTest ? [book.test, ...parts] : parts).join(' · ')
  }, [title, book])
}
