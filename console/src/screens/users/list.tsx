/** The users of the account. */
import { useState } from 'react'
import type { User } from '../../data/generated/persons.ts'
import { roleNames } from '../../data/roles.ts'
import { Button } from '../../kit/button.tsx'
import type { Filter } from '../../patterns/list-filters.tsx'
import { type ListColumn, ListScreen } from '../../patterns/list-screen.tsx'
import { useFormat } from '../../words/use-format.ts'
import { useWords } from '../../words/use-words.ts'
import { InviteUser } from './invite.tsx'
import { UserState } from './state.tsx'

export function UserList() {
  const { screens } = useWords('frame')
  const words = useWords('users')
  const [isInviting, setInviting] = useState(false)
  return (
    <>
      <ListScreen<User>
        title={screens.users}
        path="/settings/users"
        columns={useColumns()}
        filters={useFilters()}
        keyOf={({ id }) => id}
        open={({ id }) => `/settings/users/${id}`}
        empty={{ title: words.empty }}
        actions={
          <Button look="main" onClick={() => setInviting(true)}>
            {words.invite}
          </Button>
        }
      />
      {isInviting && <InviteUser onClose={() => setInviting(false)} />}
    </>
  )
}

function useFilters(): readonly Filter[] {
  const { columns, states } = useWords('users')
  const { roles } = useWords('people')
  return [
    {
      kind: 'chips',
      isSingle: true,
      name: 'status',
      label: columns.state,
      options: (['active', 'invited', 'deactivated'] as const).map(value => ({ value, label: states[value] })),
    },
    {
      kind: 'choice',
      name: 'role',
      label: columns.role,
      options: roleNames.map(value => ({ value, label: roles[value] })),
    },
  ]
}

function useColumns(): readonly ListColumn<User>[] {
  const { columns, you, custom, twoSteps, states } = useWords('users')
  const { roles } = useWords('people')
  const { clock, instant } = useFormat()
  const roleOf = ({ role, has_role_rights }: User) => (has_role_rights ? roles[role] : `${roles[role]}, ${custom}`)
  return [
    {
      key: 'name',
      label: columns.name,
      card: 'title',
      cell: user => (user.is_self ? `${user.name} (${you})` : user.name),
      csv: user => user.name,
    },
    { key: 'email', label: columns.email, card: 'wide', cell: user => user.email, csv: user => user.email },
    { key: 'role', label: columns.role, cell: roleOf, csv: roleOf },
    {
      key: 'state',
      label: columns.state,
      cell: user => <UserState status={user.status} />,
      csv: user => states[user.status],
    },
    {
      key: 'steps',
      label: columns.twoSteps,
      card: 'none',
      cell: user => twoSteps[user.has_two_steps ? 'yes' : 'no'],
      csv: user => twoSteps[user.has_two_steps ? 'yes' : 'no'],
    },
    {
      key: 'seen',
      label: columns.seen,
      cell: user => instant(user.last_seen_at),
      csv: user => clock(user.last_seen_at),
    },
  ]
}
