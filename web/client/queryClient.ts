import { QueryClient } from '@tanstack/react-query'
import { deviceNow } from '#web/ui/clock.ts'

const FRESH_MS = 10_000
/** A part that is shown because a call has failed may watch that call too: asking at once, it would never come to an end. */
const FAILED_MS = 3_000

/** All server data of the pages; emptied whenever somebody else signs in or out. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: FRESH_MS,
      retry: false,
      retryOnMount: ({ state }) => deviceNow() - state.errorUpdatedAt > FAILED_MS,
      networkMode: 'always',
    },
    mutations: { retry: false, networkMode: 'always' },
  },
})
