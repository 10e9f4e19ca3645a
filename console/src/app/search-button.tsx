/** Opens the palette, which is loaded on first use. */
import { lazy, Suspense, useEffect, useState } from 'react'
import { fetched } from '../data/reach.ts'
import { Button } from '../kit/button.tsx'
import { Icon } from '../kit/icon.tsx'
import { useWords } from '../words/use-words.ts'

const Palette = lazy(async () => ({ default: (await fetched(() => import('./palette.tsx'))).Palette }))

export function SearchButton() {
  const { search } = useWords('frame')
  const [isOpen, setOpen] = useState(false)
  useEffect(() => {
    const hear = (event: KeyboardEvent) => {
      if (event.key !== 'k' || !(event.ctrlKey || event.metaKey)) return
      event.preventDefault()
      setOpen(true)
    }
    addEventListener('keydown', hear)
    return () => removeEventListener('keydown', hear)
  }, [])
  return (
    <>
      <Button aria-label={search} shortcut="Ctrl K" onClick={() => setOpen(true)}>
        <Icon name="search" /> <span className="frame-wide">{search}</span>
      </Button>
      {isOpen && (
        <Suspense fallback={null}>
          <Palette onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
