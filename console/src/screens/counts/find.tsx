/** Finds what is counted next: by a scan, by the camera, or by what is typed. */
import { useState } from 'react'
import { plain } from '../../format/plain.ts'
import { Button } from '../../kit/button.tsx'
import { Field } from '../../kit/field.tsx'
import { later } from '../../kit/later.tsx'
import { useScanner } from '../../patterns/scanner.ts'
import { useWords } from '../../words/use-words.ts'
import { type Countable, keyOf } from './tally-state.ts'

const Camera = later(async () => (await import('../../patterns/camera.tsx')).Camera)

const hasCamera = 'BarcodeDetector' in globalThis && navigator.mediaDevices !== undefined

const answers = ({ item, lot_number }: Countable, typed: string): boolean =>
  plain(`${item.code ?? ''} ${item.name} ${lot_number ?? ''}`).includes(plain(typed))

interface FindProps {
  lines: readonly Countable[]
  onChoose: (line: Countable) => void
  /** A whole code, scanned or typed. False when nothing answers to it. */
  onCode: (code: string) => Promise<boolean>
}

export function Find({ lines, onChoose, onCode }: FindProps) {
  const words = useWords('tally')
  const [typed, setTyped] = useState('')
  const [unknown, setUnknown] = useState('')
  const [isLooking, setLooking] = useState(false)
  const wanted = typed.trim()
  const found = wanted.length > 1 ? lines.filter(line => answers(line, wanted)).slice(0, 6) : []
  const choose = (line: Countable) => {
    setTyped('')
    setUnknown('')
    onChoose(line)
  }
  const ask = async (code: string) => {
    setLooking(false)
    setTyped('')
    setUnknown((await onCode(code)) ? '' : code)
  }
  useScanner(code => void ask(code.trim()))
  const take = () => (found.length === 1 ? choose(found[0]!) : wanted !== '' && void ask(wanted))
  return (
    <>
      <div className="tally-search">
        <SearchField typed={typed} onType={setTyped} onEnter={take} />
        {hasCamera && <Button onClick={() => setLooking(true)}>{words.camera}</Button>}
      </div>
      <div role="status">{unknown && <p>{words.unknown(unknown)}</p>}</div>
      {found.length > 0 && <FoundLines found={found} onChoose={choose} />}
      {isLooking && <Camera onScan={code => void ask(code)} onClose={() => setLooking(false)} />}
    </>
  )
}

interface SearchFieldProps {
  typed: string
  onType: (text: string) => void
  onEnter: () => void
}

function SearchField({ typed, onType, onEnter }: SearchFieldProps) {
  const words = useWords('tally')
  return (
    <Field label={words.search} isLabelUnseen>
      {control => (
        <input
          className="input"
          type="search"
          autoComplete="off"
          placeholder={words.search}
          {...control}
          value={typed}
          onChange={event => onType(event.target.value)}
          onKeyDown={event => event.key === 'Enter' && onEnter()}
        />
      )}
    </Field>
  )
}

function FoundLines({ found, onChoose }: { found: readonly Countable[]; onChoose: (line: Countable) => void }) {
  const words = useWords('tally')
  return (
    <ul className="tally-found" aria-label={words.found}>
      {found.map(line => (
        <li key={keyOf(line)}>
          <button type="button" onClick={() => onChoose(line)}>
            <span>{line.item.name}</span>
            <span className="quiet small">{[line.item.code, line.lot_number].filter(Boolean).join(' · ')}</span>
          </button>
        </li>
      ))}
    </ul>
  )
}
