/** XML as we write it: whatever the texts are, a reader gets them back. */
import { expect, test } from 'vitest'
import { element, xmlDocument } from '../../src/lib/xml.ts'

const head = '<?xml version="1.0" encoding="UTF-8"?>\n'

test('elements in elements, and what is left out is not there', () => {
  const root = element('a', [element('b', 'x', { c: '1' }), undefined, element('d', ''), element('e', [])])
  expect(xmlDocument(root)).toBe(`${head}<a>\n  <b c="1">x</b>\n  <d/>\n  <e/>\n</a>\n`)
})

test('texts are escaped; what XML cannot carry is replaced', () => {
  expect(xmlDocument(element('a', '<&>"\r\n\t]]>\u0000\u001f\ufffe\ud800🍺'))).toBe(
    `${head}<a>&lt;&amp;&gt;"&#13;\n\t]]&gt;\ufffd\ufffd\ufffd\ufffd🍺</a>\n`,
  )
  expect(xmlDocument(element('a', '', { b: '<"\r\n\t&>' }))).toBe(`${head}<a b="&lt;&quot;&#13;&#10;&#9;&amp;&gt;"/>\n`)
})
