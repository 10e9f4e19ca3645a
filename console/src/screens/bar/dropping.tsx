/** Gives a sale up whose answer never came. */
import { Confirm } from '../../patterns/confirm.tsx'
import { useWords } from '../../words/use-words.ts'

export function Dropping({ onDrop, onClose }: { onDrop: () => void; onClose: () => void }) {
  const { waiting: words } = useWords('bar')
  return (
    <Confirm
      title={words.drop}
      text={words.dropText}
      look="grave"
      send={async () => onDrop()}
      onDone={() => {}}
      onClose={onClose}
    />
  )
}
