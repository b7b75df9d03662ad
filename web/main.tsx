import './tokens.css'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { queryClient } from './queryClient.ts'
import { router } from './router.tsx'
import { onOtherTab } from './session.ts'
import { startTheme } from './theme.ts'

startTheme()
onOtherTab(() => {
  queryClient.clear()
  router.invalidate()
})

createRoot(document.getElementById('root')!).render(
  <StrictMode>
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
    </QueryClientProvider>
  </StrictMode>,
)
