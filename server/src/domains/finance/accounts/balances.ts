/** GET /reports/account_balances: what payments left in each finance account. */
import { Type } from 'typebox'
import { DataOf, Decimal, described, OneOf, Shape, Uuid } from '../../../contract/schema.ts'
import { defineEndpoint } from '../../../kernel/endpoint.ts'
import { type AccountType, accountTypes, listBalances } from './store.ts'

const AccountBalance = Shape({
  object: Type.Literal('account_balance'),
  account_id: described<string>(Uuid, 'The finance account.'),
  type: described<AccountType>(OneOf(accountTypes), 'What kind of account it is.'),
  name: Type.String({ description: 'What the account is called.' }),
  currency: Type.String({ description: 'ISO 4217.' }),
  is_active: Type.Boolean({ description: 'Whether payments may still go there.' }),
  balance: described<string>(Decimal, 'All payments recorded here, what came in less what went out.'),
})

export const accountBalances = defineEndpoint({
  id: 'reports.accountBalances',
  method: 'GET',
  path: '/reports/account_balances',
  summary: 'Show the balances of finance accounts',
  description: 'From the payments of the book alone: what was in an account before them is not known here.',
  access: { scopes: ['finance:read'] },
  returns: { status: 200, schema: DataOf(AccountBalance) },
  errors: [],
  async handle(_input, { caller, db }) {
    const balances = await listBalances(db, caller.book.id)
    return { body: { data: balances.map(balance => ({ object: 'account_balance' as const, ...balance })) } }
  },
})
