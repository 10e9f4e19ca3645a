/**
 * The generated sources of the console: types of what only people call, since the SDK has the others, and the names that
 * need words in every language.
 */
import { nameShapes } from '../openapi/shape-names.ts'
import { namesDeclared, sourceText } from '../sdk/file-text.ts'
import { aliasNames } from '../sdk/files.ts'
import { declarations, namedShapes, queryDeclarations } from '../sdk/types.ts'
import { type ConsoleInput, declaredText } from './declared.ts'
import { fileRightsText } from './file-rights.ts'

const folder = 'console/src/data/generated'

export const consoleFiles = (input: ConsoleInput): { path: string; text: string }[] => [
  { path: `${folder}/persons.ts`, text: personsText(input) },
  { path: `${folder}/declared.ts`, text: sourceText(declaredText(input)) },
  { path: `${folder}/file-rights.ts`, text: sourceText(fileRightsText()) },
]

function personsText({ endpoints, forPersons }: ConsoleInput): string {
  const all = [...endpoints, ...forPersons]
  const names = nameShapes(endpoints, forPersons)
  const ofSdk = new Set([...namedShapes(endpoints, names).keys(), ...aliasNames])
  const queriesOfSdk = new Set(queryDeclarations(endpoints, names).flatMap(namesDeclared))
  const shapes = [...declarations(namedShapes(all, names), names, all)].filter(([name]) => !ofSdk.has(name))
  const queries = queryDeclarations(all, names).filter(text => !queriesOfSdk.has(namesDeclared(text)[0]!))
  const text = [...shapes.map(([, declaration]) => declaration), ...queries].join('\n')
  return sourceText(text, { '@cellarbook/sdk': new Set([...ofSdk, ...queriesOfSdk]) })
}
