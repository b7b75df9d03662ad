import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

/** `\u4f60` is two bytes a letter cheaper than 你 for as long as the process lives: V8 keeps its source (decisions/058). */
it.each(['main', 'cli'])('the server’s %s is one file in ASCII alone, whatever it says in Chinese', (name) => {
  const code = readFileSync(`dist/server/${name}.js`, 'utf8')
  expect(code.match(/[^\0-\x7f]/)).toBeNull()
  expect(code).toMatch(/\\u[4-9][\da-f]{3}/)
})
