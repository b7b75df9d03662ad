import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { defaultClientConditions, defineConfig, type UserConfig } from 'vite'
import { codeSplitting, filesOfPages } from './scripts/chunks.ts'
import { PURE } from './scripts/pure.ts'
import { workerFiles } from './scripts/worker.ts'

const SERVER = process.env.API_URL ?? 'http://127.0.0.1:3000'
/** Pages use the contract's pure rules; its schemas are the server's, and zod is 20 KB gzip. */
const NO_SCHEMAS = fileURLToPath(new URL('web/client/noSchemas.ts', import.meta.url))
const WEB = fileURLToPath(new URL('web', import.meta.url))

/** The packages of others in a build, for scripts/licenses.mjs. */
const licenses = (name: string) => ({ license: { fileName: `.vite/${name}.json` } })

const app: UserConfig = {
  root: 'web',
  plugins: [react(), filesOfPages(WEB)],
  resolve: {
    conditions: ['source', ...defaultClientConditions],
    alias: process.env.VITEST ? {} : { zod: NO_SCHEMAS },
  },
  server: {
    proxy: Object.fromEntries(
      [
        '^/api/',
        '^/dev/',
        '^/export/',
        '^/health$',
        '^/live$',
        '^/m/',
        '^/oss/',
        '^/[uns]/',
        '^/calendar/(event|feed)/',
      ].map((path) => [path, SERVER]),
    ),
  },
  // A worker loads late code of its own, as that of one source of an import (web/people/moveIn/parse): a classic one cannot.
  worker: { format: 'es' },
  build: {
    outDir: '../dist/web',
    emptyOutDir: true,
    // Only browsers of before autumn 2023 would need it, and load one file after another without.
    modulePreload: { polyfill: false },
    rolldownOptions: {
      input: `${WEB}/index.html`,
      // Some pages need at once what others load late: scripts/chunks.ts decides into which file a module goes.
      checks: { ineffectiveDynamicImport: false },
      treeshake: {
        propertyReadSideEffects: false,
        manualPureFunctions: PURE,
      },
    },
  },
}

/**
 * The app; with `--ssr` what renders its first words, in the mode `desk` the operators' desk, a page of its own that shares
 * no file with the app, in the modes `reader` and `opener` what lies in people's archives, and in the mode `worker`, after all of them, the service worker that keeps the app's files.
 */
export default defineConfig(async ({ command, mode, isSsrBuild }): Promise<UserConfig> => {
  if (command !== 'build') return app
  const { build } = app
  if (isSsrBuild) {
    // It runs in a browser that the build plays: with the libraries as browsers get them.
    const ssr = { noExternal: true as const, resolve: { conditions: ['source', ...defaultClientConditions] } }
    return { ...app, plugins: [react()], ssr, build: { outDir: '../dist/first', minify: true } }
  }
  if (mode === 'desk') {
    const rolldownOptions = { ...build?.rolldownOptions, input: `${WEB}/review.html` }
    const desk = { ...build, ...licenses('licenses-desk'), emptyOutDir: false, rolldownOptions }
    return { ...app, plugins: [react()], build: desk }
  }
  if (mode === 'worker') {
    const output = { entryFileNames: 'sw.js', format: 'iife' } as const
    const rolldownOptions = { input: `${WEB}/app/worker.ts`, output }
    const define = workerFiles(fileURLToPath(new URL('dist/web', import.meta.url)))
    const worker = { ...build, ...licenses('licenses-worker'), emptyOutDir: false, rolldownOptions }
    return { ...app, plugins: [], define, publicDir: false, build: worker }
  }
  if (mode === 'reader') {
    // One classic script and one style sheet under names that stay: they lie in archives, and open from `file://`.
    const output = {
      format: 'iife',
      entryFileNames: 'reader.js',
      assetFileNames: 'reader[extname]',
      codeSplitting: false,
    } as const
    const rolldownOptions = { ...build?.rolldownOptions, input: `${WEB}/reader/main.tsx`, output }
    const reader = { ...build, ...licenses('licenses'), outDir: '../dist/reader', cssCodeSplit: false, rolldownOptions }
    return { ...app, base: './', plugins: [react()], publicDir: 'reader/public', build: reader }
  }
  if (mode === 'opener') {
    // Put into one file of HTML by scripts/open-me.mjs.
    const output = {
      format: 'iife',
      entryFileNames: 'opener.js',
      assetFileNames: 'opener[extname]',
      codeSplitting: false,
    } as const
    const rolldownOptions = { ...build?.rolldownOptions, input: `${WEB}/opener/main.tsx`, output }
    const opener = { ...build, ...licenses('licenses'), outDir: '../dist/opener', cssCodeSplit: false, rolldownOptions }
    return { ...app, base: './', plugins: [react()], publicDir: false, build: opener }
  }
  const output = { codeSplitting: await codeSplitting(app, WEB) }
  return {
    ...app,
    build: { ...build, ...licenses('licenses'), rolldownOptions: { ...build?.rolldownOptions, output } },
  }
})
