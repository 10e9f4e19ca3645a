/** The plan of a change to the settings: what will be made or changed, from what to what, and what speaks against it. */
import type { Change, SettingsPlan } from '../../data/settings.ts'
import { Bar } from '../../kit/facts.tsx'
import { Badge } from '../../kit/state.tsx'
import { useFieldName } from '../../patterns/field-name.ts'
import { useWords } from '../../words/use-words.ts'
import './settings.css'

const mostShown = 50

export function ChangePlan({ plan, isStale = false }: { plan: SettingsPlan; isStale?: boolean }) {
  const { plan: words } = useWords('settings')
  return (
    <section aria-label={words.title} aria-live="polite" className={isStale ? 'plan plan-stale' : 'plan'}>
      <h2>{words.title}</h2>
      {plan.changes.length === 0 && plan.refusals.length === 0 && <p className="quiet">{words.nothing}</p>}
      <ul className="stack-close">
        {plan.changes.slice(0, mostShown).map(change => (
          <ChangeLine key={`${change.section} ${change.key}`} change={change} />
        ))}
      </ul>
      {plan.changes.length > mostShown && <p className="quiet">{words.more(plan.changes.length - mostShown)}</p>}
      {plan.refusals.length > 0 && (
        <Bar tone="bad" role="alert">
          <p>{words.refused}</p>
          <ul>
            {plan.refusals.map(({ section, key, reason }) => (
              <li key={`${section} ${key} ${reason}`}>
                <code>{key}</code> {reason}
              </li>
            ))}
          </ul>
        </Bar>
      )}
    </section>
  )
}

const shown = (value: unknown): string => {
  if (typeof value === 'string' && value.startsWith('data:')) return '…'
  if (value === null || value === undefined || value === '') return '–'
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

function ChangeLine({ change }: { change: Change }) {
  const { plan: words, sections } = useWords('settings')
  const nameOf = useFieldName()
  const section = (sections as Record<string, string>)[change.section] ?? change.section
  return (
    <li>
      <Badge tone={change.action === 'create' ? 'good' : 'news'}>{words[change.action]}</Badge> {section}{' '}
      <code>{change.key}</code>
      {change.fields && (
        <ul className="plan-fields">
          {change.fields.map(({ field, from, to }) => (
            <li key={field}>
              <span className="quiet">{nameOf(field)}:</span> <del>{shown(from)}</del> → <ins>{shown(to)}</ins>
            </li>
          ))}
        </ul>
      )}
    </li>
  )
}
