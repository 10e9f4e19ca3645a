/** Ends the run with the line scripts read: `N passed, N failed`. What the run left behind counts as failed. */
import type { Reporter, TestModule } from 'vitest/node'
import { closeRunFolder, openRunFolder } from './run-folder.ts'

export default class ClosingLine implements Reporter {
  #count = { passed: 0, failed: 0, skipped: 0, pending: 0 }

  constructor() {
    const folder = openRunFolder()
    // After every teardown: nothing of the run has a reason to be there any more.
    process.once('exit', () => this.#close(closeRunFolder(folder)))
  }

  onTestRunEnd(modules: readonly TestModule[], errors: readonly unknown[]): void {
    this.#count = { passed: 0, failed: errors.length, skipped: 0, pending: 0 }
    for (const module of modules) {
      for (const test of module.children.allTests()) this.#count[test.result().state] += 1
      if (module.errors().length > 0) this.#count.failed += 1
    }
  }

  #close(left: string[]): void {
    for (const one of left) console.log(`left behind by this run: ${one}`)
    const { passed, failed, skipped } = this.#count
    if (left.length > 0) process.exitCode = 1
    console.log(`${passed} passed, ${failed + left.length} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`)
  }
}
