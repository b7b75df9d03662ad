import '#web/ui/tokens.css'
import { QueryClientProvider } from '@tanstack/react-query'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { queryClient } from '#web/client/queryClient.ts'
import { startTheme } from '#web/client/theme.ts'
import { Desk } from './Desk.tsx'

startTheme()

createRoot(document.getElementById('root')!).render(
  <StrictMode>
    <QueryClientProvider client={queryClient}>
      <Desk />
    </QueryClientProvider>
  </StrictMode>,
)
