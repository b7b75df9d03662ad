import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { jobs } from '#server/start/jobs.ts'
import { withApp } from '#test/app.ts'
import { seriesOf } from '#test/metrics.ts'

const RULES = 'deploy/prometheus/capsule.rules.yml'
const BOARD = 'deploy/grafana/capsule.json'
/** Of Prometheus itself, Patroni, postgres_exporter, node_exporter and blackbox_exporter. */
const OF_OTHERS = new Set([
  'up',
  'patroni_sync_standby',
  'patroni_xlog_location',
  'patroni_xlog_replayed_location',
  'pg_stat_archiver_failed_count',
  'node_filesystem_avail_bytes',
  'node_filesystem_size_bytes',
  'probe_ssl_earliest_cert_expiry',
])
const WORDS = new Set(['and', 'or', 'unless', 'bool', 'offset', 'inf', 'nan'])
const GROUPING = /\b(by|without|on|ignoring|group_left|group_right)\s*(\([^)]*\))?/g

const app = withApp({ WATCH_INVARIANTS: '1' })

/** The metrics that an expression of Prometheus asks for. */
function namesIn(expr: string): string[] {
  const bare = expr
    .replace(/"(?:[^"\\]|\\.)*"/g, '""')
    .replace(/\{[^}]*\}/g, '')
    .replace(/\[[^\]]*\]/g, '')
  const words = bare.replace(GROUPING, ' ').matchAll(/(?<![\w.])([a-zA-Z_:][\w:]*)(?!\w*\s*\()/g)
  return [...words].map((match) => match[1]!).filter((name) => !WORDS.has(name))
}

/** `expr:` on one line, or the lines below `expr: |` that stand deeper. */
const exprsOfRules = (text: string): string[] =>
  [...text.matchAll(/^( +)expr: (?:\|((?:\n\1 .*)+)|(.*))$/gm)].map(([, , block, line]) => (block ?? line)!.trim())

const exprsOfBoard = (text: string): string[] =>
  (JSON.parse(text) as { panels: { targets: { expr: string }[] }[] }).panels.flatMap(({ targets }) =>
    targets.map(({ expr }) => expr),
  )

const exprs = () => [...exprsOfRules(readFileSync(RULES, 'utf8')), ...exprsOfBoard(readFileSync(BOARD, 'utf8'))]

/** Names that nobody gives. */
async function unknownIn(asked: string[]): Promise<string[]> {
  const { names } = await seriesOf(app.url)
  return [...new Set(asked.flatMap(namesIn))].filter((name) => !names.has(name) && !OF_OTHERS.has(name))
}

