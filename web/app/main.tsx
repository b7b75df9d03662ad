import { watchCopy } from '#web/client/offline/watch.ts'
import '#web/ui/tokens.css'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode, startTransition } from 'react'
import { createRoot } from 'react-dom/client'
import { storePlugin } from '#web/client/native.ts'
import { queryClient } from '#web/client/queryClient.ts'
import { onOtherTab } from '#web/client/session.ts'
import { forgetWithSession } from '#web/client/sessionCache.ts'
import { startTheme } from '#web/client/theme.ts'
import { router } from './router.tsx'

startTheme()
forgetWithSession()
watchCopy()
if (storePlugin()) {
  void import('#web/shop/recharge/appStore/watchStore.ts').then(
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
