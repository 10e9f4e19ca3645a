/** The console's pages as plain HTML. */
import type { KeyRow, Session } from '../accounts/keys-store.ts'

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
const escaped = (text: string): string => text.replace(/[&<>"']/g, character => escapes[character]!)

const page = (title: string, body: string): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escaped(title)} · Cellarbook</title>
<style>
  :root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; }
  body { max-width: 60rem; margin: 2rem auto; padding: 0 1rem; }
  table { border-collapse: collapse; width: 100%; }
  th, td { text-align: left; padding: .4rem .8rem .4rem 0; border-bottom: 1px solid #8884; }
  code { font-size: .9em; }
</style>
</head>
<body>
<h1>${escaped(title)}</h1>
${body}
</body>
</html>
`

export const signInPage = (why: string): string =>
  page(
    'Sign in',
    `<p>${escaped(why)}</p>
<p>A new one-time link is printed by <code>npx cellarbook demo</code> for the demo tenant,
or by <code>npx cellarbook tenant sign-in SLUG</code> for any other.</p>`,
  )

export const homePage = (session: Session, keys: KeyRow[]): string =>
  page(
    session.tenant_name,
    `<p>Signed in as ${escaped(session.user_name)} (${escaped(session.user_email)}).</p>
<h2>API keys</h2>
<table>
<thead><tr><th>Name</th><th>Key</th><th>Mode</th><th>Scopes</th><th>State</th></tr></thead>
<tbody>
${keys.map(keyRow).join('\n')}
</tbody>
</table>
<p><a href="/developers">For developers: endpoints, errors and events</a></p>`,
  )

const keyRow = (key: KeyRow): string =>
  `<tr><td>${escaped(key.name)}</td><td><code>${escaped(key.prefix)}…${escaped(key.last_four)}</code></td>` +
  `<td>${key.is_live ? 'live' : 'test'}</td><td>${escaped(key.scopes.join(', '))}</td><td>${stateOf(key)}</td></tr>`

const stateOf = (key: KeyRow): string => {
  if (key.revoked_at) return 'revoked'
  return key.expires_at ? `until ${escaped(key.expires_at)}` : 'active'
}
