/** Presses the button of a sign-in link, as a browser does. */

export function signIn(link: string, headers: Record<string, string> = {}): Promise<Response> {
  const { origin, pathname, searchParams } = new URL(link)
  return fetch(`${origin}${pathname}`, {
    method: 'POST',
    redirect: 'manual',
    body: new URLSearchParams({ token: searchParams.get('token') ?? '' }),
    headers: { origin, ...headers },
  })
}
