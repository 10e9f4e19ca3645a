/** The files of a received invoice, the one that is looked at among them. */
import type { Attachment } from '@cellarbook/sdk'
import { Button } from '../../kit/button.tsx'
import { Table } from '../../kit/table.tsx'
import { AttachFiles } from '../../patterns/attach-files.tsx'
import { Original } from '../../patterns/original.tsx'
import { useParams, useSetParams } from '../../patterns/search-params.ts'
import { useFormat } from '../../words/use-format.ts'
import { useWords } from '../../words/use-words.ts'
import { useFiles } from './use-files.ts'

interface FilesProps {
  invoiceId: string
  /** More may be attached. */
  isOpen: boolean
}

export function Files({ invoiceId, isOpen }: FilesProps) {
  const words = useWords('files')
  const files = useFiles(invoiceId)
  const { file } = useParams()
  const shown = files.find(({ id }) => id === file) ?? files[0]
  return (
    <div className="stack">
      {files.length === 0 ? <p className="empty quiet">{words.none}</p> : <FileTable files={files} />}
      {isOpen && <AttachFiles entity={{ entity_type: 'received_invoice', entity_id: invoiceId }} />}
      {shown && <Original key={shown.id} attachmentId={shown.id} />}
    </div>
  )
}

function FileTable({ files }: { files: readonly Attachment[] }) {
  const words = useWords('files')
  const { count, instant } = useFormat()
  const setParams = useSetParams()
  return (
    <Table
      label={words.files}
      rows={files}
      keyOf={({ id }) => id}
      columns={[
        {
          key: 'name',
          label: words.name,
          card: 'title',
          cell: ({ id, file_name }) => (
            <Button look="plain" onClick={() => setParams({ file: id }, { replace: true })}>
              {file_name}
            </Button>
          ),
        },
        {
          key: 'size',
          label: words.size,
          isNumber: true,
          cell: ({ file_size }) => `${count(Math.ceil(file_size / 1024))}\u00a0kB`,
        },
        {
          key: 'came',
          label: words.came,
          cell: ({ purpose, created_at }) => `${words.purposes[purpose]}, ${instant(created_at)}`,
        },
      ]}
    />
  )
}
