/** Tabs. */
import { Tabs as Base } from '@base-ui/react/tabs'
import type { ReactNode } from 'react'
import './tabs.css'

export interface Section {
  key: string
  label: string
  content: ReactNode
}

interface TabsProps {
  label: string
  sections: readonly Section[]
  value: string
  onChange: (key: string) => void
}

/** Only the chosen section is built. */
export function Tabs({ label, sections, value, onChange }: TabsProps) {
  return (
    <Base.Root value={value} onValueChange={chosen => onChange(String(chosen))} className="stack">
      <Base.List className="tabs" aria-label={label}>
        {sections.map(({ key, label: name }) => (
          <Base.Tab key={key} value={key} className="tab">
            {name}
          </Base.Tab>
        ))}
      </Base.List>
      {sections.map(({ key, content }) => (
        <Base.Panel key={key} value={key}>
          {key === value && content}
        </Base.Panel>
      ))}
    </Base.Root>
  )
}
