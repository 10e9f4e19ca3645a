/** Dialogs. */
import { Dialog as Base } from '@base-ui/react/dialog'
import { type ReactNode, useRef } from 'react'
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

/** Open as long as it is rendered. Afterwards the heading of the screen has the focus. */
export function Dialog({ title, description, onClose, children, shape = 'normal', ...rest }: DialogProps) {
  const { isSticky = false, initialFocus } = rest
  const popup = useRef<HTMLDivElement>(null)
  return (
    <Base.Root open onOpenChange={isOpen => !isOpen && !isSticky && onClose()} disablePointerDismissal={isSticky}>
      <Base.Portal>
        <Base.Backdrop className="dialog-shade" />
        <Base.Popup
          ref={popup}
          className={`dialog dialog-${shape}`}
          finalFocus={() => document.querySelector<HTMLElement>('h1')}
          {...(initialFocus && { initialFocus })}
        >
          <Base.Title>{title}</Base.Title>
          {description && <Base.Description className="quiet">{description}</Base.Description>}
          {children}
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  )
}

/** The last row: the way back on the left, what the dialog is for on the right. */
export function DialogEnd({ keep, onKeep, children }: { keep: string; onKeep: () => void; children: ReactNode }) {
  return (
    <div className="dialog-end">
      <Button onClick={onKeep}>{keep}</Button>
      {children}
    </div>
  )
}
