/** Menus that open from a button. */
import { Menu as Base } from '@base-ui/react/menu'
import type { ReactNode } from 'react'
import { buttonClass, type Look } from './button.tsx'
import type { Option } from './field.tsx'
import { Icon } from './icon.tsx'
import './menu.css'

interface MenuProps {
  /** The name of the button, unless its content says it. */
  label?: string
  button: ReactNode
  look?: Look
  children: ReactNode
}

export function Menu({ label, button, look = 'normal', children }: MenuProps) {
  return (
    <Base.Root modal={false}>
      <Base.Trigger className={buttonClass(look)} aria-label={label}>
        {button}
        <Icon name="caret" />
      </Base.Trigger>
      <Base.Portal>
        <Base.Positioner className="menu" sideOffset={6} align="end">
          <Base.Popup className="menu-popup">{children}</Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  )
}

interface MenuItemProps {
  children: ReactNode
  onChoose?: () => void
  /** Why it cannot be chosen now. */
  reason?: string | undefined
}

export function MenuItem({ children, onChoose, reason }: MenuItemProps) {
  return (
    <Base.Item className="menu-item" disabled={reason !== undefined} onClick={onChoose}>
      <span>{children}</span>
      {reason && <span className="small">{reason}</span>}
    </Base.Item>
  )
}

interface MenuChoiceProps {
  label: string
  value: string
  options: readonly Option[]
  onChange: (value: string) => void
}

export function MenuChoice({ label, value, options, onChange }: MenuChoiceProps) {
  return (
    <Base.RadioGroup value={value} onValueChange={onChange}>
      <Base.GroupLabel className="menu-label">{label}</Base.GroupLabel>
      {options.map(option => (
        <Base.RadioItem key={option.value} value={option.value} className="menu-item" closeOnClick>
          {option.label}
        </Base.RadioItem>
      ))}
    </Base.RadioGroup>
  )
}

export const MenuLine = () => <Base.Separator className="menu-line" />
