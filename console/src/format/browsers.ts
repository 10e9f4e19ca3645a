/** PURE: what people call a browser, from what it calls itself. */

const first = (text: string, names: readonly (readonly [RegExp, string])[]): string | undefined =>
  names.find(([pattern]) => pattern.test(text))?.[1]

/** In this order: most of them call themselves each other. */
const browsers = [
  [/Edg\//, 'Edge'],
  [/OPR\//, 'Opera'],
  [/Firefox\//, 'Firefox'],
  [/Chrome\/|Chromium\//, 'Chrome'],
  [/Safari\//, 'Safari'],
] as const

const systems = [
  [/Android/, 'Android'],
  [/iPhone|iPad/, 'iOS'],
  [/Windows/, 'Windows'],
  [/Mac OS X/, 'macOS'],
  [/Linux/, 'Linux'],
] as const

/** Such as "Chrome, Windows"; what is not known is shown as it came. */
export function browserOf(agent: string): string {
  const parts = [first(agent, browsers), first(agent, systems)].filter(part => part !== undefined)
  return parts.length > 0 ? parts.join(', ') : agent || '–'
}
