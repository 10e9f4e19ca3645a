/** All keys and what they do. */
import { Dialog, DialogEnd } from '../kit/dialog.tsx'
import { Facts } from '../kit/facts.tsx'
import { useWords } from '../words/use-words.ts'

export function KeyboardMap({ onClose }: { onClose: () => void }) {
  const { shortcuts, close } = useWords('frame')
  const keys = useWords('keyboard')
  return (
    <Dialog title={shortcuts} onClose={onClose}>
      <h3>{keys.anywhere}</h3>
      <Facts
        facts={[
          ['Ctrl K', keys.search],
          ['?', keys.map],
          ['g d o i p t s r e k w v q', keys.go],
          ['Esc', keys.close],
        ]}
      />
      <h3>{keys.inLists}</h3>
      <Facts
        facts={[
          ['/', keys.find],
          ['j k ↓ ↑', keys.rows],
          ['Enter', keys.open],
          ['x', keys.mark],
          ['c', keys.create],
        ]}
      />
      <h3>{keys.inRecords}</h3>
      <Facts
        facts={[
          ['a', keys.act],
          ['e', keys.edit],
          ['Ctrl Enter', keys.confirm],
          ['Ctrl S', keys.save],
        ]}
      />
      <DialogEnd keep={close} onKeep={onClose}>
        {null}
      </DialogEnd>
    </Dialog>
  )
}
