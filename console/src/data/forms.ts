/** Forms of new records open for those who have one of the rights to save them: nobody fills in what will be refused. */
import type { Problem } from '@cellarbook/sdk'
import { queryClient } from './queries.ts'
import { Refusal } from './refusal.ts'
import { sessionQuery, useRights } from './session.ts'

const formRights: Readonly<Record<string, readonly string[]>> = {
  '/orders/new': ['sales:write'],
  '/invoices/new': ['sales:write', 'finance:write'],
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
  '/packaging-runs/new': ['brewery:write'],
  '/excise/new': ['brewery:write'],
  '/packaging/returns/new': ['stock:write'],
}

const isOpenTo = (path: string, rights: ReadonlySet<string>): boolean =>
  formRights[path]?.some(right => rights.has(right)) ?? true

export const useMayOpen = (path: string): boolean => isOpenTo(path, useRights())

/** Refuses as the service would. Of other screens nothing is asked: some are for those who are not signed in. */
export async function refuseForm(path: string): Promise<void> {
  const rights = formRights[path]
  if (!rights) return
  const { account } = await queryClient.ensureQueryData(sessionQuery)
  if (isOpenTo(path, new Set<string>(account?.rights))) return
  const problem: Problem = {
    type: 'about:blank',
    title: '',
    status: 403,
    code: 'insufficient_scope',
    instance: '',
    required_scopes: [...rights],
  }
  throw new Refusal(problem, new Headers())
}
