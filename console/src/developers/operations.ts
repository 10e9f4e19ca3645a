/** The operations a reference page tells of: each heading with what stands below it. */

export interface Operation {
  method: string
  /** With its places: `/orders/{id}`. */
  path: string
  heading: HTMLElement
  /** The example of a body, where the page shows one. */
  body: string | undefined
}

const spoken = /^(GET|POST|PATCH|PUT|DELETE) (\/\S*)$/

export function operationsOf(page: Document): Operation[] {
  return [...page.querySelectorAll<HTMLElement>('main h2, main h3')].flatMap(heading => {
    const [, method, path] = spoken.exec(heading.textContent?.trim() ?? '') ?? []
    return method && path ? [{ method, path, heading, body: bodyBelow(heading) }] : []
  })
}

/** The last element that belongs to a heading. */
export function endOf(heading: HTMLElement): Element {
  let last: Element = heading
  for (let next = last.nextElementSibling; next && next.tagName !== heading.tagName; next = last.nextElementSibling) {
    last = next
  }
  return last
}

function bodyBelow(heading: HTMLElement): string | undefined {
  for (let at = heading.nextElementSibling; at && at.tagName !== heading.tagName; at = at.nextElementSibling) {
    if (at.textContent?.startsWith('Sent, as an example')) return at.nextElementSibling?.textContent?.trim()
  }
  return undefined
}

/** `{id}` and its like. */
export const placesIn = (path: string): string[] => [...path.matchAll(/\{(\w+)\}/g)].map(match => match[1]!)
