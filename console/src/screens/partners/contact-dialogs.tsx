/** Adds and changes a person at a partner. */
import type { Contact } from '@cellarbook/sdk'
import { currentBook } from '../../data/book.ts'
import { post } from '../../data/client.ts'
import { refresh, useRecord } from '../../data/queries.ts'
import { Check } from '../../kit/choices.tsx'
import { Dialog } from '../../kit/dialog.tsx'
import { Skeleton } from '../../kit/facts.tsx'
import { TextArea, TextField } from '../../kit/field.tsx'
import { bind } from '../../patterns/bind.ts'
import { EditForm } from '../../patterns/edit-form.tsx'
import { Form, useDraft } from '../../patterns/form.tsx'
import { ProblemAlert } from '../../patterns/problem.tsx'
import { useWords } from '../../words/use-words.ts'

type ContactDraft = {
  name: string
  position: string
  email: string
  phone: string
  mobile: string
  notes: string
  is_primary: boolean
}

const blank: ContactDraft = {
  name: '',
  position: '',
  email: '',
  phone: '',
  mobile: '',
  notes: '',
  is_primary: false,
}

const draftOf = (contact: Contact): ContactDraft => ({
  name: contact.name,
  position: contact.position ?? '',
  email: contact.email ?? '',
  phone: contact.phone ?? '',
  mobile: contact.mobile ?? '',
  notes: contact.notes ?? '',
  is_primary: contact.is_primary,
})

const filled = (draft: ContactDraft): object =>
  Object.fromEntries(Object.entries(draft).filter(([name, value]) => name === 'name' || value !== ''))

interface ContactDialogProps {
  /** Of the contacts, or of the contact. */
  path: string
  onClose: () => void
}

export function AddContact({ path, onClose }: ContactDialogProps) {
  const { contacts: words } = useWords('partners')
  const { draft, change, forget } = useDraft<ContactDraft>(`${currentBook()}${path}`, blank)
  const close = () => {
    forget()
    onClose()
  }
  const finish = () => {
    void refresh(currentBook(), ['/partners'])
    close()
  }
  return (
    <Dialog title={words.add} onClose={close}>
      <Form
        send={idempotencyKey => post(path, { body: filled(draft), idempotencyKey })}
        onDone={finish}
        submit={words.add}
        isDirty={false}
        onDiscard={close}
      >
        <ContactFields draft={draft} change={change} />
      </Form>
    </Dialog>
  )
}

export function EditContact({ path, onClose }: ContactDialogProps) {
  const { contacts: words } = useWords('partners')
  const { loading } = useWords('frame')
  const contact = useRecord<Contact>(path)
  return (
    <Dialog title={words.edit} onClose={onClose}>
      {contact.isPending && <Skeleton label={loading} />}
      <ProblemAlert error={contact.error} />
      {contact.data && (
        <EditForm<ContactDraft>
          path={path}
          etag={contact.data.etag}
          stored={draftOf(contact.data.body)}
          onDone={onClose}
        >
          {(draft, change) => <ContactFields draft={draft} change={change} />}
        </EditForm>
      )}
    </Dialog>
  )
}

interface ContactFieldsProps {
  draft: ContactDraft
  change: (part: Partial<ContactDraft>) => void
}

function ContactFields({ draft, change }: ContactFieldsProps) {
  const { contacts: words } = useWords('partners')
  const field = bind<ContactDraft>({ labels: words.fields, draft, change })
  return (
    <div className="columns">
      <TextField {...field('name')} isRequired autoComplete="off" />
      <TextField {...field('position')} autoComplete="off" />
      <TextField {...field('email')} type="email" autoComplete="off" />
      <TextField {...field('phone')} type="tel" autoComplete="off" />
      <TextField {...field('mobile')} type="tel" autoComplete="off" />
      <TextArea {...field('notes')} rows={2} />
      <Check label={words.isPrimary} isChecked={draft.is_primary} onChange={is_primary => change({ is_primary })} />
    </div>
  )
}
