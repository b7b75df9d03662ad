import { href } from '#contract/pages.ts'
import { Card } from '#web/ui/Card.tsx'
import styles from './Promises.module.css'
import { PROMISES } from './promises.ts'

/** Our promises, each with a link to how we keep it. */
export const Promises = () => (
  <section className={styles.part} aria-labelledby="promises">
    <h2 id="promises">我们答应你四件事</h2>
    <ul className={styles.cards}>
      {PROMISES.map(({ name, Icon, title, line, more }) => (
        <Card as="li" outlined key={name} className={styles.card}>
          <Icon size={28} strokeWidth={1.5} aria-hidden="true" />
          <h3>{title}</h3>
          <p>{line}</p>
          {more ? (
            <a href={more.to}>{more.title}</a>
          ) : (
            <a href={href('promises', { at: name })} aria-label={`我们怎样做到：${title}`}>
              我们怎样做到
            </a>
          )}
        </Card>
      ))}
    </ul>
  </section>
)
