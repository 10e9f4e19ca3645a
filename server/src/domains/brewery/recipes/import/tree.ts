/** A file as a tree, whatever its format, and a way to walk it that knows what nobody asked for. */

import { parseXml, type XmlElement } from '../../../../invoice-files/xml-tree.ts'
import type { Json } from '../../../../lib/canonical-json.ts'

/** Names of members are in small letters: files in the wild write them as they like. */
export interface Tree {
  /** As the file has it. */
  name: string
  /** Of a value without members. */
  text: string
  members: ReadonlyMap<string, readonly Tree[]>
}

const none: Tree['members'] = new Map()
const deepest = 64

/** The file cannot be read, in words for whoever sent it. */
export class NotRead extends Error {}

const numbersAndTexts = /"[^"\\]*(?:\\.[^"\\]*)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g

/** Numbers become texts before anything is made of them, so that none passes through a float. */
export function treeOfJson(content: string): Tree {
  try {
    // Once as it is: in what is JSON, quotes come in pairs, and the pattern meets each character once.
    JSON.parse(content)
  } catch {
    throw new NotRead('The content is not JSON.')
  }
  const exact = content.replace(numbersAndTexts, part => (part.startsWith('"') ? part : `"${part}"`))
  return treeOf('', JSON.parse(exact), 0)
}

/** Escapes of JSON can say what no text of ours may hold: NUL, and half of a pair of surrogates. */
const wholeText = (text: string): string => text.replaceAll('\u0000', '').toWellFormed()

/** The first characters of a text, never half of one. */
export const cut = (text: string, length: number): string => [...text.slice(0, 2 * length)].slice(0, length).join('')

function treeOf(key: string, value: Json, depth: number): Tree {
  const name = wholeText(key)
  if (depth > deepest) throw new NotRead(`The content nests deeper than ${deepest} levels.`)
  if (value === null || typeof value !== 'object') return { name, text: wholeText(String(value ?? '')), members: none }
  if (Array.isArray(value)) return { name, text: '', members: none }
  const members = new Map<string, Tree[]>()
  for (const [each, member] of Object.entries(value)) {
    const values = Array.isArray(member) ? member : [member]
    add(
      members,
      each,
      values.map(one => treeOf(each, one, depth + 1)),
    )
  }
  return { name, text: '', members }
}

/** Whatever namespaces a writer declared: BeerXML has none. */
const anyNamespace = { prefixOf: () => '', expected: 'not BeerXML' }

export const treeOfXml = (content: string): Tree => treeOfElement(parseXml([content], anyNamespace))

function treeOfElement({ name, text, children }: XmlElement): Tree {
  if (children.length === 0) return { name, text, members: none }
  const members = new Map<string, Tree[]>()
  for (const child of children) add(members, child.name, [treeOfElement(child)])
  return { name, text: '', members }
}

function add(members: Map<string, Tree[]>, name: string, trees: readonly Tree[]): void {
  const key = name.toLowerCase()
  const known = members.get(key)
  if (known === undefined) members.set(key, [...trees])
  else for (const tree of trees) known.push(tree)
}

/** A place in a tree. What is read from it is noted; the rest is told as ignored. */
export interface Place {
  all(name: string): Place[]
  one(name: string): Place | undefined
  /** Of a member, trimmed; undefined where there is none. */
  textOf(name: string): string | undefined
  /** Its own. */
  text: string
  /** Nothing could be made of the member, or of the place itself with all that is in it. */
  ignore(name?: string): void
}

export interface Walk {
  root: Place
  /** Paths of everything that was not read, each once. */
  ignored(): string[]
}

const mostIgnored = 200
const longestName = 80

export function walk(tree: Tree): Walk {
  const visited: { tree: Tree; path: string; read: Set<string> }[] = []
  const ignored = new Set<string>()
  const ignore = (path: string, name: string) => {
    if (ignored.size < mostIgnored) ignored.add(`${path}${cut(name, longestName)}`)
  }

  function placeOf(at: Tree, path: string): Place {
    const read = new Set<string>()
    const inside = `${path}${at.name}.`
    const own = path === '' && at === tree ? '' : inside
    visited.push({ tree: at, path: own, read })
    const all = (name: string): Place[] => {
      read.add(name)
      return (at.members.get(name) ?? []).map(member => placeOf(member, own))
    }
    const textOf = (name: string): string | undefined => {
      read.add(name)
      const text = at.members.get(name)?.[0]?.text.trim()
      return text === '' ? undefined : text
    }
    const one = (name: string) => all(name)[0]
    const ignoreWhole = () => {
      for (const key of at.members.keys()) read.add(key)
      ignore(path, at.name)
    }
    return { text: at.text.trim(), all, one, textOf, ignore: name => (name ? ignore(own, name) : ignoreWhole()) }
  }

  return {
    root: placeOf(tree, ''),
    ignored() {
      for (const { tree: at, path, read } of visited) {
        for (const [key, [first]] of at.members) if (!read.has(key)) ignore(path, first?.name ?? key)
      }
      return [...ignored]
    },
  }
}
