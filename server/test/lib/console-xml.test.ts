/** XML as the console shows it: read for eyes alone. */
import { expect, test } from 'vitest'
import { elementsAt, readXml, textAt } from '../../../console/src/format/xml.ts'

test('elements by their way, without prefixes; text with the entities of XML', () => {
  const root = readXml(`<?xml version="1.0"?><!-- <a> --><cbc:Invoice xmlns:cbc="x">
    <cbc:ID>7 &amp; &#269;&#x10D; &unknown;</cbc:ID><Note><![CDATA[<b>]]></Note><Empty/>
    <Lines><Line><Name a=">">Slad</Name></Line><Line/></Lines></cbc:Invoice>`)!
  expect(root.name).toBe('Invoice')
  expect(textAt(root, 'ID')).toBe('7 & čč &unknown;')
  expect(textAt(root, 'Note')).toBe('<b>')
  expect(elementsAt(root, 'Lines/Line')).toHaveLength(2)
  expect(textAt(root, 'Lines/Line/Nothing')).toBe('')
})

test.for(['', 'no XML', '<a><b></a', '<a><b>', '&#x110000;', '<![CDATA[', '<!DOCTYPE a [<!ENTITY x "y">]>'])(
  'nothing of %s, and no failure',
  source => {
    expect(readXml(source)).toBeUndefined()
  },
)
