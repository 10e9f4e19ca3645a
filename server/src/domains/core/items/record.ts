/** Items as the kernel knows them. */
import { rowOfPath } from '../../../kernel/document-endpoints.ts'
import { defineRecord } from '../../../kernel/plain-record.ts'
import { Item } from './schema.ts'
import { itemTable } from './store.ts'
import { itemView } from './view.ts'

export const items = defineRecord({
  object: 'item',
  id: 'items',
  path: '/items',
  name: 'an item',
  many: 'items',
  access: { read: { scopes: ['core:read'] }, write: { scopes: ['core:write'] } },
  family: 'item',
  table: itemTable,
  shape: Item,
  view: itemView,
})

export const itemOfPath = rowOfPath(items)
