/** Every record that takes files has a place for them, for those who may attach them. */
import { expect, test } from 'vitest'
import { fileRights, largestFileBytes as largestAsked } from '../../../console/src/data/file-rights.ts'
import { readScopeOfObject } from '../../src/contract/events.ts'
import { modules } from '../../src/contract/scopes.ts'
import { largestFileBytes } from '../../src/domains/files/attachments/schema.ts'
import '../../src/domains/index.ts'
import { fileCarriers } from '../../src/kernel/file-carriers.ts'

test('files can be attached on the page of whatever the service takes them for, by whoever it takes them from', () => {
  const shown = fileCarriers.filter(object => object !== 'received_invoice')
  const rights = shown.map(object => [object, readScopeOfObject(object, [...modules]).replace(':read', ':write')])
  expect(fileRights).toEqual(Object.fromEntries(rights))
})

test('a browser sends a file as large as the service takes, and none that is larger', () => {
  expect(largestAsked).toBe(largestFileBytes)
})
