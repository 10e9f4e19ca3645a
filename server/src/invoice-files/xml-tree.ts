/** Text of an XML document to a small tree of the elements we know, strictly, within limits, without entities. */
import { SaxesParser, type SaxesTagNS } from 'saxes'
import { attachmentName, inMegabytes, limits } from './limits.ts'
import { Unreadable } from './model.ts'
import { none, readPlain, type Tag } from './plain-xml.ts'

export interface XmlElement {
  /** Local name behind the prefix of its vocabulary: `Invoice` of ISDOC, `ubl:Invoice`, `cbc:ID`. */
  readonly name: string
  /** Those without a namespace. */
  readonly attributes: Readonly<Record<string, string>>
  readonly children: readonly XmlElement[]
  /** Its own, without that of its children, trimmed. Empty where it is an attachment. */
  readonly text: string
  /** Of an attachment that is a PDF. */
  readonly bytes?: Uint8Array
}

interface Growing extends XmlElement {
  children: Growing[]
  text: string
  bytes?: Uint8Array
}

/** Most elements have none: one list for all of them spares a third of the memory of a tree. */
const childless: Growing[] = []
Object.freeze(childless)

/** Read by namespace, never by the prefix the writer chose. Both namespaces of ISDOC hold the same elements. */
const vocabularies: Readonly<Record<string, string>> = {
  'http://isdoc.cz/namespace/invoice': '',
  'http://isdoc.cz/namespace/2013': '',
  'http://isdoc.cz/namespace/2013/manifest': 'manifest:',
  'urn:oasis:names:specification:ubl:schema:xsd:Invoice-2': 'ubl:',
  'urn:oasis:names:specification:ubl:schema:xsd:CreditNote-2': 'ubl:',
  'urn:oasis:names:specification:ubl:schema:xsd:CommonBasicComponents-2': 'cbc:',
  'urn:oasis:names:specification:ubl:schema:xsd:CommonAggregateComponents-2': 'cac:',
}

/** Which elements are kept, by their namespace. */
export interface Vocabulary {
  /** What stands before the local name; undefined for elements that are not kept. */
  prefixOf(namespace: string): string | undefined
  /** What a document with another root is not. */
  expected: string
}

const invoices: Vocabulary = { prefixOf: namespace => vocabularies[namespace], expected: 'neither ISDOC nor UBL' }

function attributesOf({ attributes }: SaxesTagNS): Readonly<Record<string, string>> {
  let own: Record<string, string> | undefined
  for (const name in attributes) {
    const { uri, value } = attributes[name]!
    if (uri !== '') continue
    own ??= Object.create(null) as Record<string, string>
    own[name] = value
  }
  return own ?? none
}

const tooLong = () => new Unreadable('file_too_large', 'A text in the document has more than 1 MB.')

function checkLength(text: string): void {
  if (text.length > limits.textCharacters) throw tooLong()
}

/** Only what is base64 may be longer than a text; of it only a PDF is kept, and not as text. */
function keepAttachment(element: Growing): void {
  const { text, attributes } = element
  if (text.length > limits.textCharacters && !/^[A-Za-z0-9+/=\s]*$/.test(text)) throw tooLong()
  element.text = ''
  if (attributes.mimeCode !== 'application/pdf') return
  const { buffer, byteOffset, byteLength } = Buffer.from(text, 'base64')
  element.bytes = new Uint8Array(buffer, byteOffset, byteLength)
}

const faultOf = (error: unknown): Unreadable => {
  if (error instanceof Unreadable) return error
  const message = error instanceof Error ? error.message : String(error)
  return new Unreadable('invalid_xml', `The document is not well-formed XML: ${message.slice(0, 200)}`)
}

/** How much of everything came so far; throws where it is too much. */
function sizes() {
  let elements = 0
  let attributes = 0
  let characters = 0
  let attached = 0
  const refuseMany = (count: number) => {
    if (count <= limits.elements) return
    throw new Unreadable('file_too_large', 'The document has more than 200 000 elements or attributes.')
  }
  return {
    element: (depth: number): void => {
      elements += 1
      refuseMany(elements)
      if (depth >= limits.depth)
        throw new Unreadable('invalid_xml', `The document has elements more than ${limits.depth} deep.`)
    },
    attribute: (value: string): void => {
      attributes += 1
      refuseMany(attributes)
      checkLength(value)
    },
    attachment: (length: number): void => {
      attached += length
    },
    /** An attachment is known for one when it is closed. */
    piece: (length: number, isInAttachment: boolean): void => {
      characters += length
      if (isInAttachment || characters - attached <= limits.mainBytes) return
      const detail = `The document has more than ${inMegabytes(limits.mainBytes)} beside its attachments.`
      throw new Unreadable('file_too_large', detail)
    },
  }
}

