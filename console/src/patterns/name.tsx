/** The name behind an id. */
import { useQuery } from '@tanstack/react-query'
import { type PickKind, pickedQuery } from '../data/pickable.ts'

export function Name({ kind, id }: { kind: PickKind; id: string }) {
  const picked = useQuery({ ...pickedQuery(kind, id), retry: false }).data
  return <>{picked?.name ?? '…'}</>
}
