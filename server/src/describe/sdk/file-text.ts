/** A generated source as a whole: its head, what it imports, and what it declares. */

const head = '// Generated from the declarations in server/src by `npm run generate`. Do not edit.\n'

/** `from` has the names each file declares; those the text speaks of are imported. */
export const sourceText = (text: string, from: Record<string, Iterable<string>> = {}): string =>
  [head + importsOf(text, from), text].join('\n')

function importsOf(text: string, from: Record<string, Iterable<string>>): string {
  const lines = Object.entries(from).flatMap(([file, all]) => {
    const names = namesWithin(text, all)
    if (names.length === 0) return []
    const line = `import type { ${names.join(', ')} } from '${file}'\n`
    return line.length <= 120 ? line : `import type {\n${names.map(name => `  ${name},\n`).join('')}} from '${file}'\n`
  })
  return lines.join('')
}

/** The names of shapes that a text speaks of. */
function namesWithin(text: string, all: Iterable<string>): string[] {
  const code = text.replaceAll(/\/\*\*[\s\S]*?\*\//g, '')
  return [...all].filter(name => new RegExp(`\\b${name}\\b`).test(code)).sort()
}

export const namesDeclared = (text: string): string[] =>
  [...text.matchAll(/^export (?:interface|type) (\w+)/gm)].map(match => match[1]!)
