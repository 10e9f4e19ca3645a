/**
 * XML as programs write it: a declaration, elements, attributes, text. It is read several times as fast as by a parser that
 * knows all of XML, and that parser is asked whenever anything else stands there, or anything is wrong.
 */

export interface Tag {
  /** Its namespace; empty where it has none. */
  readonly uri: string
  readonly local: string
  /** Those without a namespace. */
  readonly attributes: Readonly<Record<string, string>>
}

export interface XmlListener {
  attribute(value: string): void
  opened(tag: Tag): void
  text(piece: string): void
  closed(): void
}

export const none: Readonly<Record<string, string>> = Object.freeze({})

/** Longer ones are read piece by piece, which takes less memory. */
const plainCharacters = 256 * 1024

/** Surrogates are left to the parser: they have to come in pairs. */
const beyondPlain = /[^\t\n\r\x20-\ud7ff\ue000-\ufffd]/
const declaration =
  /<\?xml[ \t\n]+version=(["'])1\.0\1(?:[ \t\n]+encoding=(["'])[A-Za-z][\w.-]*\2)?(?:[ \t\n]+standalone=(["'])(?:yes|no)\3)?[ \t\n]*\?>/y
const attribute = /[ \t\n]+((?:[A-Za-z_][\w.-]*:)?[A-Za-z_][\w.-]*)[ \t\n]*=[ \t\n]*(?:"([^"<\t\n]*)"|'([^'<\t\n]*)')/y
const space = 0x20
const ampersand = 0x26
const slash = 0x2f
const colon = 0x3a
const less = 0x3c
const greater = 0x3e
const spaces = /[ \t\n]*/y

const reserved = new Set(['http://www.w3.org/XML/1998/namespace', 'http://www.w3.org/2000/xmlns/'])

