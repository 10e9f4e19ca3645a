/** What stands in the place of a screen that is on its way. */
import { Skeleton } from '../kit/facts.tsx'

/** Words may still be on their way, so this says little. */
export function Loading() {
  return <Skeleton label="…" />
}
