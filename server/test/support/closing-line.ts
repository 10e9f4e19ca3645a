/** Ends the run with the line scripts read: `N passed, N failed`. What the run left behind or missed counts as failed. */
import { stripVTControlCharacters } from 'node:util'
import type { Reporter, TestModule, Vitest } from 'vitest/node'
import { countTestFiles, unseenCodes } from './codes-seen.ts'
import { readFaults } from './faults.ts'
import { closeRunFolder, openRunFolders } from './run-folder.ts'

export default class ClosingLine implements Reporter {
  #count = { passed: 0, failed: 0, skipped: 0, pending: 0 }
  #vitest: Vitest | undefined
  #isWhole = false
  #unsteady: string[] = []

  constructor() {
    const { folder, onDisk } = openRunFolders()
    // After every teardown: nothing of the run has a reason to be there any more.
    process.once('exit', () => {
      const unseen = this.#isWhole ? unseenCodes(folder) : []
      this.#close([
        ...readFaults(folder),
        ...[...new Set([folder, onDisk])]
          .flatMap(each => closeRunFolder(each))
          .map(left => `left behind by this run: ${left}`),
        ...unseen.map(code => `provoked by no test: ${code}`),
      ])
    })
  }

  onInit(vitest: Vitest): void {
    this.#vitest = vitest
  }

  onTestRunEnd(modules: readonly TestModule[], errors: readonly unknown[]): void {
    this.#count = { passed: 0, failed: errors.length, skipped: 0, pending: 0 }
    for (const module of modules) {
      for (const test of module.children.allTests()) {
        const { state, errors } = test.result()
        this.#count[state] += 1
        if (!test.diagnostic()?.flaky) continue
        this.#unsteady.push(`${module.relativeModuleId}: ${test.fullName}: ${reason(errors)}`)
      }
      if (module.errors().length > 0) this.#count.failed += 1
    }
    const files = new Set(modules.map(({ moduleId }) => moduleId))
    this.#isWhole = files.size >= countTestFiles() && !this.#vitest?.config.testNamePattern
  }

  #close(faults: string[]): void {
    for (const fault of faults) console.log(fault)
    for (const test of this.#unsteady) console.log(`unsteady, passed only when tried again: ${test}`)
    const { passed, failed, skipped } = this.#count
    if (faults.length > 0) process.exitCode = 1
    console.log(`${passed} passed, ${failed + faults.length} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`)
  }
}

/** Why the first try failed; the same run hardly fails there again. A browser names what it waited for behind its first line. */
function reason(errors: readonly { message: string }[] = []): string {
  if (!errors[0]) return 'no error was kept'
  const lines = stripVTControlCharacters(errors[0].message).split('\n')
  const waited = lines.slice(1).find(line => line.includes('waiting for'))
  return [lines[0]!, ...(waited ? [waited.trim()] : [])].join(' ').slice(0, 300)
}
