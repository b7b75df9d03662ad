import type { Begun, begin } from '#web/client/begin.ts'

/** The facts of the pages for the script in the page of HTML (scripts/first-paint.mjs). */
export type Facts = {
  /** The names of files, without their folder. */
  files: readonly string[]
  /** Places in `files`, of the files that a page needs. */
  sets: readonly (readonly number[])[]
  /** Address → the place of its set, and the name of its look. */
  pages: Record<string, readonly [set: number, look?: string]>
  looks: Record<string, Look>
  /** The arrow of the way back. */
  back: string
  /** Stands beside every page of a signed-in person, or below a tab's. */
  tabBar: string
  /** The address of shared capsules. */
  shared: string
  phoneMaxPx: number
}

/** A page before its code has come: the words painted by the build, or a drawn shell; and its first calls. */
export type Look = {
  words?: true
  shell?: Shell
  mood?: 'universe' | 'paper'
  /** Stands without the bar. */
  alone?: true
  /** `unless`: not begun where the address has this. */
  calls?: readonly (readonly [path: string, input: unknown, unless?: 'id'])[]
}

/** The parts of a page's frame (web/ui/Page.tsx); `body` is HTML. */
export type Shell = { title?: string; back?: true; width?: 'wide' | 'panes'; body: string }

/** The browser's parts that are asked only here. */
export type Around = { stored: (name: string) => string | null | undefined; deviceNow: () => number }

/**
 * Runs before anything is painted, in the page of HTML itself: sets the theme, shows the wanted page's shell, begins its first
 * calls, and asks for its files. It names nothing outside itself and its arguments. A page that it does not know, or an
 * address it does not understand, comes as ever, only later.
 */
export function start(beginCall: typeof begin, facts: Facts, { stored, deviceNow }: Around): void {
  const { files, sets, pages, looks, back, tabBar, shared, phoneMaxPx } = facts
  const { dataset } = document.documentElement
  const [, address, search] = /^#?([^?#]*)\??([^#]*)/.exec(location.hash)!
  const query = Object.fromEntries(new URLSearchParams(search))
  const [wanted = -1, name = ''] = new Map(Object.entries(pages)).get(address || '/') ?? []
  // A list's chosen item is another page on a phone.
  const look = (query.id && looks[name]?.shell?.width ? undefined : looks[name]) ?? {}
  const token = stored('token') || undefined
  const theme = stored('theme')
  const dark = matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light'
  dataset.theme = theme === 'dark' || theme === 'light' ? theme : dark
  dataset.first = ''
  if (stored('ending') && around() === self) dataset.ending = ''
  // Asked before anything is drawn: the width of a window has it laid out.
  const source = around().innerWidth <= phoneMaxPx ? 'h5' : 'pc'
  if (address === shared && query.token) dataset.first = 'night'
  if (look.words) Object.assign(dataset, { first: name, mood: look.mood })
  // A stranger is led to the sign-in, and a signed-in person on from there. Before somebody else's capsule there is the night.
  if (look.shell && Boolean(token) !== Boolean(look.alone) && query.isOther !== '1') draw(look.shell)
  if (token && navigator.onLine && !isShell()) self.begun = beginAll(token)
  for (const place of sets[wanted] ?? []) bring(files[place]!)

  function draw({ title, back: leads, width, body }: Shell): void {
    // A stranger's page is whole with its heading; in the others the page's own comes.
    const tag = look.alone ? 'h1' : 'b'
    const bar = title ? `<header>${leads ? back : ''}<${tag}>${title}</${tag}></header>` : ''
    const page = `<div class="shell ${width ?? ''}" inert>${bar}<div>${body.replace('$month', monthText)}</div></div>`
    const tabs = look.alone ? '' : tabBar
    document.getElementById('first')!.insertAdjacentHTML('afterbegin', page + tabs)
    Object.assign(dataset, { first: name, mood: look.mood }, look.alone ? {} : { rail: '' })
  }

  function monthText(): string {
    return query.month ? '' : monthNow().replace(/(\d+)-0?(\d+)/, '$1年$2月')
  }

  function monthNow(): string {
    return new Date(deviceNow() + 8 * 3_600_000).toISOString().slice(0, 7)
  }

  /** In an application's own shell calls name another source. */
  function isShell(): boolean {
    return self.my !== undefined || around().Capacitor !== undefined
  }

  /** The window around our own desktop frame; a stranger's window is left alone. */
  function around(): Window {
    try {
      return top && top.location.origin === location.origin ? top : self
    } catch {
      return self
    }
  }

  function beginAll(token: string): Begun[] {
    const given: Record<string, string | undefined> = { $id: query.id, $month: query.month ? undefined : monthNow() }
    return (look.calls ?? []).flatMap(([path, input, unless]) => {
      let known = !unless || !query[unless]
      const body = JSON.stringify(input, (_, value) => {
        if (typeof value !== 'string' || value[0] !== '$') return value
        known &&= Boolean(given[value])
        return given[value]
      })
      return known ? beginCall(path, body, { token, source }, deviceNow) : []
    })
  }

  function bring(file: string): void {
    const link = document.createElement('link')
    const isScript = file.endsWith('.js')
    Object.assign(link, { rel: isScript ? 'modulepreload' : 'preload', crossOrigin: '', href: `/assets/${file}` })
    if (!isScript) link.as = 'style'
    document.head.append(link)
  }
}
