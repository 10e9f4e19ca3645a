/** The check at the end of a whole run: every code of the catalogue was provoked by a test. */
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { expect, test } from 'vitest'
import { errorsOf } from '../../src/contract/endpoint.ts'
import { problemCodes } from '../../src/contract/problems.ts'
import { house } from '../../src/domains/index.ts'
import { notYet, unseenCodes } from '../support/codes-seen.ts'

const newFolder = (files: Record<string, string>): string => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'codes-'))
  for (const [name, text] of Object.entries(files)) fs.writeFileSync(path.join(folder, name), text)
  return folder
}

test('a run that noted nothing has provoked none', () => {
  expect(unseenCodes(newFolder({}))).toEqual(problemCodes.filter(code => !notYet.includes(code)))
})

test('codes are gathered from all workers', () => {
  const [first, second, ...others] = unseenCodes(newFolder({}))
  const noted = { 'codes-seen-1': `${first}\n`, 'codes-seen-2': `${second}\nanother\n`, 'some-tool': others.join('\n') }
  expect(unseenCodes(newFolder(noted))).toEqual(others)
})

test('codes that wait for their operations are declared by none', () => {
  const declared = new Set(house.endpoints.flatMap(errorsOf))
  expect(notYet.filter(code => declared.has(code))).toEqual([])
})
