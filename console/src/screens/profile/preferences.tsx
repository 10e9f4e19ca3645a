/** Language, theme, shortcuts and saved views. They hold at once. */
import { useState } from 'react'
import { type Preferences, prefer, preferLanguage, preferTheme } from '../../data/preferences.ts'
import { useSession } from '../../data/session.ts'
import { keptTheme } from '../../data/theme.ts'
import { Button } from '../../kit/button.tsx'
import { Check, Radios } from '../../kit/choices.tsx'
import { ProblemAlert } from '../../patterns/problem.tsx'
import { Region } from '../../patterns/region.tsx'
import { useLanguage } from '../../words/language.ts'
import { useWords } from '../../words/use-words.ts'

export function PreferencesOf() {
  const words = useWords('profile').preferences
  const frame = useWords('frame')
  const language = useLanguage()
  const { preferences } = useSession()
  const [theme, setTheme] = useState<string>(keptTheme)
  const [error, setError] = useState<unknown>()
  const keep = (kept: Promise<void>) => void kept.then(() => setError(undefined), setError)
  return (
    <Region title={words.title}>
      <Radios
        label={frame.language}
        value={language}
        onChange={value => keep(preferLanguage(value))}
        options={[
          { value: 'en', label: 'English' },
          { value: 'cs', label: 'Čeština' },
        ]}
      />
      <Radios
        label={frame.theme.label}
        value={theme}
        onChange={value => {
          setTheme(value)
          keep(preferTheme(value))
        }}
        options={(['system', 'light', 'dark'] as const).map(value => ({ value, label: frame.theme[value] }))}
      />
      <Check
        label={words.shortcuts}
        hint={words.shortcutsHint}
        isChecked={preferences.has_shortcuts ?? true}
        onChange={has_shortcuts => keep(prefer({ has_shortcuts }))}
      />
      <Views views={preferences.views ?? []} onChange={views => keep(prefer({ views }))} />
      <ProblemAlert error={error} />
    </Region>
  )
}

type View = NonNullable<Preferences['views']>[number]

function Views({ views, onChange }: { views: readonly View[]; onChange: (views: View[]) => void }) {
  const { preferences: words, passkeys } = useWords('profile')
  return (
    <div className="stack-close">
      <h3>{words.views}</h3>
      {views.length === 0 && <p className="quiet">{words.noViews}</p>}
      <ul className="stack-close">
        {views.map(view => (
          <li key={view.name} className="spread">
            <span>
              {view.name} <span className="quiet small">{view.path.split('?', 1)[0]}</span>
            </span>
            <Button
              look="plain"
              aria-label={words.removeView(view.name)}
              onClick={() => onChange(views.filter(({ name }) => name !== view.name))}
            >
              {passkeys.remove}
            </Button>
          </li>
        ))}
      </ul>
    </div>
  )
}
