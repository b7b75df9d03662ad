import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

/** One letter beyond Latin-1, and V8 keeps the whole source in two bytes a letter (docs/decisions/calls.md). */
it.each(['main', 'cli'])('the server’s %s is one file in ASCII alone, whatever it says in Chinese', (name) => {
  const code = readFileSync(`dist/server/${name}.js`, 'utf8')
  expect(code.match(/[^\0-\x7f]/)).toBeNull()
  expect(code).toMatch(/\\u[4-9][\da-f]{3}/)
})
