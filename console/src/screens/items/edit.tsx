/** Changes an item in place. */
import type { Item } from '@cellarbook/sdk'
import type { Answer } from '../../data/client.ts'
import { EditForm } from '../../patterns/edit-form.tsx'
import { changeOfItem, draftOfItem, type ItemDraft } from './draft.ts'
import { ItemFields } from './fields.tsx'

export function EditItem({ answer: { body, etag }, onDone }: { answer: Answer<Item>; onDone: () => void }) {
  const path = `/items/${body.id}`
  return (
    <EditForm<ItemDraft> {...{ path, etag, onDone }} stored={draftOfItem(body)} bodyOf={changeOfItem}>
      {(draft, change) => <ItemFields draft={draft} change={change} />}
    </EditForm>
  )
}
