/** Empties a guest brought along: their deposits are taken off the bill. */
import { Suspense } from 'react'
import { Button } from '../../kit/button.tsx'
import { Dialog } from '../../kit/dialog.tsx'
import { PiecesOfDeposits } from '../../patterns/pieces.tsx'
import { useWords } from '../../words/use-words.ts'

interface EmptiesDialogProps {
  returns: Record<string, string>
  onChange: (returns: Record<string, string>) => void
  onClose: () => void
}

export function EmptiesDialog({ returns, onChange, onClose }: EmptiesDialogProps) {
  const { basket: words } = useWords('bar')
  const { close } = useWords('frame')
  return (
    <Dialog title={words.returned} onClose={onClose}>
      <Suspense fallback={null}>
        <PiecesOfDeposits value={returns} onChange={onChange} />
      </Suspense>
      <div className="pay-one">
        <Button look="main" onClick={onClose}>
          {close}
        </Button>
      </div>
    </Dialog>
  )
}
