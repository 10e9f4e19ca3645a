/**
 * What is said of a path or method that does not exist. A known path with another method is as absent as any unknown
 * one; its refusal tells the methods it does answer. A path that is nearly one of ours is told which was probably meant:
 * by its template, as /openapi.json shows it to anybody, never by what is in the book.
 */
import { apiPrefix } from '../contract/locations.ts'
import { type Problem, problem } from '../contract/problems.ts'
import type { Endpoint } from '../kernel/endpoint.ts'
import { groupBy } from '../lib/group-by.ts'
import { slipsBetween } from '../lib/nearest.ts'

interface KnownPath {
  path: string
  segments: string[]
  /** For an Allow header. */
  methods: string
  isHidden: boolean
}

/** Routes that only refuse would take half of the time to mount. */
export function unknownRoutes(endpoints: readonly Endpoint[]): (url: string) => Problem {
  let known: KnownPath[] | undefined
  return url => {
    known ??= knownPaths(endpoints)
    const asked = segmentsOf(url.split(/[?#]/, 1)[0]!).map(decodeURIComponent)
    const sameLength = known.filter(({ segments }) => segments.length === asked.length)
    const same = mostLiteral(sameLength.filter(({ segments }) => slips(segments, asked, isSame) === 0))
    if (same) return problem('not_found', { detail: anotherMethod(same.methods), headers: { Allow: same.methods } })
    return problem('not_found', { detail: noSuchPath(known, asked) })
  }
}

/** `/received-invoices/isdoc` is also a `/received-invoices/{id}`, and meant as itself. */
function mostLiteral(paths: readonly KnownPath[]): KnownPath | undefined {
  const parametersOf = ({ segments }: KnownPath) => segments.filter(segment => segment.startsWith('{')).length
  return paths.toSorted((one, other) => parametersOf(one) - parametersOf(other))[0]
}

const knownPaths = (endpoints: readonly Endpoint[]): KnownPath[] =>
  [...groupBy(endpoints, ({ path }) => path)].map(([path, all]) => ({
    path: apiPrefix + path,
    segments: segmentsOf(apiPrefix + path),
    methods: all.map(({ method }) => method).join(', '),
    isHidden: all.every(({ isHidden }) => isHidden),
  }))

const segmentsOf = (path: string): string[] => path.split('/')

const anotherMethod = (methods: string): string => `This path answers to ${methods}, and to no other method.`

function noSuchPath(known: readonly KnownPath[], asked: string[]): string {
  const [, ...parts] = asked.at(-1) === '' ? asked.slice(0, -1) : asked
  const isInside = `/${parts.join('/')}/`.startsWith(`${apiPrefix}/`)
  const meant = nearestPath(known, segmentsOf(isInside ? `/${parts.join('/')}` : `${apiPrefix}/${parts.join('/')}`))
  const where = isInside ? '' : ` Paths of the API begin with ${apiPrefix}.`
  return `There is no such path.${where}${meant === undefined ? '' : ` Did you mean ${meant}?`}`
}

function nearestPath(known: readonly KnownPath[], asked: string[]): string | undefined {
  let nearest: string | undefined
  let least = Number.POSITIVE_INFINITY
  for (const { path, segments, isHidden } of known) {
    if (isHidden || segments.length !== asked.length) continue
    const between = slips(segments, asked, slipsBetween)
    if (between >= least) continue
    nearest = path
    least = between
  }
  return nearest
}

const isSame = (sent: string, known: string): number => (sent === known ? 0 : Number.POSITIVE_INFINITY)

/** How far a path is from a template, whose parameters take anything. */
function slips(template: string[], asked: string[], between: (sent: string, known: string) => number): number {
  let sum = 0
  for (const [index, segment] of template.entries()) {
    const sent = asked[index]!
    if (segment.startsWith('{') && sent !== '') continue
    if (segment !== sent) sum += between(sent, segment)
    if (sum === Number.POSITIVE_INFINITY) break
  }
  return sum
}
