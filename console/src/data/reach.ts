/** Whether the service answers. While it does not, it is asked until it does; whoever waits for it hears of it then. */
import { untilLine } from './line.ts'

const hearing = new Set<() => void>()
let isDown = false
let wake: () => void = () => {}

export const isReached = (): boolean => !isDown

/** Hears when the answers stop, and when they come again. */
export function onReach(hear: () => void): () => void {
  hearing.add(hear)
  return () => hearing.delete(hear)
}

function change(isNowDown: boolean): void {
  if (isDown === isNowDown) return
  isDown = isNowDown
  for (const hear of [...hearing]) hear()
}

/** A call came to an answer, whatever it says. */
export const noteAnswer = (): void => {
  change(false)
  wake()
}

/** A call came to none. */
export function noteSilence(): void {
  if (isDown) return
  change(true)
  void askUntilAnswered()
}

/** A proxy in front of the service answers these for it. */
const ofProxy = new Set([502, 503, 504])

/** Says whether an answer is a proxy's, which knows no more than that nobody is behind it. */
export const isProxys = ({ status, headers }: Response): boolean =>
  ofProxy.has(status) && !(headers.get('content-type') ?? '').includes('json')

async function answers(): Promise<boolean> {
  const answer = await fetch('/api/v1/health', { cache: 'no-store' }).catch(() => undefined)
  return answer !== undefined && !isProxys(answer)
}

const waitMs = (tries: number): number => Math.min(500 * 1.5 ** tries, 3_000)

async function askUntilAnswered(): Promise<void> {
  for (let tries = 0; isDown; tries++) {
    await untilLine(waitMs(tries), woken => {
      wake = woken
    })
    if (isDown && (await answers())) change(false)
  }
}

export const untilReached = (): Promise<void> =>
  new Promise(resolve => {
    if (!isDown) return resolve()
    const stop = onReach(() => {
      stop()
      resolve()
    })
  })

const kept = 'cellarbook.reloaded'

/**
 * Loads a part of the console. Without an answer it waits for one: a reload would show an empty window. With one, the files
 * of this version are gone after an upgrade: the page starts anew, once.
 */
export async function fetched<Part>(load: () => Promise<Part>): Promise<Part> {
  try {
    return await load()
  } catch (error) {
    if (!(await answers())) {
      noteSilence()
      await untilReached()
      const part = await load().catch(startAnew)
      styleAgain()
      return part
    }
    return startAnew(error)
  }
}

function startAnew(error: unknown): Promise<never> {
  if (sessionStorage.getItem(kept)) throw error
  sessionStorage.setItem(kept, 'yes')
  location.reload()
  return new Promise(() => {})
}

/** A style that did not arrive is not asked for again by itself. */
function styleAgain(): void {
  for (const link of document.querySelectorAll<HTMLLinkElement>('link[rel="stylesheet"]')) {
    if (!link.sheet) link.replaceWith(link.cloneNode())
  }
}
