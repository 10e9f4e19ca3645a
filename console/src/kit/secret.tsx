/** A secret that is shown once: it can be copied, and the dialog closes only when somebody has it. */
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useWords } from '../words/use-words.ts'
import { Button } from './button.tsx'
import { Check } from './choices.tsx'
import { copyText } from './copy.ts'
import { Dialog } from './dialog.tsx'
import { Field } from './field.tsx'

interface SecretDialogProps {
  title: string
  label: string
  secret: string
  /** What the tick says, such as "I have stored the key". */
  stored: string
  onDone: () => void
  /** Further ways to copy it: shown as it is copied. */
  forms?: readonly SecretForm[]
  /** What else there is to know, such as when the old one ends. */
  children?: ReactNode
}

export interface SecretForm {
  label: string
  text: string
}

export function SecretDialog({ title, label, secret, stored, onDone, forms = [], children }: SecretDialogProps) {
  const { secret: words } = useWords('frame')
  const [isKept, setKept] = useState(false)
  const [shown, setShown] = useState<string>()
  const field = useRef<HTMLInputElement & HTMLTextAreaElement>(null)
  const lines = secret.split('\n').length
  useLeaveWarning()
  const copy = () => copyText(secret, field.current).then(() => setKept(true))
  const copyForm = ({ text }: SecretForm) => {
    setShown(text)
    void copyText(text).then(() => setKept(true))
  }
  return (
    <Dialog title={title} description={words.once} onClose={onDone} isSticky initialFocus={field}>
      <Field label={label}>
        {control => {
          const held = { ...control, ref: field, className: 'input', readOnly: true, value: secret, spellCheck: false }
          return lines > 1 ? <textarea {...held} rows={lines} /> : <input {...held} />
        }}
      </Field>
      <div className="row">
        <Button look="main" onClick={copy}>
          {words.copy}
        </Button>
        {forms.map(form => (
          <Button key={form.label} onClick={() => copyForm(form)}>
            {form.label}
          </Button>
        ))}
      </div>
      {shown && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by the keyboard
        <pre className="json" tabIndex={0}>
          {shown}
        </pre>
      )}
      {children}
      <Check label={stored} isChecked={isKept} onChange={setKept} />
      <div className="dialog-end">
        <span className="quiet small">{words.hint}</span>
        <Button look="main" isOff={!isKept} onClick={onDone}>
          {words.done}
        </Button>
      </div>
    </Dialog>
  )
}

/** Leaving the page loses it for good, so the browser asks. */
function useLeaveWarning(): void {
  useEffect(() => {
    const warn = (event: BeforeUnloadEvent) => event.preventDefault()
    addEventListener('beforeunload', warn)
    return () => removeEventListener('beforeunload', warn)
  }, [])
}
