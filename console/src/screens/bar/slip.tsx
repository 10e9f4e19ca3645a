/** A paper of 80 mm: seen by the printer alone, printed as soon as it is there. */
import { type ReactNode, useEffect, useRef } from 'react'
import { createPortal } from 'react-dom'
import './slip.css'

const mmPerPixel = 25.4 / 96
const widthMm = 80
const marginMm = 4

/** As high as what is on it: a roll has no pages. Style sheets of the page cannot say that, so it is told to the browser. */
function setPaper(heightMm: number): () => void {
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(`@page slip { size: ${widthMm}mm ${Math.ceil(heightMm)}mm; margin: ${marginMm}mm }`)
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet]
  return () => {
    document.adoptedStyleSheets = document.adoptedStyleSheets.filter(each => each !== sheet)
  }
}

export function Slip({ onPrinted, children }: { onPrinted: () => void; children: ReactNode }) {
  const paper = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const height = (paper.current?.scrollHeight ?? 0) * mmPerPixel + 2 * marginMm + 2
    const undo = setPaper(height)
    addEventListener('afterprint', onPrinted)
    print()
    return () => {
      removeEventListener('afterprint', onPrinted)
      undo()
    }
  }, [])
  return createPortal(
    <div className="slip" ref={paper} aria-hidden="true">
      {children}
    </div>,
    document.body,
  )
}
