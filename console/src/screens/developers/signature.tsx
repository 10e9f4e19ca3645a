/** Helps with signatures: what a receiver got is checked here, in the browser. */
import { useState } from 'react'
import { Button } from '../../kit/button.tsx'
import { Bar } from '../../kit/facts.tsx'
import { TextArea, TextField } from '../../kit/field.tsx'
import { useWords } from '../../words/use-words.ts'
import { checkSignature, type Pasted, type Verdict } from './verify.ts'

export function SignatureHelper() {
  const { signature: words } = useWords('webhooks')
  const [pasted, setPasted] = useState<Pasted>({ secret: '', headers: '', body: '' })
  const [verdict, setVerdict] = useState<Verdict>()
  const change = (part: Partial<Pasted>) => {
    setVerdict(undefined)
    setPasted({ ...pasted, ...part })
  }
  // Browsers have it where the page came safely only.
  if (!crypto.subtle) return <Bar tone="warn">{words.insecure}</Bar>
  return (
    <form
      className="panel stack"
      aria-label={words.title}
      onSubmit={event => {
        event.preventDefault()
        void checkSignature(pasted, Date.now()).then(setVerdict)
      }}
    >
      <p className="quiet">{words.text}</p>
      <TextField
        label={words.secret}
        autoComplete="off"
        spellCheck={false}
        placeholder="whsec_"
        value={pasted.secret}
        onChange={secret => change({ secret })}
      />
      <div className="columns">
        <TextArea
          label={words.headers}
          hint={words.headersHint}
          rows={6}
          value={pasted.headers}
          onChange={headers => change({ headers })}
        />
        <TextArea label={words.body} rows={6} value={pasted.body} onChange={body => change({ body })} />
      </div>
      <div>
        <Button type="submit" look="main">
          {words.check}
        </Button>
      </div>
      {verdict && (
        <Bar tone={verdict === 'good' ? 'good' : verdict === 'late' ? 'warn' : 'bad'} role="status">
          {words.verdicts[verdict]}
        </Bar>
      )}
    </form>
  )
}
