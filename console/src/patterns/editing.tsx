/** Editing in place: a button and the key `e` open the form of a record that may still change. */
import { type ReactNode, useState } from 'react'
import { useShortcuts } from '../data/shortcuts.ts'
import { Button } from '../kit/button.tsx'
import { useWords } from '../words/use-words.ts'
import { useSetParams } from './search-params.ts'

interface Editing<Record> {
  isOpen: boolean
  close: () => void
  /** For the head of the record. */
  button: (record: Record) => ReactNode
}

export function useEditing<Record>(isOpenTo: (record: Record) => boolean): Editing<Record> {
  const [isOpen, setOpen] = useState(false)
  const setParams = useSetParams()
  const open = () => {
    setOpen(true)
    // The form stands in the first section.
    setParams({ tab: '' }, { replace: true })
  }
  return {
    isOpen,
    close: () => setOpen(false),
    button: record => (isOpenTo(record) && !isOpen ? <EditButton onEdit={open} /> : null),
  }
}

function EditButton({ onEdit }: { onEdit: () => void }) {
  const { edit } = useWords('frame')
  useShortcuts({ e: onEdit })
  return (
    <Button shortcut="e" onClick={onEdit}>
      {edit}
    </Button>
  )
}
