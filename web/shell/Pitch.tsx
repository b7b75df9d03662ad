import { formatChina } from '#contract/time.ts'
import styles from './Pitch.module.css'

/** The product's name and what it promises, for the landing page and the desktop shell. */
export function Pitch() {
  return (
    <>
      <h1 className={styles.name}>时光胶囊</h1>
      <p className={styles.line}>
        把今天写下来，封存到你选定的那一天。
        <br />
        时间到了，它会回来找你。
      </p>
    </>
  )
}

export const Copyright = () => <>© {formatChina(Date.now()).slice(0, 4)} 时光胶囊</>
