/** Writes XML: elements as values, every text escaped on the way out. */

export interface Element {
  name: string
  attributes: Record<string, string>
  content: string | readonly Element[]
}

/** What may stand where elements do: what is left out is not written at all. */
export type Content = string | readonly (Element | undefined)[]

export const element = (name: string, content: Content, attributes: Record<string, string> = {}): Element => ({
  name,
  attributes,
  content: typeof content === 'string' ? content : content.filter(each => each !== undefined),
})

const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  // A reader would make a line feed or a space of them.
  '\r': '&#13;',
  '\n': '&#10;',
  '\t': '&#9;',
}

/** Characters XML 1.0 cannot carry in any form. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const unwritable = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g

const readable = (text: string): string => text.toWellFormed().replace(unwritable, '\ufffd')
const textOf = (text: string): string => readable(text).replace(/[&<>\r]/g, found => entities[found]!)
const attributeOf = (text: string): string => readable(text).replace(/[&<>"\r\n\t]/g, found => entities[found]!)

function writeElement({ name, attributes, content }: Element, indent: string): string {
  const named = Object.entries(attributes).map(([key, value]) => ` ${key}="${attributeOf(value)}"`)
  const opening = `${indent}<${name}${named.join('')}`
  if (content.length === 0) return `${opening}/>\n`
  if (typeof content === 'string') return `${opening}>${textOf(content)}</${name}>\n`
  const inside = content.map(child => writeElement(child, `${indent}  `)).join('')
  return `${opening}>\n${inside}${indent}</${name}>\n`
}

export const xmlDocument = (root: Element): string =>
  `<?xml version="1.0" encoding="UTF-8"?>\n${writeElement(root, '')}`