const elementOf = (name: string, { attributes }: Tag): Growing => ({
  name,
  attributes,
  children: childless,
  text: '',
})

function adopt(parent: Growing, child: Growing): void {
  if (parent.children === childless) parent.children = [child]
  else parent.children.push(child)
}

/** Elements of other namespaces are counted and checked, but not kept: extensions and signatures are not for us. */
function treeBuilder({ prefixOf, expected }: Vocabulary) {
  const open: (Growing | undefined)[] = []
  const seen = sizes()
  let root: Growing | undefined
  let unknownRoot = ''
  const isAttachment = (element: Growing | undefined): boolean =>
    element?.name === `cbc:${attachmentName}` &&
    open.at(-2)?.name === 'cac:Attachment' &&
    root?.name.startsWith('ubl:') === true

  return {
    attribute: seen.attribute,
    opened(tag: Tag): void {
      seen.element(open.length)
      const parent = open.at(-1)
      const prefix = prefixOf(tag.uri)
      const isKept = prefix !== undefined && (parent !== undefined || open.length === 0)
      if (!isKept && open.length === 0) unknownRoot = `${tag.local} of the namespace "${tag.uri.slice(0, 200)}"`
      const element = isKept ? elementOf(prefix + tag.local, tag) : undefined
      if (element !== undefined && parent !== undefined) adopt(parent, element)
      root ??= element
      open.push(element)
    },
    text(piece: string): void {
      const element = open.at(-1)
      const isLong = isAttachment(element)
      if (!isLong) checkLength(piece)
      // White space between elements would cost a string of its own for each of them.
      if (element === undefined || (element.children.length > 0 && piece.trim() === '')) return
      element.text += piece
      if (!isLong) checkLength(element.text)
    },
    closed(): void {
      const element = open.at(-1)
      if (element !== undefined && isAttachment(element)) {
        seen.attachment(element.text.length)
        keepAttachment(element)
      }
      open.pop()
      if (element !== undefined && element.text !== '') element.text = element.text.trim()
    },
    parsed: (length: number): void => seen.piece(length, isAttachment(open.at(-1))),
    result(): XmlElement {
      if (root !== undefined) return root
      throw new Unreadable('invalid_xml', `The root element ${unknownRoot} is ${expected}.`)
    },
  }
}

export function parseXml(pieces: Iterable<string>, vocabulary = invoices): XmlElement {
  const source = pieces[Symbol.iterator]()
  const first = source.next()
  const second = source.next()
  const known = [first, second].flatMap(({ done, value }) => (done ? [] : [value]))
  const builder = treeBuilder(vocabulary)
  if (known.length === 1 && readPlain(known[0]!, builder)) return builder.result()
  return parseAny(chain(known, source), vocabulary)
}

function* chain(known: readonly string[], rest: Iterator<string>): Generator<string> {
  yield* known
  for (let next = rest.next(); !next.done; next = rest.next()) yield next.value
}

/** No error handler is set: the parser then throws at the first fault. */
function parseAny(pieces: Iterable<string>, vocabulary: Vocabulary): XmlElement {
  const builder = treeBuilder(vocabulary)
  const parser = new SaxesParser({ xmlns: true })
  parser.on('doctype', () => {
    throw new Unreadable('invalid_xml', 'The document holds a DOCTYPE; none is needed, and it is refused.')
  })
  parser.on('attribute', ({ value }) => builder.attribute(value))
  parser.on('opentag', tag => builder.opened({ uri: tag.uri, local: tag.local, attributes: attributesOf(tag) }))
  parser.on('text', builder.text)
  parser.on('cdata', builder.text)
  parser.on('closetag', builder.closed)
  try {
    for (const piece of pieces) {
      parser.write(piece)
      builder.parsed(piece.length)
    }
    parser.close()
  } catch (error) {
    throw faultOf(error)
  }
  return builder.result()
}

export const childrenOf = (element: XmlElement | undefined, name: string): readonly XmlElement[] =>
  element === undefined ? [] : element.children.filter(child => child.name === name)

/** The first element at the end of a path of names. */
export function find(element: XmlElement | undefined, ...path: readonly string[]): XmlElement | undefined {
  let found = element
  for (const name of path) found = found?.children.find(child => child.name === name)
  return found
}

/** All elements at the end of a path whose steps may repeat. */
export const findAll = (element: XmlElement | undefined, ...path: readonly string[]): readonly XmlElement[] =>
  path.reduce<readonly XmlElement[]>(
    (found, name) => found.flatMap(each => childrenOf(each, name)),
    element === undefined ? [] : [element],
  )

/** Trimmed; empty where nothing stands. */
export const textAt = (element: XmlElement | undefined, ...path: readonly string[]): string =>
  find(element, ...path)?.text ?? ''
