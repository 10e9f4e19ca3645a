/** Markdown as our documents use it, as HTML: headings, paragraphs, lists, tables, code, and within lines code, bold, links. */
import { escapeHtml } from '../../kernel/html.ts'
import { anchorOf } from '../markdown.ts'

export interface Heading {
  level: number
  id: string
  /** As text, without marks. */
  title: string
}

export interface RenderedMarkdown {
  html: string
  headings: readonly Heading[]
}

export interface RenderOptions {
  /** Where a link of the document leads on our pages; undefined leaves its words alone. */
  linkTo(address: string): string | undefined
}

type Inline = (text: string) => string

/** Lists, tables and code are known by their first line; everything else is a paragraph. */
const fence = /^```(\S*)/
const heading = /^(#{1,6}) (.*)$/
const bullet = /^(?:[-*]|\d+\.) +/

export function renderMarkdown(text: string, options: RenderOptions): RenderedMarkdown {
  const inline = inlineWith(options)
  const headings: Heading[] = []
  const ids = new Set<string>()
  const blocks = blocksOf(withoutComments(text)).map((lines, index, all) => {
    const found = heading.exec(lines[0]!)
    if (!found) return blockHtml(lines, { inline, isAnswer: isAnswer(lines, all[index - 1]) })
    const made = { level: found[1]!.length, id: freeId(found[2]!, ids), title: plain(found[2]!) }
    headings.push(made)
    return `<h${made.level} id="${made.id}">${inline(found[2]!)}</h${made.level}>`
  })
  return { html: blocks.join('\n'), headings }
}

const withoutComments = (text: string): string => text.replaceAll(/<!--[\s\S]*?-->\n?/g, '')

const plain = (text: string): string => text.replaceAll(/[`*]|\[|\]\([^)]*\)/g, '')

/** A second heading of the same words gets a number, as viewers of Markdown do it. */
function freeId(title: string, taken: Set<string>): string {
  const wanted = anchorOf(plain(title))
  let id = wanted
  for (let count = 1; taken.has(id); count++) id = `${wanted}-${count}`
  taken.add(id)
  return id
}

/** The lines of each block. Code keeps its empty lines. */
function blocksOf(text: string): string[][] {
  const blocks: string[][] = []
  let open: string[] | undefined
  let isCode = false
  for (const line of text.split('\n')) {
    if (isCode) {
      open!.push(line)
      if (line.startsWith('```')) [open, isCode] = [undefined, false]
      continue
    }
    isCode = fence.test(line)
    if (line.trim() === '') open = undefined
    else if (open && !isCode && !heading.test(line)) open.push(line)
    else {
      open = [line]
      blocks.push(open)
    }
    if (heading.test(line)) open = undefined
  }
  return blocks
}

/** Code right below code is what it answers. */
const isAnswer = (lines: readonly string[], before: readonly string[] | undefined): boolean =>
  fence.test(lines[0]!) && before !== undefined && /^```(sh|ts)/.test(before[0]!) && !/^```(sh|ts)/.test(lines[0]!)

function blockHtml(lines: readonly string[], { inline, isAnswer }: { inline: Inline; isAnswer: boolean }): string {
  const [first = ''] = lines
  if (fence.test(first)) return codeHtml(lines, isAnswer)
  if (first.startsWith('|')) return tableHtml(lines, inline)
  if (bullet.test(first)) return listHtml(lines, inline)
  return `<p>${inline(lines.join('\n'))}</p>`
}

/** Scrolls by itself, so it can be reached by keyboard. */
function codeHtml(lines: readonly string[], isAnswer: boolean): string {
  const text = lines.slice(1, -1).join('\n')
  return `<pre tabindex="0"${isAnswer ? ' class="answer"' : ''}><code>${escapeHtml(text)}</code></pre>`
}

/** A `|` inside a cell is written `\|`. */
const cellsOf = (line: string): string[] =>
  line
    .trim()
    .replace(/^\|/, '')
    .replace(/\|$/, '')
    .split(/(?<!\\)\|/)
    .map(cell => cell.trim().replaceAll('\\|', '|'))

function tableHtml([header = '', , ...rows]: readonly string[], inline: Inline): string {
  const head = cellsOf(header).map(cell => `<th scope="col">${inline(cell)}</th>`)
  const body = rows.map(
    row =>
      `<tr>${cellsOf(row)
        .map(cell => `<td>${inline(cell)}</td>`)
        .join('')}</tr>`,
  )
  return `<div class="wide" tabindex="0"><table>
<thead><tr>${head.join('')}</tr></thead>
<tbody>
${body.join('\n')}
</tbody></table></div>`
}

/** Lines that go on with an entry are indented. */
function listHtml(lines: readonly string[], inline: Inline): string {
  const entries: string[][] = []
  for (const line of lines) {
    if (bullet.test(line)) entries.push([line.replace(bullet, '')])
    else entries.at(-1)!.push(line.trim())
  }
  const name = /^\d/.test(lines[0]!) ? 'ol' : 'ul'
  return `<${name}>\n${entries.map(entry => `<li>${inline(entry.join('\n'))}</li>`).join('\n')}\n</${name}>`
}

/** Entities that generated Markdown writes stand for their characters. */
const written = (text: string): string => text.replaceAll('&lt;', '<').replaceAll('&amp;', '&')

function inlineWith({ linkTo }: RenderOptions): Inline {
  const marks = (text: string): string =>
    escapeHtml(written(text)).replaceAll(/\*\*(.+?)\*\*/gs, (_, bold: string) => `<strong>${bold}</strong>`)
  const link = (words: string, address: string): string => {
    const target = linkTo(address)
    return target === undefined ? inline(words) : `<a href="${escapeHtml(target)}">${inline(words)}</a>`
  }
  const inline: Inline = text => {
    const found = /`([^`]+)`|\[((?:`[^`]*`|[^\]])+)\]\(([^)\s]+)\)/.exec(text)
    if (!found) return marks(text)
    const [whole, code, words, address] = found
    const shown = code === undefined ? link(words!, address!) : `<code>${escapeHtml(code)}</code>`
    return marks(text.slice(0, found.index)) + shown + inline(text.slice(found.index + whole.length))
  }
  return inline
}
