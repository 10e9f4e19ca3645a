/** What a person reads when the service has started. */
import { apiPrefix } from '../contract/locations.ts'
import type { DemoAccess } from '../domains/demo/actions.ts'

interface Welcome {
  baseUrl: string
  embeddedAt: string | undefined
  demo: DemoAccess | undefined
}

export const signInAddress = (baseUrl: string, token: string): string => `${baseUrl}/console/sign-in#token=${token}`

export function welcome({ baseUrl, embeddedAt, demo }: Welcome): string {
  const lines = ['', 'Cellarbook is ready.', '', `  Address    ${baseUrl}`]
  if (embeddedAt) lines.push(`  Database   its own PostgreSQL in ${embeddedAt}`)
  lines.push(...(demo ? demoLines(baseUrl, demo) : ['', '  A sign-in link and a test key: npx cellarbook demo']))
  return `${lines.join('\n')}\n\n`
}

export const demoLines = (baseUrl: string, { signInToken, testKey }: DemoAccess): string[] => [
  `  Console    ${signInAddress(baseUrl, signInToken)}   (works once, within 24 hours)`,
  `  Test key   ${testKey}   (sandbox of the tenant demo; shown only now)`,
  '',
  '  Try it:',
  `  curl -H "Authorization: Bearer ${testKey}" "${baseUrl}${apiPrefix}/partners?limit=3"`,
]
