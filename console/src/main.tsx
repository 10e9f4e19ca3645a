/** Where the console begins. */
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'

createRoot(document.getElementById('root')!).render(
  <StrictMode>
    <main>
      <h1>Cellarbook</h1>
    </main>
  </StrictMode>,
)
