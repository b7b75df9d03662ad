import { Moon, Sun } from 'lucide-react'
import { chooseTheme, useTheme } from '#web/theme.ts'
import styles from './ThemeToggle.module.css'

/** Light or dark; what is chosen here is kept, and the phone of the desktop shell follows. */
export function ThemeToggle() {
  const theme = useTheme()
  const other = theme === 'dark' ? 'light' : 'dark'
  const Icon = other === 'dark' ? Moon : Sun
  return (
    <button
      type="button"
      className={styles.toggle}
      aria-label={other === 'dark' ? '切换到深色' : '切换到浅色'}
      onClick={() => chooseTheme(other)}
    >
      <Icon size={22} strokeWidth={1.75} aria-hidden="true" />
    </button>
  )
}
