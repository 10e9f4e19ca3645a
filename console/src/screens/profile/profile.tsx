/** What a person changes about themselves. */
import { useSession } from '../../data/session.ts'
import { Bar } from '../../kit/facts.tsx'
import { later } from '../../kit/later.tsx'
import { Screen } from '../../patterns/screen.tsx'
import { useWords } from '../../words/use-words.ts'
import { Identity } from './identity.tsx'
import { Password } from './password.tsx'
import { PreferencesOf } from './preferences.tsx'
import './profile.css'
import { TwoSteps } from './two-steps.tsx'

const Sessions = later(async () => (await import('./sessions.tsx')).Sessions)
const Passkeys = later(async () => (await import('./passkeys.tsx')).Passkeys)

export function Profile() {
  const { screens } = useWords('frame')
  const words = useWords('profile')
  const { next } = useSession()
  return (
    <Screen title={screens.profile}>
      {next === 'set_up_second_step' && (
        <Bar tone="warn" role="status">
          {words.needsSecondStep}
        </Bar>
      )}
      <div className="profile">
        <Identity />
        <Password />
        <TwoSteps />
        <PreferencesOf />
      </div>
      <Passkeys />
      <Sessions />
    </Screen>
  )
}
