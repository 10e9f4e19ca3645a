/** Every record that takes files has a place for them, for those who may attach them. */
import { expect, test } from 'vitest'
import { fileRightOf, largestFileBytes, largestInboxBytes } from '../../../console/src/data/file-rights.ts'
import { readScopeOfObject } from '../../src/contract/events.ts'
import { modules } from '../../src/contract/scopes.ts'
import * as attachments from '../../src/domains/files/attachments/schema.ts'
import * as inbox from '../../src/domains/files/inbox/intake.ts'
import '../../src/domains/index.ts'
import { fileCarriers } from '../../src/kernel/file-carriers.ts'

test('files can be attached on the page of whatever the service takes them for, by whoever it takes them from', () => {
  const withoutSales = modules.filter(module => module !== 'sales')
  expect(fileCarriers).toContain('invoice')
  for (const subscribed of [modules, withoutSales]) {
    for (const object of fileCarriers.filter(each => each !== 'order' || subscribed === modules)) {
      const right = readScopeOfObject(object, subscribed).replace(':read', ':write')
      expect(`${object} ${fileRightOf(object, subscribed)}`).toBe(`${object} ${right}`)
    }
  }
  expect(fileRightOf('order', withoutSales)).toBeUndefined()
  expect(fileRightOf('unit', modules)).toBeUndefined()
})

test('a browser sends a file as large as the service takes, and none that is larger', () => {
  expect(largestFileBytes).toBe(attachments.largestFileBytes)
  expect(largestInboxBytes).toBe(inbox.largestInboxBytes)
})
