import { useEffect } from 'react'
import { useQueryString } from '#web/ui/location.ts'
import { Page } from '#web/ui/Page.tsx'
import styles from './Keeping.module.css'
import { PROMISES } from './promises.ts'

/** How each promise is kept, in plain words; `at` names the one that was asked about. */
export function Keeping() {
  const { at } = useQueryString()
  useEffect(() => {
    if (at) document.getElementById(at)?.scrollIntoView?.({ block: 'start' })
  }, [at])
  return (
    <Page title="我们怎样做到" back>
      <div className={styles.reading}>
        {PROMISES.map(({ name, Icon, title, line, how, more }) => (
          <section key={name} id={name} className={styles.part}>
            <h2>
              <Icon size={24} strokeWidth={1.5} aria-hidden="true" />
              {title}
            </h2>
            <p className="muted">{line}</p>
            {how.map((paragraph) => (
              <p key={paragraph}>{paragraph}</p>
            ))}
            {more && (
              <a className={styles.more} href={more.to}>
                {more.title}
              </a>
            )}
          </section>
        ))}
      </div>
    </Page>
  )
}
