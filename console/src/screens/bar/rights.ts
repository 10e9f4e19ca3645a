/** What a person may do at a cash desk; whoever may only read sees it without the buttons. */
import { useRights } from '../../data/session.ts'

interface DeskRights {
  /** Opens sessions. */
  isServing: boolean
  /** Takes and gives money. */
  isSelling: boolean
  /** Taps kegs and takes empties. */
  isMoving: boolean
}

export function useDeskRights(): DeskRights {
  const rights = useRights()
  const isServing = rights.has('pos:write')
  return {
    isServing,
    isSelling: isServing && rights.has('finance:write'),
    isMoving: isServing && rights.has('stock:write'),
  }
}
