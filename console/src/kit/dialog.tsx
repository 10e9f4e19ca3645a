/** Dialogs. */
import { Dialog as Base } from '@base-ui/react/dialog'
import { createContext, type ReactNode, useContext, useRef, useState } from 'react'
import { Button } from './button.tsx'
import './dialog.css'

interface DialogProps {
  title: string
  description?: ReactNode
  onClose: () => void
  children: ReactNode
  shape?: 'normal' | 'wide' | 'side'
  /** A secret is shown: neither a click beside it nor Esc closes it. */
  isSticky?: boolean
  /** What gets the focus when it opens; the first control unless given. */
  initialFocus?: React.RefObject<HTMLElement | null>
}

/** Whether it was closed without doing anything. */
const Kept = createContext<React.RefObject<boolean>>({ current: false })

/**
 * Open as long as it is rendered. Who leaves it as it is comes back to where they were; after it did something that place may be
 * gone a moment later, and the heading of the screen has the focus.
 */
export function Dialog({ title, description, onClose, children, shape = 'normal', ...rest }: DialogProps) {
  const { isSticky = false, initialFocus } = rest
  const popup = useRef<HTMLDivElement>(null)
  const [opener] = useState(openerNow)
  const kept = useRef(false)
  const change = (isOpen: boolean) => {
    if (isOpen || isSticky) return
    kept.current = true
    onClose()
  }
  const backTo = () =>
    kept.current && opener instanceof HTMLElement && opener.isConnected && opener !== document.body
      ? opener
      : document.querySelector<HTMLElement>('h1')
  return (
    <Base.Root open onOpenChange={change} disablePointerDismissal={isSticky}>
      <Base.Portal>
        <Base.Backdrop className="dialog-shade" forceRender />
        <Base.Popup
          ref={popup}
          className={`dialog dialog-${shape}`}
          finalFocus={backTo}
          {...(initialFocus && { initialFocus })}
        >
          <Base.Title>{title}</Base.Title>
          {description && <Base.Description className="quiet">{description}</Base.Description>}
          <Kept value={kept}>{children}</Kept>
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  )
}

/** What was chosen in a menu goes with the menu: its button stays. */
function openerNow(): Element | null {
  const active = document.activeElement
  const button = active?.closest('[role="menu"]')?.getAttribute('aria-labelledby')
  return (button && document.getElementById(button)) || active
}

/** The last row: the way back on the left, what the dialog is for on the right. */
export function DialogEnd({ keep, onKeep, children }: { keep: string; onKeep: () => void; children: ReactNode }) {
  const kept = useContext(Kept)
  const leave = () => {
    kept.current = true
    onKeep()
  }
  return (
    <div className="dialog-end">
      <Button onClick={leave}>{keep}</Button>
      {children}
    </div>
  )
}
