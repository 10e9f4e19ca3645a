/** Event types as a tree: all of them, families, single ones. The value is patterns as the service takes them. */
import { Check } from '../../kit/choices.tsx'
import { useWords } from '../../words/use-words.ts'

interface EventTreeProps {
  /** `*`, `order.*`, `order.created`. */
  patterns: readonly string[]
  onChange: (patterns: readonly string[]) => void
}

const familyOf = (type: string): string => type.split('.', 1)[0]!

export function EventTree({ patterns, onChange }: EventTreeProps) {
  const { fields } = useWords('webhooks')
  const { types, families } = useWords('events')
  const isAll = patterns.includes('*')
  const set = (pattern: string, isOn: boolean) =>
    onChange(isOn ? [...patterns, pattern] : patterns.filter(each => each !== pattern))
  return (
    <div className="event-tree">
      <Check label={fields.all} isChecked={isAll} onChange={isOn => onChange(isOn ? ['*'] : [])} />
      {Object.entries(families).map(([family, name]) => {
        const own = Object.keys(types).filter(type => familyOf(type) === family)
        const isFamily = isAll || patterns.includes(`${family}.*`)
        const setFamily = (isOn: boolean) => {
          const others = patterns.filter(each => familyOf(each) !== family)
          onChange(isOn ? [...others, `${family}.*`] : others)
        }
        return (
          <div key={family}>
            <Check
              label={<code>{`${family}.*`}</code>}
              hint={name}
              isChecked={isFamily}
              isOff={isAll}
              onChange={setFamily}
            />
            <div className="event-branch">
              {own.map(type => (
                <Check
                  key={type}
                  label={<code>{type}</code>}
                  hint={types[type as keyof typeof types]}
                  isChecked={isFamily || patterns.includes(type)}
                  isOff={isFamily}
                  onChange={isOn => set(type, isOn)}
                />
              ))}
            </div>
          </div>
        )
      })}
    </div>
  )
}
