/** Keeps the address of a list under a name, in the person's own preferences. */
import { useState } from 'react'
import { patch } from '../data/client.ts'
import { queryClient } from '../data/queries.ts'
import { sessionQuery, useSession } from '../data/session.ts'
import { Button } from '../kit/button.tsx'
import { Dialog, DialogEnd } from '../kit/dialog.tsx'
import { TextField } from '../kit/field.tsx'
import { toast } from '../kit/toast.tsx'
import { useWords } from '../words/use-words.ts'
import { ProblemAlert } from './problem.tsx'

export function SaveView() {
  const { list: words, save, keep } = useWords('frame')
  const { preferences } = useSession()
  const [isOpen, setOpen] = useState(false)
  const [name, setName] = useState('')
  const [error, setError] = useState<unknown>()
  const submit = async () => {
    const path = location.pathname.replace(/^\/console/, '') + location.search
    const views = [...(preferences.views ?? []).filter(view => view.name !== name), { name, path }]
    try {
      await patch('/profile', { body: { preferences: { views } } })
      await queryClient.invalidateQueries(sessionQuery)
      setOpen(false)
      toast(words.viewSaved)
    } catch (refused) {
      setError(refused)
    }
  }
  return (
    <>
      <Button onClick={() => setOpen(true)}>{words.saveView}</Button>
      {isOpen && (
        <Dialog title={words.saveView} onClose={() => setOpen(false)}>
          <TextField label={words.viewName} value={name} onChange={setName} maxLength={100} />
          <ProblemAlert error={error} />
          <DialogEnd keep={keep} onKeep={() => setOpen(false)}>
            <Button look="main" isOff={name.trim() === ''} onClick={submit}>
              {save}
            </Button>
          </DialogEnd>
        </Dialog>
      )}
    </>
  )
}
