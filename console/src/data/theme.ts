/** Light, dark, or as the system has it. Kept in the browser too, so that the page never flashes in the other one. */
export type Theme = 'system' | 'light' | 'dark'

const kept = 'cellarbook.theme'

export const keptTheme = (): Theme => (localStorage.getItem(kept) as Theme | null) ?? 'system'

export function applyTheme(theme: Theme): void {
  localStorage.setItem(kept, theme)
  if (theme === 'system') delete document.documentElement.dataset.theme
  else document.documentElement.dataset.theme = theme
}
