/** The quick reader of plain documents tells what the parser tells, or leaves them to it. */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readPlain } from '../../src/invoice-files/plain-xml.ts'
import { parseXml } from '../../src/invoice-files/xml-tree.ts'

const isdoc = 'http://isdoc.cz/namespace/2013'
const plain = `<?xml version="1.0" encoding="UTF-8"?>
<!-- made by hand -->
<Invoice xmlns="${isdoc}" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" version='6.0.2'
         xsi:schemaLocation="${isdoc} isdoc.xsd">
  <ID>F-1 &amp; <Note/> rest of it</ID>
  <x:Other xmlns:x="urn:other" x:a="&lt;1&gt;" b="2"><x:In/></x:Other >
  <Note xmlns="" languageID="cs" >  Žluťoučký\r\n kůň  </Note>
  <Empty ></Empty>\u00a0<InvoiceLine >1<ID/>  <ID> 2 </ID></InvoiceLine>
</Invoice>
<!-- the end -->
`

const nobody = { attribute() {}, opened() {}, text() {}, closed() {} }
const isPlain = (text: string) => readPlain(text, nobody)
const everything = { prefixOf: (namespace: string) => `{${namespace}}`, expected: 'anything' }

type Told = { tree: unknown } | 'refused'

function told(text: string): Told {
  try {
    return { tree: parseXml([text], everything) }
  } catch {
    return 'refused'
  }
}

/** A letter of two halves sends the document to the parser. */
const toldByParser = (text: string): Told => told(`${text}<!--🍺-->`)

test('documents as programs write them are plain', () => {
  expect(isPlain(plain)).toBe(true)
  expect(told(plain)).toEqual(toldByParser(plain))
  expect(told(plain)).not.toBe('refused')
})

test('namespaces without end, in one element and within each other, are read in time', () => {
  const many = (count: number, name: (place: number) => string) =>
    Array.from({ length: count }, (_, place) => ` xmlns:${name(place)}="u"`).join('')
  const inOne = `<a${many(15_000, place => `p${place}`)}/>`
  const open = Array.from({ length: 60 }, (_, level) => `<a${many(200, place => `p${level}.${place}`)}>`)
  const within = `${open.join('')}<p0.0:b/>${'</a>'.repeat(60)}`
  for (const text of [inOne, within, '<a xmlns:__proto__="u"><__proto__:b/><toString:c/></a>']) {
    expect(told(text)).toEqual(toldByParser(text))
  }
  expect(isPlain(inOne) && isPlain(within)).toBe(true)
})

describe('is for the parser', () => {
  const within = (inside: string, attributes = '') => `<a${attributes}>${inside}</a>`
  const cases: [name: string, text: string][] = [
    ['a section of characters', within('<![CDATA[x]]>')],
    ['an instruction', within('<?php x?>')],
    ['a comment inside', within('1<!-- x -->2')],
    ['a letter by its number', within('&#65;')],
    ['an entity nobody knows', within('&nbsp;')],
    ['an ampersand', within('a & b')],
    ['a letter of two halves', within('🍺')],
    ['what XML cannot carry', within('\u0001')],
    ['the end of a section', within(']]>')],
    ['a document type', '<!DOCTYPE a><a/>'],
    ['another version', '<?xml version="1.1"?><a/>'],
    ['white space before the declaration', ' <?xml version="1.0"?><a/>'],
    ['text beside the root', '<a/>x'],
    ['a second root', '<a/><b/>'],
    ['no root', '<!-- x -->'],
    ['nothing', ''],
    ['an end of another name', '<a></b>'],
    ['an end of a longer name', '<a></ab>'],
    ['no end', '<a>'],
    ['half a tag', '<a'],
    ['an unbound prefix', '<p:a/>'],
    ['an attribute with an unbound prefix', within('', ' p:b="1"')],
    ['an attribute twice', within('', ' b="1" b="2"')],
    ['an attribute twice by two prefixes', within('', ' xmlns:p="u" xmlns:q="u" p:b="1" q:b="2"')],
    ['an attribute without a value', within('', ' b')],
    ['attributes without a space between', within('', ' b="1"c="2"')],
    ['a tag in an attribute', within('', ' b="<"')],
    ['a line in an attribute', within('', ' b="1\n2"')],
    ['the prefix of XML', within('', ' xml:lang="cs"')],
    ['a reserved namespace', within('', ' xmlns:p="http://www.w3.org/2000/xmlns/"')],
    ['a prefix without a namespace', within('', ' xmlns:p=""')],
    ['a space in a namespace', within('', ' xmlns=" u"')],
    ['a letter with an accent in a name', '<é/>'],
    ['a name that begins with a digit', '<1/>'],
    ['a colon and no name', '<a:/>'],
    ['two colons', within('', ' xmlns:b="u"').replace('<a', '<b:a:c')],
    ['a slash that ends nothing', '<a/ >'],
    ['two dashes in a comment', '<a/><!-- -- -->'],
    ['a long document', within('x'.repeat(300_000))],
  ]
  test.each(cases)('%s', (_, text) => {
    expect(isPlain(text)).toBe(false)
    expect(told(text)).toEqual(toldByParser(text))
  })
})

const snippets = fc.constantFrom(
  ...[
    '<',
    '>',
    '/',
    '&',
    '"',
    "'",
    '=',
    ' ',
    '\n',
    '\r',
    '\t',
    ':',
    '-',
    '--',
    '!',
    '?',
    ']]>',
    '&amp;',
    '&lt;',
    '&#9;',
  ],
  ...[
    '<a>',
    '</a>',
    '<a/>',
    '<b c="1">',
    '</b>',
    '<!-- -->',
    '<!--',
    '-->',
    '<![CDATA[',
    ']]>',
    '<?x?>',
    'xmlns',
    'xml',
  ],
  ...[
    ' xmlns="u"',
    ' xmlns:x="u"',
    ' x:y="1"',
    ' xsi:z="1"',
    'x:',
    '\u00a0',
    'ž',
    '\ud83c',
    '\ufeff',
    '\u0000',
    '__proto__',
  ],
)
const edits = fc.array(
  fc.record({ at: fc.noBias(fc.nat({ max: plain.length })), gone: fc.nat({ max: 2 }), put: fc.option(snippets) }),
  { minLength: 1, maxLength: 2 },
)

test('whatever is changed in a document, both tell the same of it', () => {
  let leftPlain = 0
  const edited = fc.property(edits, changes => {
    let text = plain
    for (const { at, gone, put } of changes) {
      text = text.slice(0, at) + (put ?? '') + text.slice(at + gone)
    }
    if (isPlain(text)) leftPlain += 1
    expect(told(text)).toEqual(toldByParser(text))
  })
  fc.assert(edited, { numRuns: Number(process.env.MODEL_RUNS ?? 20) * 100 })
  expect(leftPlain).toBeGreaterThan(200)
})
