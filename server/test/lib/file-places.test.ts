/** Every record that takes files has a place for them. */
import { expect, test } from 'vitest'
import { fileRights } from '../../../console/src/data/file-rights.ts'
import '../../src/domains/index.ts'
import { fileCarriers } from '../../src/kernel/file-carriers.ts'

test('files can be attached on the page of whatever the service takes them for', () => {
  expect([...Object.keys(fileRights), 'received_invoice'].toSorted()).toEqual(fileCarriers.toSorted())
})
