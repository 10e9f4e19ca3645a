/** The files of a received invoice, the one that is looked at among them. */
import type { Attachment } from '@cellarbook/sdk'
import { useMutation } from '@tanstack/react-query'
import { attach } from '../../data/attachments.ts'
import { currentBook } from '../../data/book.ts'
import { refresh } from '../../data/queries.ts'
import { newId } from '../../format/ids.ts'
import { Button } from '../../kit/button.tsx'
import { FileInput } from '../../kit/file-input.tsx'
import { Table } from '../../kit/table.tsx'
import { toast } from '../../kit/toast.tsx'
import { Original } from '../../patterns/original.tsx'
import { ProblemAlert } from '../../patterns/problem.tsx'
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
      {isOpen && <Attach invoiceId={invoiceId} />}
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

function Attach({ invoiceId }: { invoiceId: string }) {
  const words = useWords('files')
  const sending = useMutation({
    mutationFn: async (files: readonly File[]) => {
      const entity = { entity_type: 'received_invoice', entity_id: invoiceId }
      for (const file of files) toast(words.added((await attach(file, entity, newId())).body.file_name))
    },
    onSettled: () => refresh(currentBook(), ['/received-invoices', '/attachments']),
  })
  return (
    <>
      <div>
        <FileInput onFiles={files => sending.mutate(files)}>{words.add}</FileInput>
      </div>
      <ProblemAlert error={sending.error} />
    </>
  )
}
