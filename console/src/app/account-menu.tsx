/** Who is signed in: profile, language, theme, other accounts, the way out. */
import { useNavigate } from '@tanstack/react-router'
import { post } from '../data/client.ts'
import { preferLanguage, preferTheme } from '../data/preferences.ts'
import { queryClient } from '../data/queries.ts'
import { keepSession, type Session, signOut, useSession } from '../data/session.ts'
import { keptTheme } from '../data/theme.ts'
import { Menu, MenuChoice, MenuItem, MenuLine } from '../kit/menu.tsx'
import { useLanguage } from '../words/language.ts'
import { useWords } from '../words/use-words.ts'
import { openKeyboardMap } from './keyboard.tsx'

/** It holds in this browser at once, whether the service keeps it or not. */
const quietly = (kept: Promise<void>): void => void kept.catch(() => {})

export function AccountMenu() {
  const words = useWords('frame')
  const { person } = useSession()
  const navigate = useNavigate()
  return (
    <Menu label={words.account.button(person.name)} button={<PersonName name={person.name} />}>
      <MenuItem onChoose={() => void navigate({ to: '/profile' })}>{words.account.profile}</MenuItem>
      <MenuItem onChoose={openKeyboardMap}>{words.shortcuts}</MenuItem>
      <MenuLine />
      <Choices />
      <Accounts />
      <MenuLine />
      <MenuItem onChoose={() => void signOut()}>{words.account.signOut}</MenuItem>
    </Menu>
  )
}

/** On narrow screens the first letter stands for the name. */
function PersonName({ name }: { name: string }) {
  return (
    <>
      <span className="frame-wide">{name}</span>
      <span className="frame-narrow">{name.slice(0, 1)}</span>
    </>
  )
}

function Choices() {
  const words = useWords('frame')
  const language = useLanguage()
  return (
    <>
      <MenuChoice
        label={words.language}
        value={language}
        onChange={value => quietly(preferLanguage(value))}
        options={[
          { value: 'en', label: 'English' },
          { value: 'cs', label: 'Čeština' },
        ]}
      />
      <MenuChoice
        label={words.theme.label}
        value={keptTheme()}
        onChange={value => quietly(preferTheme(value))}
        options={[
          { value: 'light', label: words.theme.light },
          { value: 'dark', label: words.theme.dark },
          { value: 'system', label: words.theme.system },
        ]}
      />
    </>
  )
}

/** Somebody who works in several accounts changes between them here. */
function Accounts() {
  const words = useWords('frame')
  const { accounts, account } = useSession()
  if (accounts.length < 2) return null
  const choose = async (id: string) => {
    const { body } = await post<Session>('/session/actions/choose_account', { body: { account_id: id } })
    queryClient.clear()
    keepSession(body)
    location.assign('/console')
  }
  return (
    <>
      <MenuLine />
      <MenuChoice
        label={words.account.accounts}
        value={account.id}
        onChange={id => void choose(id)}
        options={accounts.map(({ id, name }) => ({ value: id, label: name }))}
      />
    </>
  )
}
