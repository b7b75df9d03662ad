type Labels = Record<string, string>
type Series = [labels: Labels, value: number]

export type Figures = {
  /** Every name that is on the page, whether it has a series now or not. */
  names: Set<string>
  find: (name: string) => Series[]
  /** The value of the one series with these labels. */
  of: (name: string, labels?: Labels) => number | undefined
}

const LINE = /^([a-zA-Z_:][\w:]*)(?:\{(.*)\})? (\S+)$/
const LABEL = /(\w+)="((?:[^"\\]|\\.)*)"/g

/** The figures of a running process, read as Prometheus reads them. */
export async function seriesOf(url: string): Promise<Figures> {
  const response = await fetch(`${url}/metrics`)
  if (response.status !== 200) throw new Error(`/metrics answered ${response.status}`)
  return readFigures(await response.text())
}

function readFigures(text: string): Figures {
  const names = new Set<string>()
  const series = new Map<string, Series[]>()
  for (const line of text.split('\n')) {
    const [, typed, kind] = /^# TYPE (\S+) (\w+)$/.exec(line) ?? []
    const suffixes = kind === 'histogram' ? ['_bucket', '_sum', '_count'] : ['']
    if (typed) for (const suffix of suffixes) names.add(typed + suffix)
    const [, name, labels = '', value] = LINE.exec(line) ?? []
    if (!name) continue
    const own = [...labels.matchAll(LABEL)].map(([, label, given]) => [label!, given!])
    series.set(name, [...(series.get(name) ?? []), [Object.fromEntries(own) as Labels, Number(value)]])
  }
  const find = (name: string) => series.get(name) ?? []
  const of = (name: string, labels: Labels = {}) =>
    find(name).find(([own]) => Object.entries(labels).every(([label, value]) => own[label] === value))?.[1]
  return { names, find, of }
}
