/** The check at the end of a test run: what is left is named, and gone. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { expect, test } from 'vitest'
import { closeRunFolder } from '../support/run-folder.ts'

const newFolder = (): string => fs.mkdtempSync(path.join(os.tmpdir(), 'cellarbook-leftovers-'))

test('this run has a temporary folder of its own', () => {
  expect(path.basename(os.tmpdir())).toMatch(/^cellarbook-/)
})

test.runIf(process.platform === 'linux')(
  'a process and a folder that were left are named; files of tools are not',
  async () => {
    const folder = newFolder()
    fs.mkdirSync(path.join(folder, 'cellarbook-process-abc'))
    fs.mkdirSync(path.join(folder, 'some-tool'))
    const sleeper = spawn('sleep', ['60'], { cwd: folder, stdio: 'ignore' })
    await once(sleeper, 'spawn')
    const left = closeRunFolder(folder, 0)
    expect(left).toEqual([`process ${sleeper.pid} (sleep)`, path.join(folder, 'cellarbook-process-abc')])
    expect(fs.existsSync(folder)).toBe(false)
  },
)

test('a tidy run leaves nothing to name', () => {
  expect(closeRunFolder(newFolder())).toEqual([])
})
