import styles from './Lists.module.css'

/** A few numbers with their names. */
export const Figures = ({ figures }: { figures: [name: string, value: string][] }) => (
  <dl className={styles.figures}>
    {figures.map(([name, value]) => (
      <div key={name}>
        <dt>{name}</dt>
        <dd>{value}</dd>
      </div>
    ))}
  </dl>
)
