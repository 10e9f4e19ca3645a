/** An address that leads nowhere. */
import { NotHere } from '../patterns/record-screen.tsx'

export function Lost() {
  return <NotHere />
}
