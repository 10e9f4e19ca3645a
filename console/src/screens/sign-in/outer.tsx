/** The ground of the pages outside the frame. */
import type { ReactNode } from 'react'
import type { Language } from '../../format/numbers.ts'
import { Button } from '../../kit/button.tsx'
import { setLanguage, useLanguage } from '../../words/language.ts'
import './outer.css'
import { usePageTitle } from '../../patterns/screen.tsx'

const languages: readonly (readonly [Language, string])[] = [
  ['en', 'English'],
  ['cs', 'Čeština'],
]

export function Outer({ title, children }: { title: string; children: ReactNode }) {
  const language = useLanguage()
  usePageTitle(title)
  return (
    <main className="outer">
      <p className="outer-brand">
        Cellar<b>book</b>
      </p>
      <div className="outer-card">
        <h1 tabIndex={-1}>{title}</h1>
        {children}
      </div>
      <div className="row">
        {languages.map(([code, name]) => (
          <Button
            key={code}
            look="plain"
            lang={code}
            aria-pressed={code === language}
            onClick={() => setLanguage(code)}
          >
            {name}
          </Button>
        ))}
      </div>
    </main>
  )
}
