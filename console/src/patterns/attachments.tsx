/** The files of a record: what is there, and more of them. A file is saved, never opened inside our page. */
import type { Attachment } from '@cellarbook/sdk'
import { useMutation } from '@tanstack/react-query'
import { attach } from '../data/attachments.ts'
import { currentBook } from '../data/book.ts'
import { refresh } from '../data/queries.ts'
import { useRights } from '../data/session.ts'
import { newId } from '../format/ids.ts'
import { FileInput } from '../kit/file-input.tsx'
import { toast } from '../kit/toast.tsx'
import { useFormat } from '../words/use-format.ts'
import { useWords } from '../words/use-words.ts'
import { FileButton } from './file-button.tsx'
import { ProblemAlert } from './problem.tsx'
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
      tools={rights.has('core:write') && rights.has(right) && <Attach entity={entity} />}
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

/** Each file is sent by itself: one that is refused keeps none of the others back, and is named. */
function Attach({ entity }: { entity: { entity_type: string; entity_id: string } }) {
  const words = useWords('attachments')
  const sending = useMutation({
    mutationFn: async (files: readonly File[]) => {
      const refused: { name: string; error: unknown }[] = []
      for (const file of files) {
        await attach(file, entity, newId()).then(
          ({ body }) => toast(words.added(body.file_name)),
          error => refused.push({ name: file.name, error }),
        )
      }
      return refused
    },
    onSettled: () => refresh(currentBook(), ['/attachments']),
  })
  return (
    <div className="stack-close">
      <div>
        <FileInput onFiles={files => sending.mutate(files)}>{words.add}</FileInput>
      </div>
      {sending.data?.map(({ name, error }) => (
        <div key={name}>
          <p>{words.refused(name)}</p>
          <ProblemAlert error={error} />
        </div>
      ))}
    </div>
  )
}
