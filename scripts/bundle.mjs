// The server's two commands, each in one file with all that they import: finding, reading and linking more than a thousand of
// them was half of what a start cost. The compiler's own files stay beside them, for the worker of the embedded engine and for tests.
import { relative } from 'node:path'
import { build } from 'vite'
import { root } from './fresh.mjs'

const OUT = 'dist/server'
/** Packages made for one kind of machine, or large ones that few need, loaded when first needed. */
const APART = [
  'sharp',
  '@node-rs/argon2',
  '@electric-sql/pglite',
  '@apple/app-store-server-library',
  'nodemailer',
  'pg-native',
]
const conditions = ['source', 'node']

for (const name of ['main', 'cli']) {
  await build({
    configFile: false,
    root,
    logLevel: 'warn',
    publicDir: false,
    plugins: [standinsApart(), whereTheyStood(), inAscii()],
    resolve: { conditions },
    ssr: { noExternal: true, external: APART, resolve: { conditions } },
    build: {
      ssr: `server/${name}.ts`,
      outDir: OUT,
      emptyOutDir: false,
      target: 'node20',
      // Where something breaks in production, the log names our functions.
      minify: false,
      rolldownOptions: {
        output: {
          entryFileNames: `${name}.js`,
          codeSplitting: false,
          comments: { jsdoc: false },
        },
      },
    },
  })
}

/** Leaves the stand-ins out of the bundle: production never loads them. */
function standinsApart() {
  return {
    name: 'standins-apart',
    enforce: 'pre',
    resolveId: (id) => (id.startsWith('#standins/') ? { id, external: true } : undefined),
  }
}

/** V8 keeps a source that has a letter beyond Latin-1 in two bytes for each of its letters, for as long as the process lives. */
function inAscii() {
  const escaped = (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`
  return {
    name: 'in-ascii',
    generateBundle(_, files) {
      for (const file of Object.values(files)) file.code = file.code.replace(/[^\0-\x7f]/g, escaped)
    },
  }
}

/** A file of ours finds the files beside it where the compiler has put it. */
function whereTheyStood() {
  const ours = `${root.replaceAll('\\', '/')}/server/`
  return {
    name: 'where-they-stood',
    enforce: 'pre',
    transform(code, id) {
      if (!id.startsWith(ours) || !code.includes('import.meta.url')) return undefined
      const compiled = `./${relative(ours, id).replaceAll('\\', '/').replace(/\.ts$/, '.js')}`
      return code.replaceAll('import.meta.url', `new URL(${JSON.stringify(compiled)}, import.meta.url).href`)
    },
  }
}
