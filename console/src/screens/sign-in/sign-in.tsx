/** Signs in by a one-time link, whose secret is in the fragment, by e-mail and password, or by a passkey. */
import { isRefusal } from '../../data/refusal.ts'
import { Button } from '../../kit/button.tsx'
import { Bar } from '../../kit/facts.tsx'
import { Link } from '../../kit/link.tsx'
import { ProblemAlert } from '../../patterns/problem.tsx'
import { useParams } from '../../patterns/search-params.ts'
import { useWords } from '../../words/use-words.ts'
import { CodeStep } from './code.tsx'
import { Credentials } from './credentials.tsx'
import { useOpening } from './entrance.ts'
import { useLink } from './link.ts'
import { Outer } from './outer.tsx'
import { useToken } from './token.ts'

export function SignIn() {
  const { step } = useParams()
  const [token, setToken] = useToken()
  if (step === 'code') return <CodeStep />
  return token ? <ByLink key={token} token={token} onUsed={() => setToken(undefined)} /> : <ByPassword />
}

function ByLink({ token, onUsed }: { token: string; onUsed: () => void }) {
  const words = useWords('sign-in')
  const signIn = useOpening()
  const { link, error } = useLink(token)
  const isUsed = isRefusal(signIn.error ?? error, 'unauthenticated')
  return (
    <Outer title={link?.account ? words.titleTo(link.account.name) : words.title}>
      {isUsed ? (
        <Bar tone="warn" role="alert">
          {words.usedLink}
        </Bar>
      ) : (
        <p className="quiet">{link ? words.byLinkAs(link.email) : words.byLink}</p>
      )}
      {!isUsed && <ProblemAlert error={signIn.error} />}
      {isUsed ? (
        <Button onClick={onUsed}>{words.next}</Button>
      ) : (
        <Button look="main" isOff={signIn.isPending} onClick={() => signIn.mutate({ token })}>
          {words.signIn}
        </Button>
      )}
    </Outer>
  )
}

function ByPassword() {
  const words = useWords('sign-in')
  return (
    <Outer title={words.title}>
      <Credentials />
      <p>
        <Link to="/forgotten">{words.forgotten}</Link>
      </p>
      <p className="quiet small">{words.newLink}</p>
    </Outer>
  )
}
