/** The reference as pages: one for each resource, their list, and the records they answer with. */
import { recordsReference, resourceWriter } from '../endpoints-reference.ts'
import { readExamples } from '../examples.ts'
import { anchorOf, code, table, words } from '../markdown.ts'
import type { DescribedEndpoint } from '../openapi/document.ts'
import { resourceOf, wordsOf } from '../openapi/words.ts'
import { pageOf } from './document-pages.ts'
import { developersPath, framed, referencePath } from './frame.ts'
import { renderMarkdown } from './markdown-html.ts'

const inWords = (resource: string): string => {
  const words = wordsOf(resource).join(' ')
  return words.slice(0, 1).toUpperCase() + words.slice(1)
}

/** Links of the reference name its files: `records.md#order`. */
const linkTo = (address: string): string | undefined => pageOf(address.replace(/^(\w+\.md)/, 'reference/$1'))

interface WrittenPage {
  title: string
  path: string
  markdown: string
  /** What the headings are called beside the page; without it they are not listed there. */
  titles?: ReadonlyMap<string, string>
}

function markdownPage({ title, path, markdown, titles }: WrittenPage): string {
  const { html, headings } = renderMarkdown(markdown, { linkTo })
  const contents = titles ? headings.map(each => ({ ...each, title: titles.get(each.id) ?? each.title })) : []
  return framed({ path, title: `${title} · Cellarbook API`, contents, body: html })
}

const listPath = `${developersPath}/reference`
const recordsPath = `${developersPath}/records`

export function referencePages(endpoints: readonly DescribedEndpoint[]) {
  const resources = [...new Set(endpoints.map(({ id }) => resourceOf(id)))]
  const titles = new Map(endpoints.map(({ method, path, summary }) => [anchorOf(`${method} ${path}`), summary]))
  let write: ReturnType<typeof resourceWriter> | undefined
  const resourcePage = (resource: string): string => {
    // What all pages of resources share takes a tenth of a second: made for the first of them.
    write ??= resourceWriter(endpoints, readExamples())
    const title = inWords(resource)
    return markdownPage({ title, path: referencePath(resource), markdown: write(resource, title), titles })
  }
  return [
    {
      path: listPath,
      write: async () => markdownPage({ title: 'Operations', path: listPath, markdown: listOf(endpoints, resources) }),
    },
    {
      path: recordsPath,
      write: async () => markdownPage({ title: 'Records', path: recordsPath, markdown: recordsReference(endpoints) }),
    },
    ...resources.map(resource => ({ path: referencePath(resource), write: async () => resourcePage(resource) })),
  ]
}

function listOf(endpoints: readonly DescribedEndpoint[], resources: readonly string[]): string {
  const sections = resources.map(resource => {
    const address = referencePath(resource)
    const rows = endpoints
      .filter(({ id }) => resourceOf(id) === resource)
      .map(({ method, path, summary }) => [
        `[${code(`${method} ${path}`)}](${address}#${anchorOf(`${method} ${path}`)})`,
        words(summary),
      ])
    return [`## [${inWords(resource)}](${address})`, table(['Operation', 'What it does'], rows)].join('\n\n')
  })
  return ['# Operations', 'All paths carry the prefix `/api/v1`.', ...sections].join('\n\n')
}
