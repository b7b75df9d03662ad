// How the pages' code is cut into files: few and large, by the pages that people go to together, in place of one for each
// set of pages that happens to share something (44 for the home alone). A first build, which is thrown away, says which
// page needs which module; each module goes to one file. A module's imports are needed by at least as many pages.
import { build, type Plugin, type Rollup, type UserConfig } from 'vite'

type Table = Record<string, readonly string[]>

/** Pages that people go to together have one file, named here with where their code begins (a path in `web/`). */
const PACKAGES: Table = {
  landing: ['app/shell/Spread', 'app/shell/Keeping'],
  site: ['app/shell/Site'],
  login: ['people/account/Login'],
  home: ['look/home/Home'],
  bar: ['app/shell/TabBar'],
  offline: ['client/offline/copy.ts'],
  keys: ['app/shell/shortcuts/Shortcuts.tsx'],
  me: ['look/me/Me', 'shop/task/', 'shop/wallet/', 'shop/recharge/Orders', 'people/social/', 'people/inbox/'],
  settings: [
    'people/profile/Setting',
    'people/profile/BindTel',
    'people/profile/Sessions',
    'people/profile/Cancel',
    'capsule/calendar/',
    'people/report/Blocked',
    'people/feedback/',
    'people/about/About',
    'make/forecast/ForecastRecord',
  ],
  moveIn: ['people/moveIn/'],
  recharge: ['shop/recharge/RechargeCenter', 'shop/recharge/appStore/', 'shop/recharge/Success'],
  reading: ['capsule/unseal/'],
  pictures: ['capsule/poster/', 'capsule/ticket/'],
  looking: ['look/search/OwnSearch', 'look/year/'],
  verify: ['capsule/receipt/Verify'],
  receipts: ['capsule/receipt/OwnReceipt', 'capsule/receipt/HasReceipt'],
  diary: ['look/diary/DiaryList'],
  writing: ['make/writing/TextCapsule', 'make/writing/PlainEditor'],
  'diary-writing': ['look/diary/WriteDiary'],
  graphic: ['make/graphic/GraphicCapsule'],
  drafts: ['make/writing/DraftBox'],
  seal: ['make/seal/Seal'],
  forecast: ['make/forecast/', 'app/shell/TimeCapsule'],
  place: ['make/place/', 'capsule/place/'],
  dialogs: [
    'ui/AskDialog',
    'ui/SheetDialog',
    'shop/recharge/GuideMask',
    'draft/editor/LeaveDialog',
    'app/shell/Chooser',
    'app/shell/shortcuts/ShortcutList',
    'shop/gift/',
    'people/report/ReportSheet',
    'people/proof/',
    'app/shell/AgreeAgain',
  ],
}
/** Code that loads late on a package's pages has its own file, and counts as one of those pages where something is shared. */
const LATER: Table = {
  settings: ['people/profile/avatar/CropSheet', 'people/account/signOut'],
  seal: [
    'make/seal/Rising',
    'make/seal/DayCalendar',
    'make/seal/TimeSelects',
    'make/seal/Anniversary',
    'make/seal/LunarBirthday',
    'make/seal/JustSealed',
  ],
  writing: ['make/writing/Editor'],
  drafts: ['draft/offline/LostDrafts'],
  reading: ['capsule/detail/MeCapsule', 'look/diary/PreviewDiary', 'capsule/notice/', 'capsule/receiver/'],
  dialogs: ['people/captcha/SlideDialog', 'make/graphic/RemarkDialog', 'look/search/', 'look/home/GuideTour'],
}
/** Libraries, and the parts of ours that bring them along. */
const LIBRARIES: Record<string, RegExp> = {
  codes: /qrcode\.react/,
  copied: /client\/offline\/useCopy|ui\/CopyMark\.tsx|contract\/offline\.|icons\/book-down\./,
  ending: /(contract|client)\/ending\.|shell\/EndingBand\.tsx/,
  choosing: /upload\/(lookThrough|picture)|contract\/(sniff|pixels|vint)/,
  rituals: /icons\/ticket\./,
  swiper: /embla|media\/useSwiper/,
  rich: /dompurify|ui\/RichText|detail\/(Text)?Content/,
  uploads: /(upload|contract)\/upload\./,
  media: /media\/(Thumbnail|Picture|Placeholder|ratioOf|useHeld|seen)|upload\/extension/,
  tabs: /@base-ui\/react\/(tabs|internals\/composite\/(?!root\/CompositeRootContext))|floating-ui-react\/utils\/composite|web\/ui\/Tabs\./,
  controls: /@base-ui|@floating-ui|web\/ui\/(Switch|Slider|Stepper)\./,
  keeping: /zustand|idb-keyval|contract\/draft|web\/draft\/(current|offline)|client\/storage\//,
}
/** Files for code that only these packages share. */
const SHARED: Table = {
  front: ['landing', 'site'],
  drawing: ['pictures', 'looking'],
  shown: ['reading', 'pictures'],
  ways: ['landing', 'site', 'reading', 'pictures'],
  signing: ['login', 'settings', 'dialogs', 'reading', 'recharge'],
  people: ['me', 'reading', 'pictures', 'settings', 'dialogs', 'looking', 'recharge'],
  faces: ['home', 'me', 'reading', 'pictures', 'diary', 'capsule/media/Video', 'looking'],
  sealing: ['seal', 'forecast'],
  days: ['diary', 'seal', 'looking'],
  typing: ['writing', 'diary-writing'],
  filming: ['graphic', 'moveIn'],
  making: ['diary', 'writing', 'graphic', 'drafts', 'seal', 'forecast', 'settings', 'dialogs', 'moveIn'],
  viewing: ['capsule/media', 'looking'],
  receipts: ['verify', 'receipts', 'pictures', 'moveIn'],
  rituals: ['reading', 'seal', 'pictures', 'receipts', 'verify'],
  handing: ['pictures', 'looking', 'receipts'],
}

