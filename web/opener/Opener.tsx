import { Languages } from 'lucide-react'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { readKeptCode } from '#contract/keptCode.ts'
import { chooseLanguage, useLanguage, useWords } from '#web/reader/language.ts'
import { CapsuleIcon } from '#web/ui/CapsuleIcon.tsx'
import { About } from './About.tsx'
import { Archive } from './archive/Archive.tsx'
import { partsOf } from './archive/link.ts'
import { PasteLink } from './archive/PasteLink.tsx'
import { Caps } from './cap/Caps.tsx'
import { makeCaps } from './cap/caps.ts'
import styles from './Opener.module.css'
import { canDecrypt } from './pieces.ts'
import { useOpenerWords } from './words.ts'

const onHash = (listener: () => void) => {
  window.addEventListener('hashchange', listener)
  return () => window.removeEventListener('hashchange', listener)
}

/** Opens sealed capsules by a month's number, and with a link behind the `#` a whole archive. */
export function Opener() {
  const words = useOpenerWords()
  const hash = useSyncExternalStore(onHash, () => window.location.hash)
  const [caps] = useState(makeCaps)
  const code = readKeptCode(hash)
  const title = code ? words.archive.title : words.title
  return (
    <div className={styles.page}>
      <Bar title={title} />
      <main className={styles.main}>
        <header className={styles.hero}>
          <CapsuleIcon colorIndex={0} type={0} size={72} open />
          <h1>{title}</h1>
          <p>{code ? words.archive.lead : words.lead}</p>
        </header>
        {!canDecrypt() && <p className={styles.cannot}>{words.cannot}</p>}
        {code ? (
          <div className={styles.alone}>
            <Archive key={hash} parts={partsOf(code)} />
            <a className={styles.quiet} href="#/">
              {words.archive.other}
            </a>
          </div>
        ) : (
          <div className={styles.columns}>
            <div className={styles.column}>
              <Caps caps={caps} />
            </div>
            <div className={styles.column}>
              <About />
              <PasteLink />
            </div>
          </div>
        )}
      </main>
    </div>
  )
}

function Bar({ title }: { title: string }) {
  const { product, switchTo } = useWords()
  const language = useLanguage()
  useEffect(() => {
    document.title = `${title} · ${product}`
    document.documentElement.lang = language === 'zh' ? 'zh-CN' : 'en'
  }, [title, product, language])
  return (
    <header className={styles.bar}>
      <p className={styles.brand}>{product}</p>
      <button
        type="button"
        className={styles.quiet}
        lang={language === 'zh' ? 'en' : 'zh-CN'}
        onClick={() => chooseLanguage(language === 'zh' ? 'en' : 'zh')}
      >
        <Languages size={18} strokeWidth={1.75} aria-hidden="true" />
        {switchTo}
      </button>
    </header>
  )
}
