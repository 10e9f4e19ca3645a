/** What a bill is called, and whether it is thrown away. */
import { useState } from 'react'
import { TextField } from '../../kit/field.tsx'
import { Confirm } from '../../patterns/confirm.tsx'
import { DialogForm } from '../../patterns/dialog-form.tsx'
import { useWords } from '../../words/use-words.ts'

interface NameDialogProps {
  name: string
  onName: (name: string) => void
  onClose: () => void
}

export function NameDialog({ name, onName, onClose }: NameDialogProps) {
  const { bills: words } = useWords('bar')
  const [typed, setTyped] = useState('')
  return (
    <DialogForm
      title={words.setAside}
      description={words.text}
      submit={words.setAside}
      send={async () => typed.trim() || name}
      onDone={chosen => {
        onClose()
        onName(chosen)
      }}
      onClose={onClose}
    >
      <TextField
        label={words.name}
        placeholder={name}
        maxLength={40}
        autoComplete="off"
        value={typed}
        onChange={setTyped}
      />
    </DialogForm>
  )
}

interface ClearDialogProps {
  name: string
  onClear: () => void
  onClose: () => void
}

export function ClearDialog({ name, onClear, onClose }: ClearDialogProps) {
  const { basket: words } = useWords('bar')
  return (
    <Confirm
      title={words.clear}
      text={words.clearText(name)}
      look="grave"
      send={async () => onClear()}
      onDone={() => {}}
      onClose={onClose}
    />
  )
}