/** Groups for `build.rolldownOptions.output.codeSplitting`; `web` is the folder of the pages. */
export async function codeSplitting(config: UserConfig, web: string) {
  const askers = await whoAsks(config)
  const name = (id: string) => {
    const entries = [...(askers.get(id) ?? [])].map((entry) => entry.slice(web.length + 1))
    return entries.length > 0 ? fileOf(id, entries) : null
  }
  // Every shared module has its own file, so its imports need not be taken along.
  return { includeDependenciesRecursively: false, groups: [{ name, debugName: 'files' }] }
}

/** The file for a module that these entries need; null: it stays with its page alone. */
function fileOf(id: string, all: string[]): string | null {
  if (all.length === 1) return startingWith(PACKAGES, all[0]!)
  // The guide is shown on the home alone, and after it.
  const entries = all.includes('look/home/Home.tsx') ? all.filter((entry) => entry !== 'look/home/GuideTour.tsx') : all
  const has = (start: string) => entries.some((entry) => entry.startsWith(start))
  if (has('index.html')) return 'app'
  const packages = new Set(entries.map((entry) => startingWith(PACKAGES, entry) ?? startingWith(LATER, entry) ?? entry))
  const [only] = packages
  if (packages.size === 1 && only! in PACKAGES) return only!
  // Styles are small, and each file of them is a round trip: those that packages share come with the first one.
  if (id.endsWith('.css') && !id.includes('/web/make/')) return 'app'
  if ([...packages].every((name) => SHARED.front!.includes(name))) return 'front'
  const library = Object.keys(LIBRARIES).find((name) => LIBRARIES[name]!.test(id))
  const shared = library ?? sharedBy(id, packages)
  if (packages.has('landing')) return shared === 'ways' ? 'ways' : 'first'
  if (packages.has('login')) return shared === 'signing' ? 'signing' : 'calls'
  return shared ?? (has('look/home/Home') || has('app/shell/TabBar') ? 'calls' : 'pages')
}

function sharedBy(id: string, packages: Set<string>): string | undefined {
  // Icons are small, and where one of them stands nothing else should follow.
  if (id.includes('lucide-react')) return undefined
  const within = (names: readonly string[]) =>
    [...packages].every((name) => names.some((start) => name.startsWith(start)))
  return Object.keys(SHARED).find((name) => within(SHARED[name]!) && (name !== 'faces' || packages.has('home')))
}

const startingWith = (table: Table, entry: string): string | null =>
  Object.keys(table).find((name) => table[name]!.some((start) => entry.startsWith(start))) ?? null

/** Module → the entries (the first page, and whatever loads late) that need it. */
async function whoAsks(config: UserConfig): Promise<Map<string, Set<string>>> {
  const built = await build({
    ...config,
    configFile: false,
    logLevel: 'error',
    build: { ...config.build, write: false, minify: false },
  })
  const { output } = built as Rollup.RollupOutput
  const chunks: Bundle = new Map(output.map((file) => [file.fileName, file]))
  const askers = new Map<string, Set<string>>()
  for (const chunk of chunks.values()) {
    if (chunk.type !== 'chunk' || !chunk.facadeModuleId || !(chunk.isEntry || chunk.isDynamicEntry)) continue
    for (const { moduleIds } of neededBy(chunk, chunks)) {
      for (const id of moduleIds) askers.set(id, (askers.get(id) ?? new Set()).add(chunk.facadeModuleId))
    }
  }
  return askers
}

type Bundle = Map<string, Rollup.OutputChunk | Rollup.OutputAsset>

/** A chunk and all that it imports at once. */
function neededBy(chunk: ReturnType<Bundle['get']>, chunks: Bundle, found = new Set<Rollup.OutputChunk>()) {
  if (chunk?.type !== 'chunk' || found.has(chunk)) return found
  found.add(chunk)
  for (const file of chunk.imports) neededBy(chunks.get(file), chunks, found)
  return found
}

type FilesOfPages = Record<string, { js: string[]; css: string[] }>

/** Writes which files each page, and whatever else loads late, needs: module in `web/` → files (`.vite/pages.json`). */
export function filesOfPages(web: string): Plugin {
  return {
    name: 'files-of-pages',
    apply: 'build',
    generateBundle(_options, bundle) {
      const chunks: Bundle = new Map(Object.entries(bundle))
      const files: FilesOfPages = {}
      for (const chunk of chunks.values()) {
        if (chunk.type !== 'chunk') continue
        const needed = [...neededBy(chunk, chunks)]
        const css = needed.flatMap(({ viteMetadata }) => [...(viteMetadata?.importedCss ?? [])])
        for (const id of chunk.moduleIds) {
          if (!id.endsWith('.html') && !this.getModuleInfo(id)?.dynamicImporters.length) continue
          files[id.slice(web.length + 1)] = { js: needed.map(({ fileName }) => fileName), css: [...new Set(css)] }
        }
      }
      this.emitFile({ type: 'asset', fileName: '.vite/pages.json', source: JSON.stringify(files) })
    },
  }
}
