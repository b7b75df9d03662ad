import { Hourglass } from 'lucide-react'
import { ENDING_TITLE } from '#contract/endingPage.ts'
import { Intro } from '#web/ui/Intro.tsx'
import { Page } from '#web/ui/Page.tsx'
import styles from './Ending.module.css'
import { LIMITS, STAGES, WAYS } from './ending.ts'

/** The end of the product, for anybody who asks before sealing for ten years: stages, a way to open, and limits. */
export const Ending = () => (
  <Page title={ENDING_TITLE} back>
    <Intro icon={Hourglass} title="有始有终">
      <p>你把话封到很多年以后，我们未必走得到那一天。所以怎样结束，现在就写在这里。</p>
    </Intro>
    <div className={styles.reading}>
      <ol className={styles.stages} aria-label="结束的四步">
        {STAGES.map(({ Icon, lasts, title, says }) => (
          <li key={title}>
            <span className={styles.sign}>
              <Icon size={20} strokeWidth={1.75} aria-hidden="true" />
            </span>
            <p className={styles.lasts}>{lasts}</p>
            <h2>{title}</h2>
            {says.map((line) => (
              <p key={line}>{line}</p>
            ))}
          </li>
        ))}
      </ol>
      <section className={styles.part} aria-labelledby="ways">
        <h2 id="ways">没有我们，怎样打开</h2>
        <ol className={styles.ways}>
          {WAYS.map(({ name, says }) => (
            <li key={name}>
              <h3>{name}</h3>
              <p>{says}</p>
            </li>
          ))}
        </ol>
      </section>
      <section className={styles.part} aria-labelledby="limits">
        <h2 id="limits">我们不能答应的</h2>
        <dl className={styles.limits}>
          {LIMITS.map(({ name, says }) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{says}</dd>
            </div>
          ))}
        </dl>
      </section>
    </div>
  </Page>
)
