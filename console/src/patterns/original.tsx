/** The document as it came, beside what was made of it: a picture, an ISDOC in words, or a PDF in a window of its own. */
import type { Attachment } from '@cellarbook/sdk'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { currentBook } from '../data/book.ts'
import { getFile } from '../data/client.ts'
import { useRecord } from '../data/queries.ts'
import { Skeleton } from '../kit/facts.tsx'
import { later } from '../kit/later.tsx'
import { useWords } from '../words/use-words.ts'
import { FileButton } from './file-button.tsx'
import './original.css'
import { ProblemAlert } from './problem.tsx'

const XmlDocument = later(async () => (await import('./xml-document.tsx')).XmlDocument)

/** More would only make the screen slow. */
const mostBytes = 5 * 1024 * 1024

export function Original({ attachmentId }: { attachmentId: string }) {
  const words = useWords('files')
  const { loading } = useWords('frame')
  const { data, error } = useRecord<Attachment>(`/attachments/${attachmentId}`)
  const path = `/attachments/${attachmentId}/content`
  return (
    <section className="panel stack original" aria-label={words.original}>
      <div className="spread">
        <h2>{data?.body.file_name ?? words.original}</h2>
        <div className="row">
          {data && isOpened(data.body) && (
            <FileButton path={path} how="open">
              {words.open}
            </FileButton>
          )}
          <FileButton path={path} how="save">
            {words.save}
          </FileButton>
        </div>
      </div>
      <ProblemAlert error={error} />
      {data ? <Content file={data.body} path={path} /> : !error && <Skeleton label={loading} />}
    </section>
  )
}

const isPicture = ({ mime_type }: Attachment): boolean => /^image\/(png|jpeg|gif|webp)$/.test(mime_type)
const isPdf = ({ mime_type, file_name }: Attachment): boolean =>
  mime_type === 'application/pdf' || /\.pdf$/i.test(file_name)
const isText = ({ mime_type, file_name }: Attachment): boolean =>
  /\.(isdoc|xml|txt|csv)$/i.test(file_name) || /^(text\/plain|text\/csv|(application|text)\/xml)$/.test(mime_type)

/** Only what a browser shows without running any of it. */
const isOpened = (file: Attachment): boolean => isPdf(file) || isPicture(file)

function Content({ file, path }: { file: Attachment; path: string }) {
  const words = useWords('files')
  if (isPdf(file)) return <Pdf path={path} />
  if (!isPicture(file) && !isText(file)) return <p className="quiet">{words.other}</p>
  if (file.file_size > mostBytes) return <p className="quiet">{words.tooLarge}</p>
  return isPicture(file) ? <Picture path={path} name={file.file_name} /> : <Written path={path} />
}

/** Never inside a page of ours: on a wide screen in a window beside it, else in a tab. */
function Pdf({ path }: { path: string }) {
  const words = useWords('files')
  return (
    <>
      <p className="quiet">{words.pdf}</p>
      <div className="original-beside">
        <FileButton path={path} how="beside">
          {words.beside}
        </FileButton>
      </div>
    </>
  )
}

const useContent = (path: string) =>
  useQuery({
    queryKey: [currentBook(), path, 'content'],
    queryFn: async () => (await getFile(path)).body.blob,
    staleTime: Number.POSITIVE_INFINITY,
  })

function Picture({ path, name }: { path: string; name: string }) {
  const { data, error } = useContent(path)
  const [address, setAddress] = useState<string>()
  useEffect(() => {
    if (!data) return
    const made = URL.createObjectURL(data)
    setAddress(made)
    return () => URL.revokeObjectURL(made)
  }, [data])
  return (
    <>
      <ProblemAlert error={error} />
      {address && <img src={address} alt={name} className="original-picture" />}
    </>
  )
}

function Written({ path }: { path: string }) {
  const { loading } = useWords('frame')
  const { data, error } = useContent(path)
  const [text, setText] = useState<string>()
  useEffect(() => {
    void data?.text().then(setText)
  }, [data])
  if (error) return <ProblemAlert error={error} />
  return text === undefined ? <Skeleton label={loading} /> : <XmlDocument source={text} />
}
