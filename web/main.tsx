import './kept.ts'
import './tokens.css'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode, startTransition } from 'react'
import { createRoot } from 'react-dom/client'
import { storePlugin } from './native.ts'
import { queryClient } from './queryClient.ts'
import { router } from './router.tsx'
import { onOtherTab } from './session.ts'
import { startTheme } from './theme.ts'

startTheme()
if (storePlugin()) {
  void import('#web/recharge/appStore/watchStore.ts').then(
    ({ watchStore }) => watchStore(),
    () => undefined,
  )
}
onOtherTab(() => {
  queryClient.clear()
  router.invalidate()
})

const app = createRoot(document.getElementById('root')!)
startTransition(() =>
  app.render(
    <StrictMode>
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </StrictMode>,
  ),
)