describe('the rules for Prometheus and the board for Grafana', () => {
  it('ask only for figures that a running process gives, or that are listed as of others', async () => {
    const asked = exprs()
    const { length } = readFileSync(RULES, 'utf8').match(/- alert:/g)!
    expect(exprsOfRules(readFileSync(RULES, 'utf8'))).toHaveLength(length)
    expect(await unknownIn(asked)).toEqual([])
    const all = new Set(asked.flatMap(namesIn))
    expect([...OF_OTHERS].filter((name) => !all.has(name))).toEqual([])
    for (const name of ['clock_held', 'call_seconds_bucket', 'job_last_success_timestamp_seconds', 'build_info'])
      expect(all).toContain(name)
  })

  it('a misspelt name is caught wherever it stands', async () => {
    expect(await unknownIn(['max by (reason) (clock_hold{reason="job"}) > 0'])).toEqual(['clock_hold'])
    expect(await unknownIn(['sum(rate(call_seconds_counts[2m])) / clamp_min(3 * up, 300)'])).toEqual([
      'call_seconds_counts',
    ])
    expect(await unknownIn(['time() - (job_success or on (instance) group_right () up)'])).toEqual(['job_success'])
    expect(await unknownIn(exprsOfRules('  expr: |\n    up\n      and misspelt > 1\n  for: 2m\n'))).toEqual([
      'misspelt',
    ])
  })

  it('ask of calls and figures whose labels there are', async () => {
    const calls = [
      ...exprs()
        .join('\n')
        .matchAll(/\bcall=~"([^"]*)"/g),
    ].flatMap((match) => match[1]!.split('|'))
    const paths = new Set(Object.keys((await import('#contract/calls.ts')).calls))
    expect(calls.filter((call) => !paths.has(call))).toEqual([])
    const names = [...readFileSync('deploy/prometheus/capsule.rules.test.yml', 'utf8').matchAll(/\bname="(\w+)"/g)]
    const known = new Set(jobs.map(({ name }) => name))
    const ofJobs = names.map((match) => match[1]!).filter((name) => !/^pg\d$/.test(name))
    expect(ofJobs.filter((name) => !known.has(name))).toEqual([])
  })

  it('each alarm says one line in Chinese and names a section of the manual', () => {
    const sections = new Set(
      [...readFileSync('docs/operate.md', 'utf8').matchAll(/^## (.*)$/gm)].map((match) => match[1]!),
    )
    for (const rule of readFileSync(RULES, 'utf8').split('- alert: ').slice(1)) {
      const [, summary] = /summary: (.*)/.exec(rule) ?? []
      const [, section] = /manual: docs\/operate\.md, (.*)/.exec(rule) ?? []
      expect(summary, rule).toMatch(/\p{Script=Han}/u)
      expect(sections, rule).toContain(section)
      expect(rule).toMatch(/severity: (page|look)\b/)
    }
  })

  it('each alarm stands in the table of the night, which says what to do', () => {
    const [, night] = /^## It is night$([\s\S]*?)^## /m.exec(readFileSync('docs/operate.md', 'utf8'))!
    const alarms = [...readFileSync(RULES, 'utf8').matchAll(/- alert: (\w+)/g)].map((match) => match[1]!)
    expect(alarms.filter((name) => !night!.includes(`\`${name}\``))).toEqual([])
  })
})

it('a start that fails says a sentence of that table', () => {
  const page = readFileSync('docs/operate.md', 'utf8')
  const told = [...page.matchAll(/^\| it does not start: ([^|]*) \|/gm)].flatMap((match) => match[1]!.split(', '))
  const source = readdirSync('server', { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
    .map((name) => readFileSync(`server/${name}`, 'utf8'))
    .join('\n')
  expect(told.length).toBeGreaterThan(7)
  expect(told.filter((sentence) => !source.includes(sentence))).toEqual([])
})

const found = ['/usr/bin/promtool', resolve('.cache/promtool/root/usr/bin/promtool')].find((file) => existsSync(file))
if (!found) console.warn('\n*** THE RULES ARE NOT CHECKED BY PROMTOOL: bash scripts/promtool.sh ***\n')

describe.skipIf(!found)('promtool', { timeout: 120_000 }, () => {
  /** The output of promtool, and its exit code. */
  function promtool(...words: string[]): { code: number; said: string } {
    try {
      return {
        code: 0,
        said: execFileSync(found!, words, { cwd: 'deploy/prometheus', encoding: 'utf8', stdio: 'pipe' }),
      }
    } catch (error) {
      const { status, stdout, stderr } = error as { status: number; stdout: string; stderr: string }
      return { code: status, said: stdout + stderr }
    }
  }

  it('takes the rules and the example of a configuration', () => {
    expect(promtool('check', 'rules', 'capsule.rules.yml')).toMatchObject({ code: 0 })
    expect(promtool('check', 'config', '--syntax-only', 'prometheus.yml')).toMatchObject({ code: 0 })
  })

  it('rings for planted series, each alarm with its words, and for a quiet hour not at all', () => {
    expect(promtool('test', 'rules', 'capsule.rules.test.yml')).toMatchObject({ code: 0 })
  })
})
