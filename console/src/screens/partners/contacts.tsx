/** People at a partner. */
import type { Contact } from '@cellarbook/sdk'
import { useState } from 'react'
import { useRights } from '../../data/session.ts'
import { Button } from '../../kit/button.tsx'
import { Icon } from '../../kit/icon.tsx'
import { later } from '../../kit/later.tsx'
import { OutsideLink } from '../../kit/link.tsx'
import { Badge } from '../../kit/state.tsx'
import type { Column } from '../../kit/table.tsx'
import { RelatedList } from '../../patterns/related-list.tsx'
import { useWords } from '../../words/use-words.ts'

const AddContact = later(async () => (await import('./contact-dialogs.tsx')).AddContact)
const EditContact = later(async () => (await import('./contact-dialogs.tsx')).EditContact)

export function Contacts({ partnerId }: { partnerId: string }) {
  const { sections, contacts: words } = useWords('partners')
  const mayWrite = useRights().has('core:write')
  const [chosen, setChosen] = useState<Contact | 'new'>()
  const close = () => setChosen(undefined)
  const path = `/partners/${partnerId}/contacts`
  const columns = useColumns(mayWrite ? setChosen : undefined)
  return (
    <>
      <RelatedList<Contact>
        label={sections.contacts}
        path={path}
        columns={columns}
        keyOf={contact => contact.id}
        empty={words.empty}
        tools={
          mayWrite && (
            <Button onClick={() => setChosen('new')}>
              <Icon name="plus" /> {words.add}
            </Button>
          )
        }
      />
      {chosen === 'new' && <AddContact path={path} onClose={close} />}
      {chosen && chosen !== 'new' && <EditContact path={`${path}/${chosen.id}`} onClose={close} />}
    </>
  )
}

function useColumns(onEdit: ((contact: Contact) => void) | undefined): readonly Column<Contact>[] {
  const { edit } = useWords('frame')
  const { contacts: words } = useWords('partners')
  const tools: Column<Contact> = {
    key: 'tools',
    label: edit,
    card: 'amount',
    cell: contact => (
      <Button look="plain" aria-label={`${edit}: ${contact.name}`} onClick={() => onEdit?.(contact)}>
        {edit}
      </Button>
    ),
  }
  return [
    {
      key: 'name',
      label: words.fields.name,
      card: 'title',
      cell: contact => (
        <span className="row">
          <strong>{contact.name}</strong> {contact.is_primary && <Badge tone="good">{words.primary}</Badge>}
        </span>
      ),
    },
    { key: 'position', label: words.fields.position, card: 'wide', cell: ({ position }) => position },
    {
      key: 'email',
      label: words.fields.email,
      card: 'wide',
      cell: ({ email }) => email && <OutsideLink href={`mailto:${email}`}>{email}</OutsideLink>,
    },
    { key: 'phone', label: words.fields.phone, card: 'wide', cell: ({ phone }) => phone },
    { key: 'mobile', label: words.fields.mobile, card: 'wide', cell: ({ mobile }) => mobile },
    ...(onEdit ? [tools] : []),
  ]
}
