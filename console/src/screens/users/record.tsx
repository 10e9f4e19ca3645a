/** One user: what they may do, and whether they may come in. */
import { useState } from 'react'
import { currentBook } from '../../data/book.ts'
import { type Answer, post } from '../../data/client.ts'
import type { User, UserWriteResult } from '../../data/generated/persons.ts'
import { refresh, useRecord } from '../../data/queries.ts'
import { Button } from '../../kit/button.tsx'
import { Bar, Facts, Skeleton } from '../../kit/facts.tsx'
import { Link } from '../../kit/link.tsx'
import { toast } from '../../kit/toast.tsx'
import { Confirm } from '../../patterns/confirm.tsx'
import { RecordProblem } from '../../patterns/record-problem.tsx'
import { useRouteId } from '../../patterns/route-id.ts'
import { Screen } from '../../patterns/screen.tsx'
import { useFormat } from '../../words/use-format.ts'
import { useWords } from '../../words/use-words.ts'
import { EditUser } from './edit.tsx'
import { InvitationLink } from './invite.tsx'
import { UserState } from './state.tsx'

const readAgain = () => void refresh(currentBook(), ['/settings/users'])

export function UserRecord() {
  const path = `/settings/users/${useRouteId()}`
  const { screens, loading } = useWords('frame')
  const { data, error } = useRecord<User>(path)
  if (error && !data) return <RecordProblem error={error} />
  if (!data) {
    return (
      <Screen title={screens.users}>
        <Skeleton label={loading} />
      </Screen>
    )
  }
  return <Shown path={path} user={data.body} etag={data.etag} />
}

interface ShownProps {
  path: string
  user: User
  etag: string | undefined
}

function Shown({ path, user, etag }: ShownProps) {
  const words = useWords('users')
  const { instant } = useFormat()
  const { yes, no } = useWords('frame')
  return (
    <Screen
      title={user.name}
      beside={<UserState status={user.status} />}
      actions={<UserActions path={path} user={user} etag={etag} />}
    >
      <Facts
        facts={[
          [words.columns.email, user.email],
          [words.columns.twoSteps, user.has_two_steps ? yes : no],
          [words.columns.seen, instant(user.last_seen_at)],
          [words.expires, instant(user.invitation_expires_at)],
          [words.since, instant(user.created_at)],
          [
            words.trace,
            <Link key="audit" to={`/settings/audit?actor=${user.id}`}>
              {words.audit}
            </Link>,
          ],
        ]}
      />
      {user.is_self && <Bar>{words.self}</Bar>}
      <EditUser key={etag} path={path} user={user} etag={etag} onDone={readAgain} />
    </Screen>
  )
}

function UserActions({ path, user, etag }: ShownProps) {
  const words = useWords('users')
  const [asked, setAsked] = useState<'invite' | 'deactivate' | 'activate'>()
  const [link, setLink] = useState<string>()
  const done = ({ body }: Answer<Partial<UserWriteResult>>) => {
    readAgain()
    if (body.invitation_link) setLink(body.invitation_link)
    else toast(asked === 'invite' ? words.sent(user.email) : words.saved)
  }
  return (
    <div className="row">
      {user.status === 'invited' && <Button onClick={() => setAsked('invite')}>{words.actions.invite}</Button>}
      {user.status === 'deactivated' ? (
        <Button onClick={() => setAsked('activate')}>{words.actions.activate}</Button>
      ) : (
        <Button look="grave" onClick={() => setAsked('deactivate')}>
          {words.actions.deactivate}
        </Button>
      )}
      {asked && (
        <Confirm
          title={words.actions[asked]}
          text={words.actionTexts[asked]}
          look={asked === 'deactivate' ? 'grave' : 'main'}
          send={() => post<Partial<UserWriteResult>>(`${path}/actions/${asked}`, { body: {}, ifMatch: etag })}
          onDone={done}
          onClose={() => setAsked(undefined)}
        />
      )}
      {link && <InvitationLink link={link} onDone={() => setLink(undefined)} />}
    </div>
  )
}