/** Letters of names that every version of XML knows: 1 where a name may begin, 2 where it may only go on. */
const nameLetters = new Uint8Array(128)
for (const letter of 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz_') nameLetters[letter.charCodeAt(0)] = 1
for (const letter of '0123456789.-') nameLetters[letter.charCodeAt(0)] = 2

/** Where the name ends that begins there; the same place where none does. */
function nameEnd(text: string, begin: number): number {
  if (nameLetters[text.charCodeAt(begin)] !== 1) return begin
  let at = begin + 1
  while (nameLetters[text.charCodeAt(at)]! > 0) at += 1
  return at
}

/** Why the parser is asked. Nobody is told. */
class NotPlain extends Error {}

/** False when it is for the parser; what the listener was told by then is void. Throws what the listener throws. */
export function readPlain(text: string, listener: XmlListener): boolean {
  if (text.length > plainCharacters || beyondPlain.test(text) || text.includes(']]>')) return false
  try {
    new PlainReader(text.includes('\r') ? text.replace(/\r\n?/g, '\n') : text, listener).read()
    return true
  } catch (error) {
    if (error instanceof NotPlain) return false
    throw error
  }
}

/** Namespaces by their prefixes; behind those of an element are its parent's. */
type Scope = Record<string, string | undefined>

interface Open {
  /** Its name in the text. */
  begin: number
  end: number
  /** Of its parent. */
  scope: Scope
}

const noScope: Scope = Object.freeze(Object.create(null))

class PlainReader {
  readonly text: string
  readonly listener: XmlListener
  #place = 0
  #scope = noScope
  readonly #open: Open[] = []

  constructor(text: string, listener: XmlListener) {
    this.text = text
    this.listener = listener
  }

  read(): void {
    this.#match(declaration)
    this.#passComments()
    this.#start()
    while (this.#open.length > 0) this.#step()
    this.#passComments()
    if (this.#place < this.text.length) throw new NotPlain()
  }

  #match(pattern: RegExp): RegExpExecArray | null {
    pattern.lastIndex = this.#place
    const found = pattern.exec(this.text)
    if (found) this.#place = pattern.lastIndex
    return found
  }

  #passComments(): void {
    for (;;) {
      this.#match(spaces)
      if (!this.text.startsWith('<!--', this.#place)) return
      const end = this.text.indexOf('--', this.#place + 4)
      if (end < 0 || this.text[end + 2] !== '>') throw new NotPlain()
      this.#place = end + 3
    }
  }

  /** The text up to the next tag, and that tag. White space between elements is nothing to the listener. */
  #step(): void {
    const { text } = this
    let at = this.#place
    while (text.charCodeAt(at) <= space) at += 1
    if (text.charCodeAt(at) !== less) at = this.#tell(at)
    this.#place = at
    if (text.charCodeAt(at + 1) === slash) this.#end()
    else this.#start()
  }

  /** Where the text ends of which the first letter stands there. */
  #tell(letter: number): number {
    const { text } = this
    let at = letter
    let hasEntities = false
    for (let code = text.charCodeAt(at); code !== less; code = text.charCodeAt(at)) {
      if (Number.isNaN(code)) throw new NotPlain()
      hasEntities ||= code === ampersand
      at += 1
    }
    const piece = text.slice(this.#place, at)
    this.listener.text(hasEntities ? withoutEntities(piece) : piece)
    return at
  }

  #start(): void {
    const { text } = this
    const begin = this.#place + 1
    const mark = text.charCodeAt(this.#place) === less ? nameEnd(text, begin) : begin
    const hasPrefix = text.charCodeAt(mark) === colon
    const end = hasPrefix ? nameEnd(text, mark + 1) : mark
    if (mark === begin || (hasPrefix && end === mark + 1)) throw new NotPlain()
    const scope = this.#scope
    this.#place = end
    const attributes = text.charCodeAt(end) <= space ? this.#attributes(scope) : none
    const isEmpty = text.charCodeAt(this.#place) === slash
    if (isEmpty) this.#place += 1
    this.#passGreater()
    const uri = this.#uriOf(hasPrefix ? text.slice(begin, mark) : '')
    this.listener.opened({ uri, local: text.slice(hasPrefix ? mark + 1 : begin, end), attributes })
    this.#open.push({ begin, end, scope })
    if (isEmpty) this.#close()
  }

  #passGreater(): void {
    if (this.text.charCodeAt(this.#place) !== greater) throw new NotPlain()
    this.#place += 1
  }

  #uriOf(prefix: string): string {
    const uri = this.#scope[prefix] ?? (prefix === '' ? '' : undefined)
    if (uri === undefined) throw new NotPlain()
    return uri
  }

  #end(): void {
    const { text } = this
    const { begin, end } = this.#open.at(-1)!
    let at = this.#place + 2
    for (let letter = begin; letter < end; letter += 1, at += 1) {
      if (text.charCodeAt(at) !== text.charCodeAt(letter)) throw new NotPlain()
    }
    while (text.charCodeAt(at) <= space) at += 1
    this.#place = at
    this.#passGreater()
    this.#close()
  }

  #close(): void {
    this.#scope = this.#open.pop()!.scope
    this.listener.closed()
  }

  #attributes(outer: Scope): Readonly<Record<string, string>> {
    const own: Record<string, string> = Object.create(null)
    const names = new Set<string>()
    const prefixes: string[] = []
    for (let found = this.#match(attribute); found; found = this.#match(attribute)) {
      const name = found[1]!
      const value = withoutEntities(found[2] ?? found[3]!)
      if (names.has(name)) throw new NotPlain()
      names.add(name)
      this.listener.attribute(value)
      if (name === 'xmlns' || name.startsWith('xmlns:')) this.#bind(outer, name.slice(6), value)
      else if (name.includes(':')) prefixes.push(name.slice(0, name.indexOf(':')))
      else own[name] = value
    }
    // Two prefixes may stand for one namespace, and then two names for one attribute.
    const isClear = prefixes.length < 2 && prefixes.every(prefix => this.#scope[prefix] !== undefined)
    if (!isClear) throw new NotPlain()
    this.#match(spaces)
    return own
  }

  #bind(outer: Scope, prefix: string, uri: string): void {
    const isReserved = prefix.startsWith('xml') || reserved.has(uri)
    if (isReserved || /\s/.test(uri) || (uri === '' && prefix !== '')) throw new NotPlain()
    if (this.#scope === outer) this.#scope = Object.create(outer) as Scope
    this.#scope[prefix] = uri
  }
}

const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

function withoutEntities(piece: string): string {
  if (!piece.includes('&')) return piece
  return piece.replace(/&(?:(amp|lt|gt|quot|apos);)?/g, (_, name?: string) => {
    if (name === undefined) throw new NotPlain()
    return entities[name]!
  })
}
