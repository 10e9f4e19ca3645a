/** An address that leads nowhere. */
import { NotHere } from '../patterns/not-here.tsx'

export function Lost() {
  return <NotHere />
}
