/** Uses a sign-in link up, as the button of its page does. */

export function signIn(link: string, headers: Record<string, string> = {}): Promise<Response> {
  const { origin, hash } = new URL(link)
  const token = new URLSearchParams(hash.slice(1)).get('token')
  return fetch(`${origin}/api/v1/session`, {
    method: 'POST',
    body: JSON.stringify({ token }),
    headers: { origin, 'content-type': 'application/json', ...headers },
  })
}
