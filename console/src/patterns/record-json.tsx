/** The record as a program sees it, and the call that reads it. */
import { Button } from '../kit/button.tsx'
import { copyText } from '../kit/copy.ts'
import { toast } from '../kit/toast.tsx'
import { useWords } from '../words/use-words.ts'

export function RecordJson({ path, record }: { path: string; record: unknown }) {
  const { copy, copied } = useWords('frame')
  const json = JSON.stringify(record, undefined, 2)
  const curl = `curl -H "Authorization: Bearer $CELLARBOOK_KEY" ${location.origin}/api/v1${path}`
  return (
    <div className="stack">
      <div className="row">
        <code className="json">{curl}</code>
        <Button onClick={() => copyText(curl).then(() => toast(copied))}>{copy}</Button>
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by the keyboard */}
      <pre className="json" tabIndex={0}>
        {json}
      </pre>
    </div>
  )
}
