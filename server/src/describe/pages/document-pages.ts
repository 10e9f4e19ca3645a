/** Documents of the repository as pages: the guides and the changelog. */
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { problem } from '../../contract/problems.ts'
import { collectionPath, developersPath, framed, guidePath } from './frame.ts'
import { guides } from './guide-list.ts'
import { renderMarkdown } from './markdown-html.ts'

/** From `server/dist/program` as from `server/dist/describe/pages`. */
const repository = findRepository(path.dirname(fileURLToPath(import.meta.url)))

function findRepository(from: string): string {
  const at = from.lastIndexOf(`${path.sep}server${path.sep}`)
  return from.slice(0, at)
}

/** Where a link between documents leads on the pages. What has no page keeps its words. */
export function pageOf(address: string): string | undefined {
  if (/^(https:\/\/|#|\/)/.test(address)) return address
  const [file = '', anchor] = address.split('#')
  if (file.endsWith('/collection.json')) return collectionPath
  const name = path.posix.basename(file, '.md')
  const here = anchor === undefined ? '' : `#${anchor}`
  if (file.includes('reference/')) return referenceOf(name, anchor)
  if (guides.some(({ slug }) => slug === name)) return guidePath(name) + here
  return name === 'CHANGELOG' ? `${developersPath}/changelog` : undefined
}

/** The pages of `docs/reference` are parts of ours. */
function referenceOf(name: string, anchor: string | undefined): string {
  if (name === 'errors') return `${developersPath}#errors${anchor === undefined ? '' : `-${anchor}`}`
  if (name === 'events') return `${developersPath}#events`
  if (name === 'records') return `${developersPath}/records${anchor === undefined ? '' : `#${anchor}`}`
  return `${developersPath}/reference`
}

/** A service may have been installed without the documents of its repository. */
const readDocument = (file: string): Promise<string> =>
  readFile(path.join(repository, file), 'utf8').catch(error => {
    throw error.code === 'ENOENT' ? problem('not_found') : error
  })

async function documentPage(file: string, at: { path: string; title: string }): Promise<string> {
  const { html, headings } = renderMarkdown(await readDocument(file), { linkTo: pageOf })
  return framed({ path: at.path, title: `${at.title} · Cellarbook API`, contents: headings, body: html })
}

export const guidePages = guides.map(({ slug, title }) => ({
  path: guidePath(slug),
  write: () => documentPage(`docs/guides/${slug}.md`, { path: guidePath(slug), title }),
}))

export const changelogPage = {
  path: `${developersPath}/changelog`,
  write: () => documentPage('CHANGELOG.md', { path: `${developersPath}/changelog`, title: 'Changelog' }),
}
