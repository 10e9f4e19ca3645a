/** Providers and router; nothing else. The order of the layers of style comes first. */
import './kit/layers.css'
import './kit/reset.css'
import './kit/tokens.css'
import './kit/text.css'
import './kit/print.css'

import { CSPProvider } from '@base-ui/react/csp-provider'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { queryClient } from './data/queries.ts'
import { applyTheme, keptTheme } from './data/theme.ts'
import { router } from './router.tsx'
import { currentLanguage } from './words/language.ts'

document.documentElement.lang = currentLanguage()
applyTheme(keptTheme())

createRoot(document.getElementById('root')!).render(
  <StrictMode>
    <CSPProvider disableStyleElements>
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </CSPProvider>
  </StrictMode>,
)
