// Writes what follows from the tables: docs/api.md, what the pages' client needs of the calls, which of them a proxy may
// repeat, and the SMS templates that are registered at Aliyun.
// `--check` writes nothing and fails when a file is not current.
import { readFileSync, writeFileSync } from 'node:fs'
import { z } from 'zod'
import type { Call } from '../contract/call.ts'
import { calls } from '../contract/calls.ts'
import { TEMPLATES, textOf } from '../server/message/texts.ts'
import { templateSetting } from '../server/outside/settings/aliyunSms.ts'

const table = Object.entries(calls) as [string, Call][]

function shape(schema: z.ZodType): string {
  const json = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' })
  delete json.$schema
  delete json.additionalProperties
  return JSON.stringify(json, null, 2)
}

const WHO = { anyone: '谁都可以', either: '登录与否都可以', user: '需要登录', operator: '需要审核员登录' } as const

function section([name, { path, who, input, output, reads, once }]: [string, Call]): string {
  const key = once ? '，可带 `Idempotency-Key`' : reads ? '，只读' : ''
  const block = (schema: z.ZodType) => `\`\`\`json\n${shape(schema)}\n\`\`\``
  return `## ${name}\n\n\`POST ${path}\` · ${WHO[who]}${key}\n\n请求\n\n${block(input)}\n\ndata\n\n${block(output)}\n`
}

const isDesks = ({ path }: Call): boolean => path.startsWith('/api/review/')
const wireOf = (calls: [string, Call][]): string =>
  `// Generated from contract/calls.ts by \`npm run generate\`; do not edit.\nexport const wire = {\n${calls
    .map(([name, { path, reads, once }]) => {
      const repeats = reads ? ', reads: true' : once ? ', once: true' : ''
      return `  ${name}: { path: '${path}'${repeats} },\n`
    })
    .join('')}} as const satisfies Record<string, { path: string; reads?: true; once?: true }>\n`

/** For whoever stands between: what may be sent to another process when one breaks off. HAProxy reads it as it is. */
const readsOf = (calls: [string, Call][]): string =>
  `# Generated from contract/calls.ts by \`npm run generate\`; do not edit. Calls that only read: a proxy may repeat them.\n${calls
    .filter(([, { reads }]) => reads)
    .map(([, { path }]) => `${path}\n`)
    .join('')}`

const files: Record<string, string> = {
  'docs/api.md': `# API\n\nGenerated from \`contract/calls.ts\` by \`npm run generate\`; do not edit.\n\n${table.map(section).join('\n')}`,
  'web/wire.ts': wireOf(table.filter(([, call]) => !isDesks(call))),
  // The app brings none of the operators' calls along.
  'web/review/wire.ts': wireOf(table.filter(([, call]) => isDesks(call))),
  'deploy/reads.txt': readsOf(table),
}

const variable = (name: string): string => `$\{${name}}`

/** One line a message, with its words as they are to be registered: ${…} are Aliyun's variables. */
function smsTemplates(): string {
  const at = '.env.example'
  const lines = TEMPLATES.map((name) => {
    const { leads, sentence } = textOf(name)
    const link = `PUBLIC_URL/${leads ?? ''}/${variable(leads === 'c' ? 'id' : 'token')}`
    return `${templateSetting(name)}= # ${sentence({ link, code: variable('code'), who: variable('who') })}\n`
  })
  return readFileSync(at, 'utf8').replace(/(?:^ALIYUN_SMS_TEMPLATE_.*\n)+/m, () => lines.join(''))
}
files['.env.example'] = smsTemplates()

const check = process.argv.includes('--check')
for (const [file, text] of Object.entries(files)) {
  if (!check) writeFileSync(file, text)
  else if (readFileSync(file, 'utf8') !== text) {
    console.error(`${file} is not current: run npm run generate`)
    process.exitCode = 1
  }
}
