/** Parts of a screen that are loaded when they are first shown, such as a form behind a button, or shortly before. */
import { type ComponentType, lazy, Suspense, useState } from 'react'
import { fetched } from '../data/reach.ts'

interface Later<Props extends object> {
  (props: Props): React.JSX.Element
  /** Once what is on the screen is there: then it opens at once, and what it opens with gets the focus. */
  preload(): void
  /** Until it can be shown at once, or cannot be loaded at all. */
  settled(): Promise<void>
}

export function later<Props extends object>(load: () => Promise<ComponentType<Props>>): Later<Props> {
  let ready: ComponentType<Props> | undefined
  let loading: Promise<ComponentType<Props>> | undefined
  const start = async () => {
    loading ??= fetched(load)
    ready = await loading
    return ready
  }
  const Loaded: ComponentType<Props> = lazy(async () => ({ default: await start() }))
  const Part = (props: Props) => {
    // Of the first time it is rendered: another component would begin anew.
    const [Ready] = useState(() => ready)
    if (Ready) return <Ready {...props} />
    return (
      <Suspense fallback={null}>
        <Loaded {...props} />
      </Suspense>
    )
  }
  const settled = async () => void (await start().catch(() => {}))
  return Object.assign(Part, { preload: () => void settled(), settled })
}
