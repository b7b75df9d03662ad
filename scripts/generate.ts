// Writes the files that follow from the tables: the part of the calls that the pages' client needs, the calls that a proxy
// may repeat, the SMS templates that are registered at Aliyun, the wings in docs/architecture.md, and dist/openapi.json,
// which the server makes by itself. `--check` writes nothing and fails when a file is not current, or the OpenAPI document
// is not valid.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { openApiDocument } from '#server/http/openapi/document.ts'
import { TEMPLATES, textOf } from '#server/platform/message/texts.ts'
import { templateSetting } from '#server/platform/outside/settings/aliyunSms.ts'
import { openApiProblems } from '#test/openApiProblems.ts'
import type { Call } from '../contract/call.ts'
import { calls } from '../contract/calls.ts'
import { withWings } from './wingTables.ts'

const table = Object.entries(calls) as [string, Call][]

const isDesks = ({ path }: Call): boolean => path.startsWith('/api/review/')
const wireOf = (calls: [string, Call][]): string =>
  `// Generated from contract/calls.ts by \`npm run generate\`; do not edit.\nexport const wire = {\n${calls
    .map(([name, { path, reads, once }]) => {
      const repeats = reads ? ', reads: true' : once ? ', once: true' : ''
      return `  ${name}: { path: '${path}'${repeats} },\n`
    })
    .join('')}} as const satisfies Record<string, { path: string; reads?: true; once?: true }>\n`

/** For a proxy: calls that may be sent to another process when one breaks off. HAProxy reads the file as it is. */
const readsOf = (calls: [string, Call][]): string =>
  `# Generated from contract/calls.ts by \`npm run generate\`; do not edit. Calls that only read: a proxy may repeat them.\n${calls
    .filter(([, { reads }]) => reads)
    .map(([, { path }]) => `${path}\n`)
    .join('')}`

const files: Record<string, string> = {
  'web/client/wire.ts': wireOf(table.filter(([, call]) => !isDesks(call))),
  // The app brings none of the operators' calls along.
  'web/desk/wire.ts': wireOf(table.filter(([, call]) => isDesks(call))),
  'deploy/reads.txt': readsOf(table),
}

const variable = (name: string): string => `$\{${name}}`

/** One line a message, with its words as they are to be registered: ${…} are Aliyun's variables. */
function smsTemplates(): string {
  const at = '.env.example'
  const lines = TEMPLATES.map((name) => {
    const { leads, sentence } = textOf(name)
    // Of those that lead to no thing of ours, one names an address: that of the archives that are kept.
    const link = leads ? `PUBLIC_URL/${leads}/${variable(leads === 'c' ? 'id' : 'token')}` : 'KEPT_ADDRESS/OPEN-ME.html'
    return `${templateSetting(name)}= # ${sentence({ link, code: variable('code'), who: variable('who') })}\n`
  })
  return readFileSync(at, 'utf8').replace(/(?:^ALIYUN_SMS_TEMPLATE_.*\n)+/m, () => lines.join(''))
}
files['.env.example'] = smsTemplates()
files['docs/architecture.md'] = withWings(readFileSync('docs/architecture.md', 'utf8'))

const check = process.argv.includes('--check')
for (const [file, text] of Object.entries(files)) {
  if (!check) writeFileSync(file, text)
  else if (readFileSync(file, 'utf8') !== text) {
    console.error(`${file} is not current: run npm run generate`)
    process.exitCode = 1
  }
}

// Not in git: it would stand in every diff of a call (docs/decisions/building.md#calls-described-by-openapi).
const openapi = openApiDocument()
if (!check) {
  mkdirSync('dist', { recursive: true })
  writeFileSync('dist/openapi.json', `${JSON.stringify(openapi, null, 2)}\n`)
}
for (const problem of await openApiProblems(openapi)) {
  console.error(`OpenAPI: ${problem}`)
  process.exitCode = 1
}
