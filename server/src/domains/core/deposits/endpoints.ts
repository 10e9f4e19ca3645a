/** GET /deposits: what a customer pays for packaging until it comes back. */
import { Type } from 'typebox'
import { Decimal, Shape, type Static, Uuid } from '../../../contract/schema.ts'
import { defineLookup } from '../../../kernel/lookup.ts'
import { listDeposits } from './store.ts'

const Deposit = Shape({
  object: Type.Literal('deposit'),
  id: Uuid,
  code: Type.String(),
  name: Type.String(),
  packaging_item_id: Type.Unsafe<string>({ ...Uuid, description: 'The packaging item that is returned.' }),
  amount: Type.Unsafe<string>({ ...Decimal, description: 'Per piece.' }),
  currency: Type.String({ description: 'ISO 4217.' }),
  is_active: Type.Boolean(),
  livemode: Type.Boolean(),
})

export const getDeposits = defineLookup({
  id: 'deposits.list',
  path: '/deposits',
  summary: 'List the deposits on returnable packaging',
  record: Deposit,
  list: ({ db, account }) => listDeposits(db, account.book.id),
  view: (deposit, livemode): Static<typeof Deposit> => ({ object: 'deposit', ...deposit, livemode }),
})
