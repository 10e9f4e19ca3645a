/** Takes the newest filed month back: its report is a draft again, and its documents may change. */
import type { ExciseReport } from '@cellarbook/sdk'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { currentBook } from '../../data/book.ts'
import { recordQuery, refresh } from '../../data/queries.ts'
import { useSession } from '../../data/session.ts'
import { type Section, saveSettings } from '../../data/settings.ts'
import { Button } from '../../kit/button.tsx'
import { TextField } from '../../kit/field.tsx'
import { toast } from '../../kit/toast.tsx'
import { DialogForm } from '../../patterns/dialog-form.tsx'
import { useWords } from '../../words/use-words.ts'

const path = '/settings/sections/excise_periods'

/** A month is filed or not in the settings, which owners and admins keep. */
function useNewestFiled(): string | undefined {
  const { account } = useSession()
  const section = useQuery({
    ...recordQuery<Section>(path),
    enabled: account.role === 'owner' || account.role === 'admin',
  }).data?.body
  const filed = section?.entries.filter(({ is_filed }) => is_filed).map(({ period }) => String(period))
  return filed?.sort().at(-1)
}

export function TakeBack({ report }: { report: ExciseReport }) {
  const { takeBack: words } = useWords('excise')
  const [isOpen, setOpen] = useState(false)
  if (useNewestFiled() !== report.period) return null
  return (
    <>
      <Button onClick={() => setOpen(true)}>{words.action}</Button>
      {isOpen && <TakeBackDialog report={report} onClose={() => setOpen(false)} />}
    </>
  )
}

function TakeBackDialog({ report: { period }, onClose }: { report: ExciseReport; onClose: () => void }) {
  const { takeBack: words, file } = useWords('excise')
  const [typed, setTyped] = useState('')
  const finish = () => {
    toast(words.done(period))
    void refresh(currentBook(), ['/excise-reports', '/settings'])
    onClose()
  }
  return (
    <DialogForm
      title={words.action}
      description={words.text(period)}
      submit={words.action}
      look="grave"
      isOff={typed.trim() !== period}
      send={key => saveSettings(path, { entries: [{ period, is_filed: false }] }, key)}
      onDone={finish}
      onClose={onClose}
    >
      <TextField
        label={file.confirm(period)}
        autoComplete="off"
        spellCheck={false}
        value={typed}
        onChange={setTyped}
        isRequired
      />
    </DialogForm>
  )
}
