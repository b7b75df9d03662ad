import type { ArchiveSummary } from '#contract/archiveFiles.ts'
import { useFile } from './archive.ts'
import { Check } from './check/Check.tsx'
import { Frame } from './frame/Frame.tsx'
import { Opening } from './frame/Opening.tsx'
import { Title } from './frame/Title.tsx'
import { useWords } from './language.ts'
import { Book } from './pages/Book.tsx'
import { Calendar } from './pages/Calendar.tsx'
import { Cover } from './pages/Cover.tsx'
import { Find } from './pages/Find.tsx'
import { ItemPage } from './pages/ItemPage.tsx'
import { Money } from './pages/Money.tsx'
import { Record } from './pages/Record.tsx'
import { Sealed } from './pages/Sealed.tsx'
import { Social } from './pages/Social.tsx'
import { Timeline } from './pages/Timeline.tsx'
import { type Route, useRoute } from './route.ts'

/** The archive, page by page. */
export function Reader() {
  const route = useRoute()
  const archive = useFile('archive')
  return (
    <Frame route={route}>
      {archive.state === 'here' && <Shown archive={archive.value} route={route} />}
      {archive.state === 'coming' && <Opening done={0} all={1} gone={[]} />}
      {archive.state === 'gone' && (route.view === 'check' ? <Check /> : <NoData />)}
    </Frame>
  )
}

function Shown({ archive, route }: { archive: ArchiveSummary; route: Route }) {
  switch (route.view) {
    case 'home':
      return <Cover archive={archive} />
    case 'time':
      return <Timeline archive={archive} route={route} />
    case 'calendar':
      return <Calendar archive={archive} route={route} />
    case 'find':
      return <Find archive={archive} route={route} />
    case 'item':
      return <ItemPage route={route} />
    case 'book':
      return <Book route={route} />
    case 'sealed':
      return <Sealed />
    case 'record':
      return <Record archive={archive} />
    case 'money':
      return <Money />
    case 'social':
      return <Social />
    case 'check':
      return <Check />
  }
}

function NoData() {
  const words = useWords()
  return <Title title={words.noData} note={words.noDataWhy} />
}
