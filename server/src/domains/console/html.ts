/** The console's pages as plain HTML. */

import { escapeHtml, htmlPage } from '../../kernel/html.ts'
import type { KeyRow } from '../accounts/index.ts'
import type { ShownSession } from '../people/index.ts'

export const signInPage = (why: string): string =>
  htmlPage(
    'Sign in',
    `<p>${escapeHtml(why)}</p>
<p>A new one-time link is printed by <code>npx cellarbook demo</code> for the demo tenant,
or by <code>npx cellarbook tenant sign-in SLUG</code> for any other.</p>`,
  )

export const openLinkPage = (token: string): string =>
  htmlPage(
    'Sign in',
    `<p>This link opens the console once. It is used up when you press the button.</p>
<form method="post" action="/console/sign-in">
<input type="hidden" name="token" value="${escapeHtml(token)}">
<button type="submit">Open the console</button>
</form>`,
  )

export const homePage = ({ person, account }: ShownSession, keys: KeyRow[]): string =>
  htmlPage(
    account?.name ?? '',
    `<form method="post" action="/console/sign-out">
<p>Signed in as ${escapeHtml(person.name)} (${escapeHtml(person.email)}). <button type="submit">Sign out</button></p>
</form>
<h2>API keys</h2>
<div class="wide">
<table>
<thead><tr><th>Name</th><th>Key</th><th>Mode</th><th>Scopes</th><th>State</th></tr></thead>
<tbody>
${keys.map(keyRow).join('\n')}
</tbody>
</table>
</div>
<p><a href="/developers">For developers: endpoints, errors and events</a></p>`,
  )

const keyRow = (key: KeyRow): string =>
  `<tr><td>${escapeHtml(key.name)}</td><td><code>${escapeHtml(key.prefix)}…${escapeHtml(key.last_four)}</code></td>` +
  `<td>${key.is_live ? 'live' : 'test'}</td><td>${escapeHtml(key.scopes.join(', '))}</td><td>${stateOf(key)}</td></tr>`

const stateOf = (key: KeyRow): string => {
  if (key.revoked_at) return 'revoked'
  return key.expires_at ? `until ${escapeHtml(key.expires_at)}` : 'active'
}
