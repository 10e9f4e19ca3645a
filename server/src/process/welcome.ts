/** What a person reads when the service has started. */
import { apiPrefix } from '../contract/locations.ts'
import type { DemoAccess } from '../domains/demo/actions.ts'
import type { Config } from './config.ts'

interface Welcome {
  config: Pick<Config, 'baseUrl' | 'console'>
  embeddedAt: string | undefined
  demo: DemoAccess | undefined
}

/** Behind the `#` the token is seen by the page alone: no log, no proxy and no other page is told. */
export const signInAddress = (baseUrl: string, token: string): string => `${baseUrl}/console/sign-in#token=${token}`

export function welcome({ config, embeddedAt, demo }: Welcome): string {
  const lines = ['', 'Cellarbook is ready.', '', `  Address    ${config.baseUrl}`]
  if (embeddedAt) lines.push(`  Database   its own PostgreSQL in ${embeddedAt}`)
  lines.push(...(demo ? demoLines(config, demo) : ['', '  A sign-in link and a test key: npx cellarbook demo']))
  return `${lines.join('\n')}\n\n`
}

export const demoLines = ({ baseUrl, console }: Welcome['config'], { signInToken, testKey }: DemoAccess): string[] => [
  ...(console === 'on' ? [`  Console    ${signInAddress(baseUrl, signInToken)}   (works once, within 24 hours)`] : []),
  `  Test key   ${testKey}   (sandbox of the tenant demo; shown only now)`,
  '',
  '  Try it:',
  `  curl -H "Authorization: Bearer ${testKey}" "${baseUrl}${apiPrefix}/partners?limit=3"`,
]
