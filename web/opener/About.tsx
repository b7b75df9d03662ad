import styles from './Opener.module.css'
import { useOpenerWords } from './words.ts'

/** For somebody who finds such a file and knows nothing of it. */
export function About() {
  const { about } = useOpenerWords()
  return (
    <section className={styles.about} aria-labelledby="about">
      <h2 id="about">{about.title}</h2>
      {about.answers.map(([question, answer]) => (
        <div key={question}>
          <h3>{question}</h3>
          <p>{answer}</p>
        </div>
      ))}
    </section>
  )
}
