/** GET /finance-accounts: where payments go. Balances are not shown. */
import { Type } from 'typebox'
import { OneOf, Shape, type Static, Uuid } from '../../../contract/schema.ts'
import { defineLookup } from '../../../kernel/lookup.ts'
import { accountTypes, listFinanceAccounts } from './store.ts'

const FinanceAccount = Shape({
  object: Type.Literal('finance_account'),
  id: Uuid,
  type: OneOf(accountTypes),
  name: Type.String(),
  currency: Type.String({ description: 'ISO 4217.' }),
  is_active: Type.Boolean(),
  livemode: Type.Boolean(),
})

export const getFinanceAccounts = defineLookup({
  id: 'financeAccounts.list',
  path: '/finance-accounts',
  summary: 'List bank accounts, cash boxes and card terminals',
  access: { scopes: ['finance:read'] },
  record: FinanceAccount,
  list: ({ db, account }) => listFinanceAccounts(db, account.book.id),
  view: ({ id, type, name, currency, is_active }, livemode): Static<typeof FinanceAccount> => ({
    object: 'finance_account',
    id,
    type,
    name,
    currency,
    is_active,
    livemode,
  }),
})
