import styles from './Seal.module.css'

/** The error of a line that is not a text field but a button; `id` describes the button. */
export const Wrong = ({ id, text }: { id: string; text: string | undefined }) =>
  text ? (
    <p id={id} role="alert" className={styles.warning}>
      {text}
    </p>
  ) : null
