/** A role, and the rights it brings as a matrix of check boxes; any other set of rights is allowed as well. */
import { allRights, type Right, type Role, roleNames, roleRights } from '../../data/roles.ts'
import { Button } from '../../kit/button.tsx'
import { Group, Radios } from '../../kit/choices.tsx'
import { useWords } from '../../words/use-words.ts'
import './users.css'

export interface Power {
  role: Role
  /** Undefined: those of the role. */
  rights: readonly Right[] | undefined
}

interface PowerFieldsProps extends Power {
  onChange: (power: Power) => void
}

type Module = keyof ReturnType<typeof useWords<'people'>>['modules']

const moduleOf = (right: Right): Module => right.split(':', 1)[0] as Module
const modules = [...new Set(allRights.map(moduleOf))]

const isSame = (one: readonly Right[], other: readonly Right[]): boolean =>
  one.length === other.length && one.every(right => other.includes(right))

export function PowerFields({ role, rights, onChange }: PowerFieldsProps) {
  const words = useWords('people')
  const shown = rights ?? roleRights[role]
  const toggle = (right: Right) => {
    const next = allRights.filter(each => (each === right ? !shown.includes(each) : shown.includes(each)))
    onChange({ role, rights: isSame(next, roleRights[role]) ? undefined : next })
  }
  return (
    <>
      <Radios
        label={words.role}
        path="role"
        value={role}
        onChange={next => onChange({ role: next as Role, rights: undefined })}
        options={roleNames.map(value => ({ value, label: words.roles[value] }))}
      />
      <Group label={words.rightsLabel} path="rights">
        <p className="quiet small">
          {rights ? words.custom : words.asRole}{' '}
          {rights && (
            <Button look="plain" onClick={() => onChange({ role, rights: undefined })}>
              {words.backToRole}
            </Button>
          )}
        </p>
        <Matrix shown={shown} onToggle={toggle} />
      </Group>
    </>
  )
}

function Matrix({ shown, onToggle }: { shown: readonly Right[]; onToggle: (right: Right) => void }) {
  const words = useWords('people')
  return (
    <div className="rights">
      {modules.map(module => (
        <div key={module} className="rights-row">
          <span>{words.modules[module]}</span>
          {allRights
            .filter(right => moduleOf(right) === module)
            .map(right => {
              const level = right.split(':')[1] as keyof typeof words.rights
              return (
                <label key={right} className="check">
                  <input
                    type="checkbox"
                    aria-label={`${words.modules[module]}: ${words.rights[level]}`}
                    checked={shown.includes(right)}
                    onChange={() => onToggle(right)}
                  />
                  <span>{words.rights[level]}</span>
                </label>
              )
            })}
        </div>
      ))}
    </div>
  )
}
