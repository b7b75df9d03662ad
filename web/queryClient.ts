import { QueryClient } from '@tanstack/react-query'

const FRESH_MS = 10_000

/** All server data of the pages; emptied whenever somebody else signs in or out. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: { staleTime: FRESH_MS, retry: false, networkMode: 'always' },
    mutations: { retry: false, networkMode: 'always' },
  },
})
