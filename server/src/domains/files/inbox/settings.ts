/** Senders and files the inbox refuses. */
import { Type } from 'typebox'
import { OneOf, Shape, type Static, Text } from '../../../contract/schema.ts'
import { upsertRows } from '../../../db/upsert.ts'
import { defineSection } from '../../../kernel/section.ts'
import { bookOf, Flag, orNull } from '../../../kernel/settings-words.ts'
import { blockKinds, type InboxBlockRow, inboxBlockTable, listInboxBlocks } from './store.ts'

const InboxBlock = Shape(
  {
    kind: OneOf(blockKinds),
    value: Type.String({
      minLength: 1,
      maxLength: 254,
      description: 'The e-mail of a sender, or the SHA-256 of a file in hexadecimal.',
    }),
    note: orNull(Text(0, 400)),
    is_active: Flag,
  },
  { title: 'InboxBlock', description: 'What the inbox refuses.' },
)
type InboxBlock = Static<typeof InboxBlock>

declare module '../../../kernel/settings.ts' {
  interface Settings {
    inbox_blocks?: InboxBlock[]
  }
}

export const inboxBlocks = defineSection<InboxBlock, InboxBlockRow>({
  name: 'inbox_blocks',
  place: 16,
  entry: InboxBlock,
  load: ({ db, account }) => listInboxBlocks(db, account.book.id),
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
  save: (ctx, rows) => upsertRows(ctx.tx, bookOf(ctx), { table: inboxBlockTable, rows }),
})
