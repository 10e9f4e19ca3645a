/** PURE: XML of a document as a tree, for eyes alone. Nothing is fetched, no entity beyond the five of XML is read. */

export interface Element {
  /** Without its prefix. */
  name: string
  text: string
  children: Element[]
}

const entities: Record<string, string> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" }

const readText = (raw: string): string =>
  raw.replace(/&(#x?[\da-fA-F]+|\w+);/g, (whole, name: string) => {
    if (!name.startsWith('#')) return entities[name] ?? whole
    const code = name.startsWith('#x') ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1))
    return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : whole
  })

const token = /<!--[\s\S]*?-->|<!\[CDATA\[([\s\S]*?)\]\]>|<[?!][^>]*>|<(\/?)([^\s/>]+)[^>]*?(\/?)>|([^<]+)/g

/** The outermost element; nothing when it is no XML. */
export function readXml(source: string): Element | undefined {
  const top: Element = { name: '', text: '', children: [] }
  const open = [top]
  for (const [, data, slash, name, empty, text] of source.matchAll(token)) {
    const here = open.at(-1)!
    if (data !== undefined) here.text += data
    else if (text !== undefined) here.text += readText(text.trim())
    else if (name === undefined) continue
    else if (slash) {
      if (open.length > 1) open.pop()
    } else {
      const child = { name: name.replace(/^.*:/, ''), text: '', children: [] }
      here.children.push(child)
      if (!empty) open.push(child)
    }
  }
  return open.length === 1 ? top.children[0] : undefined
}

/** The elements at the end of a way such as `InvoiceLines/InvoiceLine`. */
export const elementsAt = (from: Element, way: string): Element[] =>
  way
    .split('/')
    .reduce<Element[]>(
      (found, name) => found.flatMap(({ children }) => children.filter(child => child.name === name)),
      [from],
    )

export const textAt = (from: Element, way: string): string => elementsAt(from, way)[0]?.text ?? ''
