/** Whether there is a screen at an address: nothing leads where nothing is. */
import { useRouter } from '@tanstack/react-router'

export function useKnownScreen(): (to: string) => boolean {
  const routes = useRouter().routesByPath as Record<string, unknown>
  return to => routes[`/$book${to}`] !== undefined || routes[to] !== undefined
}
