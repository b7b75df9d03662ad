import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { defaultClientConditions, defineConfig } from 'vite'

const SERVER = process.env.API_URL ?? 'http://127.0.0.1:3000'
/** Pages use the contract's pure rules; its schemas are the server's, and zod is 20 KB gzip. */
const NO_SCHEMAS = fileURLToPath(new URL('web/noSchemas.ts', import.meta.url))
/** The app, and the operators' desk: a page of its own that shares nothing of the app's sign-in and routes. */
const PAGES = ['index.html', 'review.html'].map((page) => fileURLToPath(new URL(`web/${page}`, import.meta.url)))

export default defineConfig({
  root: 'web',
  plugins: [react()],
  resolve: {
    conditions: ['source', ...defaultClientConditions],
    alias: process.env.VITEST ? {} : { zod: NO_SCHEMAS },
  },
  server: {
    proxy: Object.fromEntries(
      ['^/api/', '^/dev/', '^/health$', '^/m/', '^/oss/', '^/u/', '^/n/', '^/calendar/(event|feed)/'].map((path) => [
        path,
        SERVER,
      ]),
    ),
  },
  build: {
    outDir: '../dist/web',
    emptyOutDir: true,
    manifest: true,
    rolldownOptions: {
      input: PAGES,
      treeshake: {
        propertyReadSideEffects: false,
        manualPureFunctions: ['z', 'call', 'shortText', 'paged', 'walked', 'pageSize', 'optionalText', 'flag'],
      },
    },
  },
})
