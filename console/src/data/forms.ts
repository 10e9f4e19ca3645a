/** Forms of new records open for those who have the right to save them: nobody fills in what will be refused. */
import type { Problem } from '@cellarbook/sdk'
import { queryClient } from './queries.ts'
import { Refusal } from './refusal.ts'
import { rightInForce } from './right-in-force.ts'
import { type Member, sessionQuery, useSession } from './session.ts'

/** All of them; of alternatives the first whose module the account has. Who may make such a record may change it. */
const formRights: Readonly<Record<string, readonly (string | readonly string[])[]>> = {
  '/orders/new': ['sales:write'],
  '/invoices/new': [['sales:write', 'finance:write']],
  '/partners/new': ['core:write'],
  '/items/new': ['core:write'],
  '/receipts/new': ['stock:write'],
  '/issues/new': ['stock:write'],
  '/counts/new': ['stock:write'],
  '/repacks/new': ['stock:write'],
  '/received-invoices/new': ['finance:write'],
  '/cashflow/new': ['finance:write'],
  '/batches/new': ['brewery:write'],
  '/recipes/new': ['brewery:write'],
  '/recipes/$id/versions/new': ['brewery:write'],
  '/packaging-runs/new': ['brewery:write', 'stock:write'],
  '/excise/new': ['brewery:write'],
  '/packaging/returns/new': ['stock:write'],
}

type Account = Pick<Member['account'], 'rights' | 'modules'>

/** The right that is missing, if any. */
function missingRight(path: string, { rights, modules }: Account): string | undefined {
  const inForce = (asked: string | readonly string[]) =>
    typeof asked === 'string' ? asked : (rightInForce(asked, modules) ?? asked[0]!)
  return formRights[path]?.map(inForce).find(right => !rights.some(held => held === right))
}

export const useMayOpen = (path: string): boolean => missingRight(path, useSession().account) === undefined

/** Refuses as the service would. Of other screens nothing is asked: some are for those who are not signed in. */
export async function refuseForm(path: string): Promise<void> {
  if (!formRights[path]) return
  const { account } = await queryClient.ensureQueryData(sessionQuery)
  const missing = missingRight(path, account ?? { rights: [], modules: [] })
  if (!missing) return
  const problem: Problem = {
    type: 'about:blank',
    title: '',
    status: 403,
    code: 'insufficient_scope',
    instance: '',
    required_scopes: [missing],
  }
  throw new Refusal(problem, new Headers())
}
