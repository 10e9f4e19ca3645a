/** Senders and files the inbox refuses. */
import { upsertRows } from '../../../db/upsert.ts'
import { type InboxBlockRow, inboxBlockTable } from '../../files/inbox/store.ts'
import type { SettingsInboxBlock } from '../schema.ts'
import { defineSection } from '../section.ts'
import { bookOf } from './parts.ts'

export const inboxBlocks = defineSection<SettingsInboxBlock, InboxBlockRow>({
  name: 'inbox_blocks',
  wanted: document => document.inbox_blocks,
  put(document, entries) {
    document.inbox_blocks = entries
  },
  rows: world => world.inbox_blocks,
  key: ({ kind, value }) => `${kind} ${value}`,
  // E-mails and hashes are compared in small letters.
  canonical: entry => ({ ...entry, value: entry.value.toLowerCase() }),
  defaults: { note: null, is_active: true },
  out: ({ kind, value, note, is_active }) => ({ kind, value, note, is_active }),
  row: (entry, id) => ({ ...entry, id }),
  refuse({ kind, value }) {
    if (kind === 'file' && !/^[0-9a-f]{64}$/.test(value))
      return 'A file is named by its SHA-256: 64 hexadecimal digits.'
    return kind === 'sender' && !value.includes('@') ? 'A sender is named by its e-mail.' : undefined
  },
  save: (ctx, rows) => upsertRows(ctx.tx, inboxBlockTable, bookOf(ctx), rows),
})
