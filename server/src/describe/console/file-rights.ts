/** Who may attach files to a record, for the console: the right follows the modules of the account. */
import { readScopeOfObject } from '../../contract/events.ts'
import { moduleOfScope, modules } from '../../contract/scopes.ts'
import { fileCarriers } from '../../kernel/file-carriers.ts'
import { block } from '../sdk/type-text.ts'

/** With every module, and where one is missing another right may stand for its own. */
function rightsOf(object: string): string[] {
  const first = readScopeOfObject(object, modules)
  const own = moduleOfScope(first)
  const without = modules.filter(module => module !== own)
  const rights = [first, readScopeOfObject(object, without)].map(scope => scope.replace(':read', ':write'))
  return [...new Set(rights)]
}

const words = '/** The right to attach files, by the kind of record: the first whose module the account has. */'

export function fileRightsText(): string {
  const lines = [...fileCarriers].sort().map(object => {
    const rights = rightsOf(object).map(right => `'${right}'`)
    return `${object}: [${rights.join(', ')}],`
  })
  return `${block(`${words}\nexport const fileRights: Readonly<Record<string, readonly string[]>> =`, lines)}\n`
}
