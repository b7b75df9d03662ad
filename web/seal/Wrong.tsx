import styles from './Seal.module.css'

/** What is wrong with a line that is no field of text; a button that `id` describes. */
export const Wrong = ({ id, text }: { id: string; text: string | undefined }) =>
  text ? (
    <p id={id} role="alert" className={styles.warning}>
      {text}
    </p>
  ) : null
