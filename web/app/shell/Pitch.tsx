import styles from './Pitch.module.css'

/** The product's name and what it is in one breath, for the landing page and the desktop shell. */
export const Pitch = () => (
  <>
    <h1 className={styles.name}>时光胶囊</h1>
    <p className={styles.line}>
      把今天写下来，封存到你选定的那一天。
      <br />
      时间到了，它会回来找你。
    </p>
  </>
)
