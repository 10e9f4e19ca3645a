/** The reference, the guides and an article for every error, as resources. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { ReadResourceResult, Resource, ResourceTemplate } from '@modelcontextprotocol/sdk/types.js'
import { docsFolder } from '../../docs-folder.ts'

const markdown = 'text/markdown'

/** Half a megabyte of endpoints is no page for a model: describe_operation tells of one. */
const tooLong = 'endpoints.md'

export function listPages(): Resource[] {
  return ['reference', 'guides'].flatMap(folder => {
    const place = new URL(`${folder}/`, docsFolder)
    if (!existsSync(place)) return []
    return readdirSync(place)
      .filter(name => name.endsWith('.md') && name !== tooLong)
      .sort()
      .map(name => ({
        uri: `cellarbook://${folder}/${name}`,
        name,
        title: titleOf(new URL(name, place)),
        mimeType: markdown,
      }))
  })
}

/** The first heading. */
const titleOf = (file: URL): string => /^# (.+)$/m.exec(readFileSync(file, 'utf8'))?.[1] ?? fileURLToPath(file)

export const templates: ResourceTemplate[] = [
  {
    uriTemplate: 'cellarbook://errors/{code}',
    name: 'error',
    title: 'What an error code means, and what to do about it',
    mimeType: markdown,
  },
]

/** Undefined for what there is not. Only names that were listed are opened. */
export function readPage(uri: string): ReadResourceResult | undefined {
  const text = articleOf(uri) ?? pageOf(uri)
  return text === undefined ? undefined : { contents: [{ uri, mimeType: markdown, text }] }
}

function pageOf(uri: string): string | undefined {
  const page = listPages().find(each => each.uri === uri)
  return page && readFileSync(new URL(uri.slice('cellarbook://'.length), docsFolder), 'utf8')
}

function articleOf(uri: string): string | undefined {
  const code = /^cellarbook:\/\/errors\/(\w+)$/.exec(uri)?.[1]
  const file = new URL('reference/errors.md', docsFolder)
  if (code === undefined || !existsSync(file)) return undefined
  const articles = readFileSync(file, 'utf8').split(/^(?=### )/m)
  return articles.find(article => new RegExp(`^### \`?${code}\`?\\s`).test(article))
}
