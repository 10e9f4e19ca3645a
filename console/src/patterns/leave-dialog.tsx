/** The question before a changed form is left. */
import { Button } from '../kit/button.tsx'
import { Dialog, DialogEnd } from '../kit/dialog.tsx'
import { useWords } from '../words/use-words.ts'

export function LeaveDialog({ onStay, onLeave }: { onStay: () => void; onLeave: () => void }) {
  const { form } = useWords('frame')
  return (
    <Dialog title={form.dirty} onClose={onStay}>
      <DialogEnd keep={form.stay} onKeep={onStay}>
        <Button look="grave" onClick={onLeave}>
          {form.leave}
        </Button>
      </DialogEnd>
    </Dialog>
  )
}
