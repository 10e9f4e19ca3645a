/** Markdown as HTML: what our documents use, and nothing a document says becomes markup of its own. */
import { expect, test } from 'vitest'
import { pageOf } from '../../src/describe/pages/document-pages.ts'
import { renderMarkdown } from '../../src/describe/pages/markdown-html.ts'

const html = (text: string) => renderMarkdown(text, { linkTo: pageOf }).html

test('headings have the anchors viewers of Markdown give them, a second one a number', () => {
  const { html, headings } = renderMarkdown('# `POST /orders`\n\n## Why?\ntext\n\n## Why?', { linkTo: pageOf })
  expect(html).toBe(
    '<h1 id="post-orders"><code>POST /orders</code></h1>\n<h2 id="why">Why?</h2>\n<p>text</p>\n<h2 id="why-1">Why?</h2>',
  )
  expect(headings.map(({ title }) => title)).toEqual(['POST /orders', 'Why?', 'Why?'])
})

test('code keeps its lines, scrolls, and is the answer of the program above it', () => {
  expect(html('```sh not run: it installs\na <b>\n\nc\n```\n```json\n{}\n```\n\n```text\nx\n```')).toBe(
    '<pre tabindex="0"><code>a &lt;b&gt;\n\nc</code></pre>\n<pre tabindex="0" class="answer"><code>{}</code></pre>\n' +
      '<pre tabindex="0"><code>x</code></pre>',
  )
})

test('lists go on over lines; numbers make an ordered one', () => {
  expect(html('- **one** of\n  two\n- `x`')).toBe(
    '<ul>\n<li><strong>one</strong> of\ntwo</li>\n<li><code>x</code></li>\n</ul>',
  )
  expect(html('1. a\n2. b')).toBe('<ol>\n<li>a</li>\n<li>b</li>\n</ol>')
})

test('tables keep bars that are escaped', () => {
  expect(html('| A | B |\n| --- | --- |\n| `x\\|y` | &lt;K> |')).toContain(
    '<tr><td><code>x|y</code></td><td>&lt;K&gt;</td></tr>',
  )
})

test('links between documents lead to their pages; what has none keeps its words', () => {
  expect(
    html('[a](errors.md) [b](../guides/sandbox.md#start-again) [`c`](../reference/errors.md#not_found) [d](STYLE.md)'),
  ).toBe(
    '<p><a href="/developers/guides/errors">a</a> <a href="/developers/guides/sandbox#start-again">b</a> ' +
      '<a href="/developers#errors-not_found"><code>c</code></a> d</p>',
  )
})

test('markup in a document is text', () => {
  const hostile = '<script>alert("x")</script>'
  for (const text of [hostile, `# ${hostile}`, `- ${hostile}`, `\`${hostile}\``, `| ${hostile} |\n| --- |`]) {
    expect(html(text)).not.toMatch(/<script/)
    expect(html(text)).toContain('&lt;script&gt;')
  }
  expect(html('[x](javascript:alert(1))')).not.toContain('href')
  expect(html('[x](https://a.example/"onclick=)')).not.toContain('"onclick')
})
