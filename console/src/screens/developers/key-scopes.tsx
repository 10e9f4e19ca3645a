/** What a key may do: a preset, or scopes one by one, each with its meaning. */
import { useState } from 'react'
import { useRights } from '../../data/session.ts'
import { allScopes, presetOf, presetScopes } from '../../format/presets.ts'
import { Check, Group, Radios } from '../../kit/choices.tsx'
import { useWords } from '../../words/use-words.ts'

interface KeyScopesProps {
  scopes: readonly string[]
  onChange: (scopes: readonly string[]) => void
}

/** A changed scope makes the set a custom one; what the person may not do is not offered. */
export function KeyScopes({ scopes, onChange }: KeyScopesProps) {
  const { fields, noScope } = useWords('keys')
  const { presets, meanings } = useWords('scopes')
  const rights = useRights()
  const [isCustom, setCustom] = useState(false)
  const preset = isCustom ? 'custom' : presetOf(scopes, rights)
  const choose = (name: string) => {
    setCustom(name === 'custom')
    const granted = presetScopes[name]
    if (granted) onChange(granted.filter(scope => rights.has(scope)))
  }
  const toggle = (scope: string, isOn: boolean) =>
    onChange(allScopes.filter(each => (each === scope ? isOn : scopes.includes(each))))
  return (
    <>
      <Radios
        label={fields.preset}
        path="preset"
        value={preset}
        onChange={choose}
        options={Object.entries(presets).map(([value, label]) => ({ value, label }))}
      />
      <Group label={fields.scopes} path="scopes">
        <p className="field-hint">{fields.scopesHint}</p>
        <div className="scopes">
          {allScopes
            .filter(scope => rights.has(scope) || scopes.includes(scope))
            .map(scope => (
              <Check
                key={scope}
                label={<code>{scope}</code>}
                hint={(meanings as Record<string, string>)[scope] ?? ''}
                isChecked={scopes.includes(scope)}
                onChange={isOn => toggle(scope, isOn)}
              />
            ))}
        </div>
        {scopes.length === 0 && <p className="field-fault">{noScope}</p>}
      </Group>
    </>
  )
}
