// Stands in for zod in the browser build: pages use the contract's pure rules, its schemas are the server's.
const READS_INPUT = new Set(['parse', 'safeParse', 'parseAsync', 'safeParseAsync'])

const build = () => schema
const schema: unknown = new Proxy(build, {
  get(_target, name) {
    if (READS_INPUT.has(String(name))) throw new Error('schemas are not in the browser build')
    return schema
  },
})

export const z = schema
