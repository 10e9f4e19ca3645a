/** The actions of a record: at most two as buttons, the others in a menu, those not possible now with their reason. */
import type { DocumentAction } from '@cellarbook/sdk'
import { useActions } from '../data/actions.ts'
import { isForBody, isForOthers, isWanting } from '../data/blockers.ts'
import { useShortcuts } from '../data/shortcuts.ts'
import { Button } from '../kit/button.tsx'
import { Menu, MenuItem } from '../kit/menu.tsx'
import { sayDetail } from '../words/said.ts'
import { useWords } from '../words/use-words.ts'
import { useSetParams } from './search-params.ts'

export function useActionName(object: string): (key: string) => string {
  const { actions } = useWords('records')
  const own = (actions as Record<string, Record<string, string>>)[object]
  return key => own?.[key] ?? key.replaceAll('_', ' ')
}

/** Never what a screen asks for, also where it is all that is left to do. */
const takingBack = new Set(['cancel', 'reject', 'undo_last'])

interface RecordActionsProps {
  path: string
  object: string
  main: readonly string[]
  /** Those the screen offers by itself. */
  own?: readonly string[]
}

export function RecordActions({ path, object, main, own = [] }: RecordActionsProps) {
  const { record: words } = useWords('frame')
  const known = useActions(path).data?.body.data ?? []
  const actions = known.filter(action => !own.includes(action.key) && !isForOthers(action))
  const setParams = useSetParams()
  const nameOf = useActionName(object)
  const wanted = main.map(key => actions.find(action => action.key === key)).filter(action => action !== undefined)
  const buttons = [...wanted.filter(({ allowed }) => allowed), ...wanted.filter(isWanting)].slice(0, 2)
  const others = actions.filter(action => !buttons.includes(action))
  const start = (key: string) => setParams({ action: key })
  useShortcuts(buttons[0] ? { a: () => start(buttons[0]!.key) } : {})
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would need a legend in sight
    <div role="group" aria-label={words.actions} className="row">
      {buttons.map(({ key, allowed }, index) => (
        <Button
          key={key}
          look={index === 0 && allowed && !takingBack.has(key) ? 'main' : 'normal'}
          onClick={() => start(key)}
        >
          {nameOf(key)}
        </Button>
      ))}
      {others.length > 0 && (
        <Menu button={words.more}>
          {others.map(action => (
            <OtherAction
              key={action.key}
              action={action}
              name={nameOf(action.key)}
              onChoose={() => start(action.key)}
            />
          ))}
        </Menu>
      )}
    </div>
  )
}

/** Why an action is not possible now; nothing when it is, or may become so by its body. */
export function useReason(action: DocumentAction | undefined): string | undefined {
  const words = useWords('problems')
  if (!action || action.allowed || isForBody(action)) return undefined
  const blocker = (action.blockers[0] ?? {}) as { code?: string; detail?: string }
  const { code = '', detail } = blocker
  // What stands in the way is told by the sentence; the title of a conflict says no more than that there is one.
  if (code === 'conflict' && detail) return sayDetail(blocker, words)
  return (words.titles as Record<string, string>)[code] ?? code
}

function OtherAction({ action, name, onChoose }: { action: DocumentAction; name: string; onChoose: () => void }) {
  return (
    <MenuItem onChoose={onChoose} reason={useReason(action)}>
      {name}
    </MenuItem>
  )
}
