/** Changes a partner in place. */
import type { Partner } from '@cellarbook/sdk'
import type { Answer } from '../../data/client.ts'
import { EditForm } from '../../patterns/edit-form.tsx'
import { bodyOfPartner, draftOfPartner, type PartnerDraft } from './draft.ts'
import { PartnerFields } from './fields.tsx'

export function EditPartner({ answer: { body, etag }, onDone }: { answer: Answer<Partner>; onDone: () => void }) {
  const path = `/partners/${body.id}`
  return (
    <EditForm<PartnerDraft> {...{ path, etag, onDone }} stored={draftOfPartner(body)} bodyOf={bodyOfPartner}>
      {(draft, change) => <PartnerFields draft={draft} change={change} />}
    </EditForm>
  )
}
