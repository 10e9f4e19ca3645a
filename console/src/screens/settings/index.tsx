/** Everything an account keeps about itself, by what it is about. */
import { currentBook } from '../../data/book.ts'
import { useRecord } from '../../data/queries.ts'
import type { SectionName } from '../../data/settings.ts'
import { Skeleton } from '../../kit/facts.tsx'
import { Link } from '../../kit/link.tsx'
import { Badge } from '../../kit/state.tsx'
import { ProblemAlert } from '../../patterns/problem.tsx'
import { Region } from '../../patterns/region.tsx'
import { Screen } from '../../patterns/screen.tsx'
import { useWords } from '../../words/use-words.ts'
import { groups } from './groups.ts'
import './settings.css'

export function SettingsIndex() {
  const { screens, loading } = useWords('frame')
  const { data, error } = useRecord<{ data: SectionName[] }>('/settings/sections')
  return (
    <Screen title={screens.settings} beside={<BookBadge />}>
      <ProblemAlert error={error} />
      <div className="settings-index">
        <AccountLinks />
        {data ? <Sections all={data.body.data} /> : !error && <Skeleton label={loading} />}
      </div>
    </Screen>
  )
}

/** The settings are those of a book: it is said which. */
export function BookBadge() {
  const { book } = useWords('frame')
  return <Badge tone={currentBook() === 'live' ? 'news' : 'warn'}>{book[currentBook()]}</Badge>
}

function AccountLinks() {
  const words = useWords('settings')
  const { screens } = useWords('frame')
  const links = [
    ['/settings/users', screens.users],
    ['/settings/sign-in', words.signIn.title],
    ['/settings/plan', screens.plan],
    ['/settings/mails', words.mails.title],
    ['/settings/audit', screens.audit],
    ['/settings/document', words.document.title],
  ] as const
  return (
    <Region title={words.groups.account}>
      <ul>
        {links.map(([to, label]) => (
          <li key={to}>
            <Link to={to}>{label}</Link>
          </li>
        ))}
      </ul>
    </Region>
  )
}

/** A section nobody grouped yet is among the others, never lost. */
function Sections({ all }: { all: readonly SectionName[] }) {
  const words = useWords('settings')
  const names = all.map(({ name }) => name).filter(name => name !== 'users')
  const grouped = new Set(groups.flatMap(group => group.sections))
  const shown = groups.map(({ name, sections }) => ({
    name,
    sections: [
      ...sections.filter(section => names.includes(section)),
      ...(name === 'others' ? names.filter(section => !grouped.has(section)) : []),
    ],
  }))
  return shown
    .filter(({ sections }) => sections.length > 0)
    .map(({ name, sections }) => (
      <Region key={name} title={words.groups[name]}>
        <ul>
          {sections.map(section => (
            <li key={section}>
              <Link to={`/settings/${section}`}>
                {(words.sections as Record<string, string>)[section] ?? section.replaceAll('_', ' ')}
              </Link>
            </li>
          ))}
        </ul>
      </Region>
    ))
}
