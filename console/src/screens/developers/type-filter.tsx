/** Which types of events are shown: families in sight, their types one by one below. */
import { useWords } from '../../words/use-words.ts'

interface TypeFilterProps {
  /** Patterns with commas between, as the address and the service have them. */
  types: string
  onChange: (types: string) => void
}

export function TypeFilter({ types, onChange }: TypeFilterProps) {
  const { list } = useWords('frame')
  const { families, types: names } = useWords('events')
  const chosen = types.split(',').filter(Boolean)
  const toggle = (pattern: string) => {
    const isOn = chosen.includes(pattern)
    onChange((isOn ? chosen.filter(each => each !== pattern) : [...chosen, pattern]).join(','))
  }
  const opened = Object.keys(families).filter(family => chosen.some(pattern => pattern.startsWith(`${family}.`)))
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would need a legend in sight
    <div role="group" aria-label={list.filters} className="stack-close">
      <div className="choices">
        <Chip label={list.all} isOn={chosen.length === 0} onPress={() => onChange('')} />
        {Object.entries(families).map(([family, label]) => (
          <Chip
            key={family}
            label={label}
            isOn={chosen.includes(`${family}.*`)}
            onPress={() => toggle(`${family}.*`)}
          />
        ))}
      </div>
      {opened.length > 0 && (
        <div className="choices">
          {Object.keys(names)
            .filter(type => opened.includes(type.split('.', 1)[0]!))
            .map(type => (
              <Chip key={type} label={type} isOn={chosen.includes(type)} onPress={() => toggle(type)} />
            ))}
        </div>
      )}
    </div>
  )
}

function Chip({ label, isOn, onPress }: { label: string; isOn: boolean; onPress: () => void }) {
  return (
    <button type="button" className="choice" aria-pressed={isOn} onClick={onPress}>
      {label}
    </button>
  )
}
