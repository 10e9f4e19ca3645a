/** The files of a record: what is there, and more of them. A file is saved, never opened inside our page. */
import type { Attachment } from '@cellarbook/sdk'
import { useRights } from '../data/session.ts'
import { useFormat } from '../words/use-format.ts'
import { useWords } from '../words/use-words.ts'
import { AttachFiles } from './attach-files.tsx'
import { FileButton } from './file-button.tsx'
import { RelatedList } from './related-list.tsx'

interface AttachmentsProps {
  /** As the service names the kind, such as `goods_receipt`. */
  object: string
  id: string
  /** Beside the one of files: the right to write the record itself. */
  right: string
}

export function Attachments({ object, id, right }: AttachmentsProps) {
  const words = useWords('attachments')
  const { count, instant } = useFormat()
  const rights = useRights()
  const entity = { entity_type: object, entity_id: id }
  return (
    <RelatedList<Attachment>
      label={words.title}
      path="/attachments"
      query={entity}
      keyOf={file => file.id}
      empty={words.none}
      tools={rights.has('core:write') && rights.has(right) && <AttachFiles entity={entity} />}
      columns={[
        { key: 'name', label: words.name, card: 'title', cell: file => file.file_name },
        {
          key: 'size',
          label: words.size,
          isNumber: true,
          cell: file => `${count(Math.ceil(file.file_size / 1024))}\u00a0kB`,
        },
        { key: 'came', label: words.came, cell: file => instant(file.created_at) },
        {
          key: 'save',
          label: words.save,
          cell: file => (
            <FileButton path={`/attachments/${file.id}/content`} how="save">
              {words.save}
            </FileButton>
          ),
        },
      ]}
    />
  )
}
