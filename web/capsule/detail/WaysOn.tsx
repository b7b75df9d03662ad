import type { ReactNode } from 'react'
import styles from './WaysOn.module.css'

/** Where to go from an open capsule, side by side under it; nothing where there is no way. */
export const WaysOn = ({ children }: { children: ReactNode }) => <div className={styles.ways}>{children}</div>
